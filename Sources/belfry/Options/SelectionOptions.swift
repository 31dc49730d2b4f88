// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Selection of a command's notifications: some by identifier, or all of an application's.
struct SelectionOptions: ParsableArguments {
    @Argument(
        help: "Identifiers, prefixes that only one of them has, or %1 for the first of the last list in this terminal.")
    var ids: [String] = []

    @Flag(help: "Select all of the application's.")
    var all = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if all == !ids.isEmpty { throw ValidationError("Give identifiers, or --all instead.") }
    }

    /// Groups the typed texts by application, in the order of first use.
    ///
    /// - Parameter app: The application of texts that don't belong to another.
    /// - Returns: Each application with its texts; empty with `--all`.
    /// - Throws: Errors of looking up `%N` in the last list.
    func byApplication(or app: String) throws -> [(app: String, ids: [String])] {
        var named: [(app: String, ids: [String])] = []
        for id in ids {
            let app = try owner.ownerListed(id) ?? app
            if let index = named.firstIndex(where: { $0.app == app }) {
                named[index].ids.append(id)
            } else {
                named.append((app, [id]))
            }
        }
        return named
    }
}
