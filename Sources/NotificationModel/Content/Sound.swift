// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The sound of a notification (`UNNotificationSound`).
///
/// In messages it is the string `"default"`, a sound's name, or a dictionary with `name`, `critical` and `volume`.
package struct Sound: Hashable, Sendable {
    /// A name from the freedesktop sound naming specification, or a file's name; nil is the default sound.
    package var name: String?
    /// Tells whether the sound is played even when sounds are muted, if the person allows it.
    package var isCritical: Bool
    /// Volume from 0.0 to 1.0, for critical sounds only; nil means the person's own setting.
    package var volume: Double?

    package init(name: String? = nil, isCritical: Bool = false, volume: Double? = nil) {
        self.name = name
        self.isCritical = isCritical
        self.volume = volume
    }

    package static let standard = Sound()
}

extension Sound: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name
        case isCritical = "critical"
        case volume
    }

    private static let standardName = "default"

    package init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(name: name == Self.standardName ? nil : name)
            return
        }
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decodeIfPresent(String.self, forKey: .name)
        self.init(
            name: name == Self.standardName ? nil : name,
            isCritical: try container.value(.isCritical, or: false),
            volume: try container.decodeIfPresent(Double.self, forKey: .volume))
    }

    package func encode(to encoder: any Encoder) throws {
        if !isCritical, volume == nil {
            var container = encoder.singleValueContainer()
            try container.encode(name ?? Self.standardName)
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(isCritical, forKey: .isCritical)
        try container.encodeIfPresent(volume, forKey: .volume)
    }
}
