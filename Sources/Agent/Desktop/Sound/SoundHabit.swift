// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a server does about sounds that its capability `sound` does not tell (research/freedesktop-servers.md F).
enum SoundHabit: Hashable, Sendable {
    /// Plays what it is told to, if it says that it can.
    case asItSays
    /// Plays a sound of its own where none is named, unless `suppress-sound` is there.
    case unlessSuppressed
    /// Plays its own whatever it is told.
    case always
    /// Plays nothing, though it says that it can.
    case never

    /// By what servers call themselves, in small letters.
    private static let known: [String: SoundHabit] = [
        "notification daemon": .unlessSuppressed, "budgie notification server": .unlessSuppressed,
        "io.elementary.notifications": .always, "deepinnotifications": .always, "cosmic-notifications": .never,
    ]

    init(of server: String) { self = Self.known[server.lowercased()] ?? .asItSays }
}
