// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Triggers

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

extension Policy: Codable {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case ifMissed, nag, expires
        case isWaking = "wake"
        case leeway
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text<T>(_ key: CodingKeys, _ read: (String) -> T?) throws -> T? {
            guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard let value = read(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "is not understood")
            }
            return value
        }
        self.init(
            ifMissed: try text(.ifMissed) { MissedPolicy($0, duration: DurationText.seconds) },
            nag: try text(.nag) { Nag($0, duration: DurationText.seconds) },
            expires: try text(.expires) { Date(rfc3339: $0) },
            isWaking: try container.value(.isWaking, or: false),
            leeway: try text(.leeway, DurationText.seconds) ?? 0)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(ifMissed?.text, forKey: .ifMissed)
        try container.encodeIfPresent(nag?.text, forKey: .nag)
        try container.encodeIfPresent(expires?.rfc3339(in: .gmt), forKey: .expires)
        try container.encode(isWaking, .isWaking, unless: false)
        if leeway > 0 { try container.encode(DurationText.text(leeway), forKey: .leeway) }
    }
}
