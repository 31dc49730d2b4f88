// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The added requests: typical reminders.
enum SampleRequests {
    /// Returns the dictionary of a request that is due in `seconds`.
    static func reminder(_ identifier: String, title: String = "Call Ann", in seconds: Double) -> [String: Value] {
        [
            "identifier": .string(identifier), "title": .string(title),
            "body": .string("About the boat: she has the keys until Friday."),
            "trigger": .properties(["timeInterval": .double(seconds)]),
        ]
    }

    /// Interval in seconds for requests that must not fire during the run.
    static let later = 86400.0 * 300
}
