// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The source of one presentation's sound.
package enum SoundPlan: Hashable, Sendable {
    /// No sound hint is sent; the server decides.
    case unsaid
    /// No sound is wanted, and the server is told to play none.
    case silence
    /// The server plays the sound of its theme with this name.
    case server(name: String)
    /// The server plays this sound file of Belfry or of the system; the path is never from a caller.
    case serverFile(String)
    /// The agent plays this file after the presentation, and tells the server to be silent.
    case ours(file: String, volume: Double?, isCritical: Bool)
    /// The person has switched off the sounds that the agent plays.
    case off
    /// A sound was asked for, but nothing on this machine can play it.
    case missing(reason: String)

    /// Sets the sound hints, in place of the caller's own.
    func apply(to hints: inout [String: Value]) {
        switch self {
        case .unsaid, .off, .missing: return
        case .silence, .ours:
            hints["sound-name"] = nil
            hints["sound-file"] = nil
            hints["suppress-sound"] = .boolean(true)
        case .server(let name): hints["sound-name"] = .string(name)
        case .serverFile(let path):
            hints["sound-name"] = nil
            hints["sound-file"] = .string(path)
        }
    }
}
