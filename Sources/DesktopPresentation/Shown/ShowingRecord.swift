// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationStore

/// What the store keeps of a showing for the next agent: what its keys mean, and its time on the screen.
package struct ShowingRecord: Sendable {
    package let buttons: Buttons
    /// When the server named it; nil where an earlier version showed it.
    package var shown: Date?
    /// When its time is over; nil: never, or the server knows alone.
    package var hides: Date?

    package init(buttons: Buttons, shown: Date? = nil, hides: Date? = nil) {
        self.buttons = buttons
        self.shown = shown
        self.hides = hides
    }
}

extension ShowingRecord {
    /// Nil where nothing was noted, or it can't be read: by an earlier version, or a later one.
    package init?(of occurrence: Occurrence) {
        let record = occurrence.buttons.flatMap { try? JSONDecoder().decode(Self.self, from: $0) }
        guard let record else { return nil }
        self = record
    }
}

/// One dictionary with the buttons' own keys, as earlier versions wrote it.
extension ShowingRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case shown, hides
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            buttons: try Buttons(from: decoder), shown: try container.decodeIfPresent(Date.self, forKey: .shown),
            hides: try container.decodeIfPresent(Date.self, forKey: .hides))
    }

    package func encode(to encoder: any Encoder) throws {
        try buttons.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(shown, forKey: .shown)
        try container.encodeIfPresent(hides, forKey: .hides)
    }
}
