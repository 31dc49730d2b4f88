// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The name of a sound: a file name, or a name of the sound naming specification.
public struct UNNotificationSoundName: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    /// Creates the name of a sound.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public init(rawValue: String) { self.rawValue = rawValue }
}
