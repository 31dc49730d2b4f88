// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// What becomes of a request whose moment was missed: the machine was off or asleep, or no agent ran.
package enum MissedPolicy: Hashable, Sendable {
    /// Shown late, and said so.
    case show
    /// Not shown; it is in the list of what was missed.
    case skip
    /// Gathered with the application's others into one notification; what is older than `maximumAge` seconds is not.
    case digest(maximumAge: Double?)

    /// Reads `show`, `skip`, `digest` and `digest:2h`.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - duration: Reads what follows the colon, in seconds.
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

    /// The same in words.
    package var text: String {
        switch self {
        case .show: "show"
        case .skip: "skip"
        case .digest(nil): "digest"
        case .digest(let age?): "digest:\(DurationText.text(age))"
        }
    }
}
