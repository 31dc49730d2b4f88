// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Treatment of a request whose due time was missed because the machine was off or asleep, or no agent ran.
package enum MissedPolicy: Hashable, Sendable {
    /// The request is presented late, and the notification says so.
    case show
    /// The request is not presented; it is listed among the missed ones.
    case skip
    /// The request is put into one digest with the application's others, unless it is older than `maximumAge` seconds.
    case digest(maximumAge: Double?)

    /// Reads `show`, `skip`, `digest` and `digest:2h`.
    ///
    /// - Parameters:
    ///   - text: The policy as text.
    ///   - duration: Reads the age after the colon, in seconds.
    package init?(_ text: String, duration: (String) -> Double?) {
        switch text {
        case "show": self = .show
        case "skip": self = .skip
        case "digest": self = .digest(maximumAge: nil)
        default:
            guard text.hasPrefix("digest:"), let age = duration(String(text.dropFirst(7))), age > 0 else { return nil }
            self = .digest(maximumAge: age)
        }
    }

    /// The policy as text.
    package var text: String {
        switch self {
        case .show: "show"
        case .skip: "skip"
        case .digest(nil): "digest"
        case .digest(let age?): "digest:\(DurationText.text(age))"
        }
    }
}
