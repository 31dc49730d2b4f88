// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationStore

/// The record of a presentation that the store keeps for the next agent: its buttons' keys and its time on the screen.
package struct PersistedPresentation: Sendable {
    package let buttons: Buttons
    /// The time when the server returned the notification's number; nil if an older version of Belfry wrote the record.
    package var shown: Date?
    /// The end of the notification's time on the screen; nil if it stays, or only the server knows the end.
    package var hides: Date?

    package init(buttons: Buttons, shown: Date? = nil, hides: Date? = nil) {
        self.buttons = buttons
        self.shown = shown
        self.hides = hides
    }
}

extension PersistedPresentation {
    /// Reads the record of an occurrence; nil if there is none, or it is unreadable because another version wrote it.
    package init?(of occurrence: Occurrence) {
        let record = occurrence.buttons.flatMap { try? JSONDecoder().decode(Self.self, from: $0) }
        guard let record else { return nil }
        self = record
    }
}

/// The persisted form is one dictionary with the buttons' own keys, as earlier versions of Belfry wrote it.
extension PersistedPresentation: Codable {
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
