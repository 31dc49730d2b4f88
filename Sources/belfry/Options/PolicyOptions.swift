// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

/// Options for late delivery, repetition, expiry and waking the machine.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            When its time was missed, asleep or switched off: show, skip, digest or digest:2h (default: digest for \
            what repeats, else show).
            """, valueName: "policy"))
    var ifMissed: String?

    @Option(
        help: ArgumentHelp(
            "Show the notification repeatedly until you react: 5m for every five minutes, 5mx3 for at most three times.",
            valueName: "duration[xN]")
    )
    var nag: String?

    @Option(
        help: ArgumentHelp(
            "The time after which the notification is not shown, or is closed.", valueName: "when"))
    var expires: String?

    @Option(
        help: ArgumentHelp(
            "The longest allowed delay, so that several notifications wake the machine once.", valueName: "duration"))
    var leeway: String?

    @Flag(help: "Wake the machine from sleep for the notification, if the agent may.")
    var wake = false

    /// Sets the keys of the given options in a request's dictionary; other keys keep their values.
    func add(to request: inout [String: Value]) {
        for (key, words) in [("ifMissed", ifMissed), ("nag", nag), ("expires", expires), ("leeway", leeway)] {
            if let words { request[key] = .string(words) }
        }
        if wake { request["wake"] = .boolean(true) }
    }
}
