// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The requests that are added: a reminder as people set them.
enum SampleRequests {
    /// The dictionary of one that is due in so many seconds.
    static func reminder(_ identifier: String, title: String = "Call Ann", in seconds: Double) -> [String: Value] {
        [
            "identifier": .string(identifier), "title": .string(title),
            "body": .string("About the boat: she has the keys until Friday."),
            "trigger": .properties(["timeInterval": .double(seconds)]),
        ]
    }

    /// Seconds until the moment of requests that are not meant to fire.
    static let later = 86400.0 * 300
}
