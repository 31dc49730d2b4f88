// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Who plays the sound of one showing, and which.
package enum SoundPlan: Hashable, Sendable {
    /// Nothing is said of it: the server does as it does.
    case unsaid
    /// There is to be none, and the server is told.
    case silence
    /// The server plays what its theme has under this name.
    case server(name: String)
    /// The server plays this file, which is ours or the system's; never a path of a caller.
    case serverFile(String)
    /// We play this file once it is shown, and the server is told not to.
    case ours(file: String, volume: Double?, isCritical: Bool)
    /// There would be one, and the person wants none of ours.
    case off
    /// There should be one, and nothing here can play it.
    case missing(reason: String)

    /// The hints about sound; a caller's own are not beside them.
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
