// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

/// Options for what a click on the notification itself opens.
struct OpeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A click on the notification opens this with the desktop's default application.", valueName: "url"))
    var open: String?

    @Option(
        help: ArgumentHelp(
            "A click on the notification starts this application, or brings it forward.", valueName: "app-id"))
    var activate: String?

    func validate() throws {
        if open != nil, activate != nil { throw ValidationError("--open and --activate exclude each other.") }
    }

    /// Adds the given option to a request, replacing a previous one.
    func add(to request: inout [String: Value]) {
        guard open != nil || activate != nil else { return }
        request["open"] = open.map(Value.string)
        request["activate"] = activate.map(Value.string)
    }
}
