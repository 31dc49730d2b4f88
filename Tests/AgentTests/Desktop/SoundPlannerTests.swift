// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import AgentRules
@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel
import Testing

/// Which program plays a sound, with which file, and the parts of the sound that are reported as missing.
@Suite struct SoundPlannerTests {
    /// Makes a folder with a sound theme of two sounds and with the named players.
    private func withPlanner<Result>(
        players: [String] = ["pw-play"], rules: SoundRules = SoundRules(), isOn: Bool = true,
        _ body: (SoundPlanner, String) throws -> Result
    ) throws -> Result {
        let root = "/tmp/belfry-sounds-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        for (file, text) in [
            ("data/sounds/freedesktop/stereo/message-new-instant.oga", "OggS"),
            ("data/sounds/freedesktop/stereo/bell.oga", "OggS"), ("data/sounds/ping.wav", "RIFF....WAVE"),
            ("data/sounds/freedesktop/stereo/quiet.disabled", ""),
        ] + players.map({ ("bin/\($0)", "") }) {
            let path = URL(filePath: "\(root)/\(file)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path.path)
        }
        let theme = SoundTheme(environment: ["XDG_DATA_HOME": "\(root)/data", "XDG_DATA_DIRS": "/nowhere"])
        let planner = SoundPlanner(
            rules: rules, desktop: DesktopSounds(isOn: isOn), theme: theme, folders: "/nowhere:\(root)/bin")
        return try body(planner, root)
    }

    private func question(
        _ sound: Sound?, server: String? = "dunst", capabilities: [String] = [], isSilenced: Bool = false,
        hints: [String: PropertyListValue] = [:], app: String = "org.example.App", level: InterruptionLevel = .active
    ) -> SoundPlanner.Question {
        var content = Content(title: "t")
        content.sound = sound
        content.interruptionLevel = level
        let profile = server.map { ServerProfile(of: [$0, "GNOME"]) }
        return SoundPlanner.Question(
            app: app, content: content, hints: hints, isSilenced: isSilenced, server: profile,
            capabilities: ServerCapabilities(capabilities, of: profile ?? ServerProfile(name: "")))
    }

    @Test func `a server that plays sounds gets only the name or the file`() throws {
        try withPlanner { planner, root in
            func plan(_ sound: Sound?) -> SoundPlan { planner.plan(question(sound, capabilities: ["sound"])) }
            #expect(plan(nil) == .unsaid)
            #expect(plan(.standard) == .server(name: "message-new-instant"))
            // The server's theme may be another than Belfry's.
            #expect(plan(Sound(name: "horn")) == .server(name: "horn"))
            #expect(plan(Sound(name: "ping.wav")) == .serverFile("\(root)/data/sounds/ping.wav"))
            #expect(plan(Sound(name: "pong.wav")) == .server(name: "message-new-instant"))
            #expect(plan(Sound(name: "/ours/sound.ogg")) == .serverFile("/ours/sound.ogg"))
        }
    }

    @Test func `if the server plays no sounds, the agent does`() throws {
        try withPlanner { planner, root in
            func plan(_ sound: Sound?) -> SoundPlan { planner.plan(question(sound)) }
            func ours(_ file: String) -> SoundPlan {
                .ours(file: "\(root)/data/sounds/\(file)", volume: nil, isCritical: false)
            }
            let standard = "freedesktop/stereo/message-new-instant.oga"
            #expect(plan(nil) == .unsaid)
            #expect(plan(.standard) == ours(standard))
            #expect(plan(Sound(name: "bell-ringing")) == ours("freedesktop/stereo/bell.oga"))
            #expect(plan(Sound(name: "ping.wav")) == ours("ping.wav"))
            // A sound that is not found is replaced by the default sound.
            #expect(plan(Sound(name: "horn")) == ours(standard) && plan(Sound(name: "pong.wav")) == ours(standard))
            #expect(plan(Sound(name: "quiet")) == .silence)
            #expect(planner.plan(question(.standard, server: nil)) == ours(standard))
            // The hint of notify-send has the same effect.
            #expect(
                planner.plan(question(nil, hints: ["sound-name": .string("bell")]))
                    == ours("freedesktop/stereo/bell.oga"))
        }
    }

    @Test func `a sound that no program can play is reported`() throws {
        try withPlanner(players: []) { planner, _ in
            #expect(planner.plan(question(.standard)) == .missing(reason: "no sound player is installed"))
            #expect(planner.degraded(question(.standard)) == ["sound"])
            #expect(planner.degraded(question(nil)) == [])
            #expect(planner.degraded(question(.standard, capabilities: ["sound"])) == [])
        }
        var off = SoundRules()
        off.isEnabled = false
        try withPlanner(rules: off) { planner, _ in
            #expect(planner.plan(question(.standard)) == .off)
        }
        try withPlanner(isOn: false) { planner, _ in
            #expect(planner.plan(question(.standard)) == .off)
            #expect(planner.plan(question(Sound(isCritical: true))) != .off)
        }
        // aplay can't play Ogg.
        try withPlanner(players: ["aplay"]) { planner, root in
            #expect(planner.plan(question(.standard)) == .missing(reason: "no sound player is installed"))
            let ping = planner.plan(question(Sound(name: "ping.wav", volume: 0.5)))
            #expect(ping == .ours(file: "\(root)/data/sounds/ping.wav", volume: 0.5, isCritical: false))
            #expect(planner.degraded(question(Sound(name: "ping.wav", volume: 0.5))) == ["sound.volume"])
        }
    }

    @Test(
        arguments: [
            (Sound.standard, [], []), (Sound(name: "horn"), [], ["sound"]), (Sound(name: "bell"), [], []),
            (Sound(name: "pong.wav"), ["sound"], ["sound"]), (Sound(name: "horn"), ["sound"], ["sound"]),
            (Sound(isCritical: true, volume: 1), [], []), (Sound(isCritical: true, volume: 1), ["sound"], []),
            (Sound(volume: 0.5), ["sound"], ["sound.volume"]), (Sound(volume: 0.5), [], []),
        ] as [(Sound, [String], [String])])
    func `left-out parts of a sound are reported`(sound: Sound, capabilities: [String], degraded: [String]) throws {
        try withPlanner { planner, _ in
            #expect(planner.degraded(question(sound, capabilities: capabilities)) == degraded)
        }
    }

    @Test func `the agent plays a critical sound, whatever the server can do`() throws {
        let alarm = Sound(name: "bell", isCritical: true, volume: 0.25)
        try withPlanner { planner, root in
            let file = "\(root)/data/sounds/freedesktop/stereo/bell.oga"
            #expect(
                planner.plan(question(alarm, capabilities: ["sound"]))
                    == .ours(file: file, volume: 0.25, isCritical: true))
        }
        try withPlanner(players: []) { planner, _ in
            #expect(planner.plan(question(alarm, capabilities: ["sound"])) == .server(name: "bell"))
            #expect(planner.degraded(question(alarm, capabilities: ["sound"])) == ["sound.volume"])
        }
    }

    @Test func `a silent notification tells the server to be silent`() throws {
        try withPlanner { planner, _ in
            #expect(planner.plan(question(.standard, isSilenced: true)) == .silence)
            #expect(planner.plan(question(nil, isSilenced: true)) == .silence)
            #expect(planner.plan(question(.standard, level: .passive)) == .silence)
            #expect(planner.plan(question(.standard, hints: ["suppress-sound": .boolean(true)])) == .unsaid)
        }
    }

    @Test(
        arguments: [
            // Server name, capabilities; a notification without a sound, one of the command line, and one with a sound.
            ("Notification Daemon", ["sound"], .silence, .unsaid, .server(name: "bell")),
            ("Budgie Notification Server", ["sound"], .silence, .unsaid, .server(name: "bell")),
            ("io.elementary.notifications", [], .unsaid, .unsaid, .unsaid),
            ("DeepinNotifications", [], .unsaid, .unsaid, .unsaid),
            ("gnome-shell", ["sound"], .unsaid, .unsaid, .server(name: "bell")),
        ] as [(String, [String], SoundPlan, SoundPlan, SoundPlan)])
    func `servers that play unrequested sounds are told not to, if that helps`(
        server: String, capabilities: [String], without: SoundPlan, ofCommandLine: SoundPlan, with: SoundPlan
    ) throws {
        try withPlanner { planner, _ in
            #expect(planner.plan(question(nil, server: server, capabilities: capabilities)) == without)
            #expect(
                planner.plan(question(nil, server: server, capabilities: capabilities, app: "cli")) == ofCommandLine)
            #expect(planner.plan(question(Sound(name: "bell"), server: server, capabilities: capabilities)) == with)
        }
    }

    @Test func `a server that falsely claims sound is not believed`() throws {
        try withPlanner { planner, _ in
            guard
                case .ours = planner.plan(question(.standard, server: "cosmic-notifications", capabilities: ["sound"]))
            else {
                Issue.record("COSMIC has no sound.")
                return
            }
        }
    }
}
