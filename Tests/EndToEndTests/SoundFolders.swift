// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import TestSupport

/// Sounds and players of a test.
extension AgentFolders {
    static let playerInterface = "org.example.Player"

    /// A theme with three sounds, and a player that tells its words as a signal of ``playerInterface``.
    func addSounds() throws {
        let theme = data + "/sounds/freedesktop/stereo"
        try FileManager.default.createDirectory(atPath: theme, withIntermediateDirectories: true)
        for name in ["message-new-instant", "bell", "alarm-clock-elapsed"] {
            try Data("OggS".utf8).write(to: URL(filePath: "\(theme)/\(name).oga"))
        }
        try addPlayer(telling: "$*")
    }

    /// A player that tells these words, in a shell's double quotes.
    @discardableResult
    func addPlayer(_ name: String = "pw-play", telling words: String) throws -> String {
        try addPlayer(
            name, "exec gdbus emit --session --object-path /p --signal \(Self.playerInterface).Played \"'\(words)'\"")
    }

    /// A player that does this, in place of one that may be there; its path.
    ///
    /// Written by another process: a child of another test may hold open what this one writes, and then it is "busy".
    @discardableResult
    func addPlayer(_ name: String = "pw-play", _ script: String) throws -> String {
        let source = try file("\(name).source", "#!/bin/sh\n\(script)\n".utf8)
        let program = "\(path)/players/\(name)"
        let process = try spawn(["install", "-D", "-m", "700", source, program])
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return program
    }
}
