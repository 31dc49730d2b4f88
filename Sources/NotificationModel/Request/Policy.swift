// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// Rules for a request around its due time, and after it.
package struct Policy: Hashable, Sendable {
    /// Treatment if the due time was missed; nil is the default: digest if the request repeats, else show.
    package var ifMissed: MissedPolicy?
    /// Repeated presentation until the person reacts; nil presents it once.
    package var nag: Nag?
    /// Time after which the request is no longer presented.
    package var expires: Date?
    /// Tells whether the agent wakes the machine from sleep for it, where it may.
    package var isWaking: Bool
    /// Seconds that it may be late to save a wake-up of the machine; 0 or more.
    package var leeway: Double

    package init(
        ifMissed: MissedPolicy? = nil, nag: Nag? = nil, expires: Date? = nil, isWaking: Bool = false,
        leeway: Double = 0
    ) {
        self.ifMissed = ifMissed
        self.nag = nag
        self.expires = expires
        self.isWaking = isWaking
        self.leeway = leeway
    }

    /// The shortest time between two reminders of one notification, in seconds.
    package static let shortestNag = 60.0
    /// The longest leeway, in seconds.
    package static let longestLeeway = 86_400.0
}

extension Policy: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = Policy()
    package static let codedKeys: [CodedKey<Policy>] = [
        .text("ifMissed", \.ifMissed, read: { MissedPolicy($0, duration: DurationText.seconds) }, write: \.text),
        .text("nag", \.nag, read: { Nag($0, duration: DurationText.seconds) }, write: \.text),
        .text("expires", \.expires, read: { Date(rfc3339: $0) }, write: { $0.rfc3339(in: .gmt) }),
        .value("wake", \.isWaking),
        .text("leeway", \.leewayAboveZero, read: DurationText.seconds, write: DurationText.text),
    ]

    private var leewayAboveZero: Double? {
        get { leeway > 0 ? leeway : nil }
        set { leeway = newValue ?? 0 }
    }
}
