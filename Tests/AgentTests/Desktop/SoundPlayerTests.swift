// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import AgentMedia
@testable import AgentRules
import FoundationEssentials
import Testing

/// The sound players, each with its own arguments for the file and the volume.
@Suite struct SoundPlayerTests {
    private func withPrograms<Result>(_ names: [String], _ body: (String) throws -> Result) throws -> Result {
        let folder = "/tmp/belfry-players-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in names {
            let mode = name.hasPrefix("-") ? 0o600 : 0o700
            let path = "\(folder)/\(name.hasPrefix("-") ? String(name.dropFirst()) : name)"
            try Data().write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        return try body(folder)
    }

    @Test(
        arguments: [
            ("pw-play", 0.5, ["--volume=0.50", "/a b.ogg"]), ("paplay", 0.5, ["--volume=32768", "/a b.ogg"]),
            ("canberra-gtk-play", 0.5, ["--volume=-6", "--file=/a b.ogg"]),
            ("ffplay", 1, ["-nodisp", "-autoexit", "-loglevel", "quiet", "-volume", "100", "/a b.ogg"]),
            ("mpv", 0.05, ["--no-config", "--no-video", "--no-terminal", "--volume=5", "--", "/a b.ogg"]),
            ("ogg123", 1, ["--quiet", "/a b.ogg"]), ("aplay", 1, ["--quiet", "/a b.ogg"]),
            ("pw-play", 1, ["--volume=1.00", "/a b.ogg"]), ("pw-play", 7, ["--volume=1.00", "/a b.ogg"]),
            ("canberra-gtk-play", 0, ["--volume=-60", "--file=/a b.ogg"]),
        ] as [(String, Double, [String])])
    func `each player gets the file and the volume in its own form`(
        name: String, volume: Double, words: [String]
    ) throws {
        try withPrograms([name]) { folder in
            let player = try #require(SoundPlayer.installed(SoundRules(), in: folder))
            #expect(player.program == "\(folder)/\(name)")
            #expect(player.arguments(for: "/a b.ogg", volume: volume) == words)
        }
    }

    @Test func `the first installed, executable player for the format plays`() throws {
        try withPrograms(["aplay", "ogg123", "-pw-play"]) { folder in
            func name(_ kind: SoundFile?) -> String? {
                SoundPlayer.installed(SoundRules(), for: kind, in: "/nowhere:\(folder)")?.program
            }
            #expect(name(.ogg) == "\(folder)/ogg123" && name(.flac) == "\(folder)/ogg123")
            #expect(name(.wav) == "\(folder)/aplay")
            #expect(name(.mp3) == nil)
        }
    }

    @Test func `a configured player is the only one that is used`() throws {
        var rules = SoundRules()
        rules.player = ["my-player", "-v", "%p%", "x%f"]
        try withPrograms(["pw-play"]) { folder in #expect(SoundPlayer.installed(rules, in: folder) == nil) }
        try withPrograms(["pw-play", "my-player"]) { folder in
            let player = SoundPlayer.installed(rules, for: .mp3, in: folder)
            #expect(player?.arguments(for: "/%p.ogg", volume: 0.3) == ["-v", "30%", "x/%p.ogg"])
        }
        rules.isEnabled = false
        try withPrograms(["my-player"]) { folder in #expect(SoundPlayer.installed(rules, in: folder) == nil) }
    }
}
