// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import TestSupport

/// Sounds and players of a test.
extension AgentFolders {
    static let playerInterface = "org.example.Player"

    /// A theme with three sounds, and a player that reports its arguments as a signal of ``playerInterface``.
    func addSounds() throws {
        let theme = data + "/sounds/freedesktop/stereo"
        try FileManager.default.createDirectory(atPath: theme, withIntermediateDirectories: true)
        for name in ["message-new-instant", "bell", "alarm-clock-elapsed"] {
            try Data("OggS".utf8).write(to: URL(filePath: "\(theme)/\(name).oga"))
        }
        try addPlayer(telling: "$*")
    }

    /// A player that reports these words, in a shell's double quotes.
    @discardableResult
    func addPlayer(_ name: String = "pw-play", telling words: String) throws -> String {
        try addPlayer(
            name, "exec gdbus emit --session --object-path /p --signal \(Self.playerInterface).Played \"'\(words)'\"")
    }

    /// Writes a player with these shell commands, replacing an existing one; returns its path.
    ///
    /// Another process writes the file: a child of another test may hold open a file that this process writes, and
    /// executing it would fail as "busy".
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
