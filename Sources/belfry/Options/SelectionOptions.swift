// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Which notifications a verb is about: some by identifier, or all of an application's.
struct SelectionOptions: ParsableArguments {
    @Argument(
        help: "Identifiers, prefixes that only one of them has, or %1 for the first of the last list in this terminal.")
    var ids: [String] = []

    @Flag(help: "All of the application's.")
    var all = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if all == !ids.isEmpty { throw ValidationError("Give identifiers, or --all instead.") }
    }

    /// What was typed, by the application that it is of, in the order in which they were named first.
    ///
    /// - Parameter app: Whose an identifier is that names no other's.
    /// - Returns: Each application with its own; nothing where all of one are meant.
    /// - Throws: What the list of the last `list` says of `%N`.
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
