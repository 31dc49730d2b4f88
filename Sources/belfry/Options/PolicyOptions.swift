// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

/// Options for the handling of a request around and after its fire date.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            When its time was missed, asleep or switched off: show, skip, digest or digest:2h (default: digest for what \
            repeats, else show).
            """, valueName: "policy"))
    var ifMissed: String?

    @Option(
        help: ArgumentHelp("Show it again every 5m, or 5mx3 times at most, until you react.", valueName: "duration[xN]")
    )
    var nag: String?

    @Option(help: ArgumentHelp("Not shown after this, and closed if it is.", valueName: "when"))
    var expires: String?

    @Option(help: ArgumentHelp("It may come this much later, together with others.", valueName: "duration"))
    var leeway: String?

    @Flag(help: "Wake the machine from sleep for it, where the agent may.")
    var wake = false

    /// Adds the given options to a request, without changing other keys.
    func add(to request: inout [String: Value]) {
        for (key, words) in [("ifMissed", ifMissed), ("nag", nag), ("expires", expires), ("leeway", leeway)] {
            if let words { request[key] = .string(words) }
        }
        if wake { request["wake"] = .boolean(true) }
    }
}
