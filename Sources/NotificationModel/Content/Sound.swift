// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

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
        (self.name, self.isCritical, self.volume) = (name, isCritical, volume)
    }

    package static let standard = Sound()
}

extension Sound: KeyCoded {
    package static let blank = Sound()
    package static let codedKeys: CodedKeys<Sound> = [
        .optional("name", \.name), .value("critical", \.isCritical, isKept: true), .optional("volume", \.volume),
    ]
    private static let standardName = "default"

    package init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(name: name)
        } else {
            try self.init(codedKeysOf: decoder)
        }
        if name == Self.standardName { name = nil }
    }

    package func encode(to encoder: any Encoder) throws {
        guard !isCritical, volume == nil else { return try encodeCodedKeys(to: encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(name ?? Self.standardName)
    }
}
