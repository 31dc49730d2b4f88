// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport

/// Sounds: played by the server, or else by the agent with a player that records its arguments.
@Suite struct SoundTests {
    private static let ogg = Data("OggS".utf8)

    private func prepare(_ folders: AgentFolders) throws { try folders.addSounds() }

    private func sounding(_ capabilities: String...) -> ScriptedServerScript {
        var script = ScriptedServerScript()
        script.configuration.capabilities += capabilities
        return script
    }

    private func theme(_ agent: TestAgent, _ name: String) -> String {
        "\(agent.folders.data)/sounds/freedesktop/stereo/\(name).oga"
    }

    @Test func `if the server has no sound, the agent plays it, and tells the server`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            let outcome = try await agent.proxy().add(request("tea", ["sound": .string("default")]))
            #expect(outcome["degraded"] == nil)

            #expect(try await played.next() == "--volume=1.00 \(theme(agent, "message-new-instant"))")
            let shown = try await server.nextNotification()
            #expect(shown.hints.suppressesSound && shown.hints.soundName == nil)

            // A notification without a sound is left to the server.
            _ = try await agent.proxy().add(request("plain"))
            let plain = try await server.nextNotification()
            #expect(!plain.hints.suppressesSound)
        }
    }

    @Test func `if the server has sound, it gets the name or the copy, and the agent plays nothing`() async throws {
        try await withAgentAndServer(script: sounding("sound"), prepare: prepare) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            _ = try await agent.proxy().add(request("one", ["sound": .string("bell")]))
            let named = try await server.nextNotification()
            #expect(named.hints.soundName == "bell" && named.hints.soundFile == nil && !named.hints.suppressesSound)

            let original = try agent.folders.file("my sound.ogg", Self.ogg)
            let outcome = try await agent.proxy().add(
                request("two", ["sound": .string("file://\(original)".replacing(" ", with: "%20"))]))
            #expect(outcome["degraded"] == nil)
            let filed = try await server.nextNotification()
            let copy = try #require(filed.hints.soundFile)
            #expect(copy.hasPrefix(agent.folders.data + "/belfry/attachments/") && copy.hasSuffix("/sound.ogg"))
            #expect(filed.hints.soundName == nil)
            // The copy is deleted with the request.
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().removeDelivered(["two"])
            try await events.next("removed", of: "two")
            try await withDeadline { while access(copy, F_OK) == 0 { _ = try await agent.proxy().status() } }
            // The agent plays a critical one nevertheless; it comes after the others, which therefore were not played.
            _ = try await agent.proxy().add(
                request(
                    "alarm",
                    [
                        "sound": .properties([
                            "name": .string("alarm-clock-elapsed"), "critical": .boolean(true), "volume": .double(0.4),
                        ])
                    ]))
            #expect(try await played.next() == "--volume=0.40 \(theme(agent, "alarm-clock-elapsed"))")
            #expect(try await server.nextNotification().hints.suppressesSound)
        }
    }

    @Test func `a file is copied at once, and played after its original has gone`() async throws {
        let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
        try await withAgentAndServer(environment: noon, prepare: prepare) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            let original = try agent.folders.file("ring.ogg", Self.ogg)
            _ = try await agent.proxy().add(request("ring", ["sound": .string(original), "trigger": tomorrow]))
            let pending = try await agent.proxy().pending().first?["sound"]?.string
            #expect(pending != original)
            try FileManager.default.removeItem(atPath: original)
            try await agent.clock.advance(86400)

            #expect(try await played.next() == "--volume=1.00 \(pending ?? "")")
            _ = try await server.nextNotification()
        }
    }

    @Test func `a hundred notifications make one sound`() async throws {
        // A server without a limit, and an agent without one, so that all are shown.
        try await withAgentAndServer(configuration: "[flood]\nburst = 0\n", prepare: prepare) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            let requests = (1...100).map { request("n\($0)", ["sound": .string("bell")]) }
            let start = ContinuousClock.now
            _ = try await agent.proxy().addAll(requests)
            for _ in 1...100 { #expect(try await server.nextNotification().hints.suppressesSound) }
            let seconds = (ContinuousClock.now - start).components.seconds
            _ = try await played.next()
            // One sound for each second that a slow machine takes for them, and the first.
            #expect(played.takeAll().count <= Int(seconds) + 1)
        }
    }

    @Test func `a notification that the server accepts at the second try is heard once`() async throws {
        let excess = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
        var script = ScriptedServerScript()
        script.answer = .error(BusError(name: excess, message: ""))
        let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
        try await withAgentAndServer(script: script, environment: noon, prepare: prepare) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            _ = try await agent.proxy().add(request("tea", ["sound": .string("bell")]))
            while true { if case .notify = try await server.nextCall() { break } }
            await server.change { $0.answer = .number }
            // The second try waits on this clock, after the agent has got the first error.
            try await withDeadline { while await server.open.isEmpty { try await agent.clock.advance(2) } }
            #expect(try await server.nextNotification().hints.suppressesSound)
            #expect(try await played.next() == "--volume=1.00 \(theme(agent, "bell"))")
            // A critical sound is played after any other, so there was no other.
            _ = try await agent.proxy().add(
                request("alarm", ["sound": .properties(["name": .string("bell"), "critical": .boolean(true)])]))
            #expect(try await played.next() == "--volume=1.00 \(theme(agent, "bell"))")
            #expect(played.takeAll().isEmpty)
        }
    }

    @Test func `an edit keeps the sound's file, and a long path is no name that is too long`() async throws {
        try await withAgent(prepare: prepare) { agent in
            let folder = agent.folders.path + "/files/" + String(repeating: "x", count: 200)
            try FileManager.default.createDirectory(atPath: folder + "/y", withIntermediateDirectories: true)
            let original = "\(folder)/y/\(String(repeating: "z", count: 100)).ogg"
            try Self.ogg.write(to: URL(filePath: original))
            let added = try await agent.belfry(
                "add", "--app", TestAgent.app, "--id", "ring", "--title", "Ring", "--in", "1h", "--sound", original)
            #expect(added.status == 0, "\(added.errors)")
            try FileManager.default.removeItem(atPath: original)
            let edited = try await agent.belfry("edit", "ring", "--app", TestAgent.app, "--title", "Louder")
            #expect(edited.status == 0, "\(edited.errors)")
            let copy = try await agent.proxy().pending().first?["sound"]?.string ?? ""
            #expect(copy.hasPrefix(agent.folders.data + "/belfry/attachments/"))
            #expect(FileManager.default.contents(atPath: copy) == Self.ogg)
        }
    }

    @Test func `a missing player is reported by add and logged at the due time`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let outcome = try await agent.proxy().add(request("tea", ["sound": .string("default")]))
            #expect(outcome["degraded"]?.strings == ["sound"])
            #expect(try await !server.nextNotification().hints.suppressesSound)
            #expect(try await events.next("unplayed", of: "tea").detail["reason"]?.string?.hasPrefix("no ") == true)
        }
    }

    @Test func `a player that fails is logged, and one that runs for ever is ended`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let events = try await AgentEvents(of: agent)
            try agent.folders.addPlayer("pw-play", "exit 3")
            _ = try await agent.proxy().add(request("tea", ["sound": .string("bell")]))
            _ = try await server.nextNotification()
            #expect(try await events.next("unplayed", of: "tea").detail["reason"]?.string == "pw-play failed")
        }
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            try agent.folders.addPlayer(
                "pw-play",
                """
                sleep 1000 &
                gdbus emit --session --object-path /player --signal \(AgentFolders.playerInterface).Played "'$$ $!'"
                wait
                """)
            _ = try await agent.proxy().add(request("tea", ["sound": .string("bell")]))
            let processes = try await played.next().split(separator: " ").compactMap { Int32($0) }
            #expect(processes.count == 2)
            // The agent's end ends its sounds.
            agent.signal(SIGTERM)
            try await agent.end()
            for process in processes { try await waitForEnd(of: process) }
        }
    }

    @Test func `if a player does not work here, the next one plays`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            try agent.folders.addPlayer("paplay", telling: "$*")
            try agent.folders.addPlayer("pw-play", "exit 1")
            _ = try await agent.proxy().add(
                request("tea", ["sound": .properties(["name": .string("bell"), "volume": .double(0.5)])]))
            #expect(try await played.next() == "--volume=32768 \(theme(agent, "bell"))")
            _ = try await server.nextNotification()
        }
    }

    @Test func `a real player plays a real sound`() async throws {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let tell = "gdbus emit --session --object-path /p --signal \(AgentFolders.playerInterface).Played \"'heard'\""
        try await withAgentAndServer(environment: ["BELFRY_SOUND_PATH": path]) { folders in
            let script = try folders.file("play", "aplay --quiet -D null \"$1\" && \(tell)\n".utf8)
            try folders.configure("[sound]\nplayer = [\"sh\", \"\(script)\", \"%f\"]\n")
        } _: { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            // A tenth of a second at 8000 samples of one byte.
            var wave = Data("RIFF".utf8) + Data([0x44, 3, 0, 0]) + Data("WAVEfmt ".utf8)
            wave.append(contentsOf: [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0])
            wave.append(contentsOf: Data("data".utf8) + Data([0x20, 3, 0, 0]) + Data(repeating: 0x80, count: 800))
            let file = try agent.folders.file("beep.wav", wave)
            let outcome = try await agent.proxy().add(request("tea", ["sound": .string(file)]))
            #expect(outcome["degraded"] == nil)
            #expect(try await played.next() == "heard")
            _ = try await server.nextNotification()
        }
    }

    @Test func `a forbidden sound is not played, by the server or by the agent`() async throws {
        for script in [sounding(), sounding("sound")] {
            try await withAgentAndServer(
                script: script, configuration: "[applications.\"\(TestAgent.app)\"]\nsound = false\n", prepare: prepare
            ) { agent, server in
                let played = try await agent.words(of: AgentFolders.playerInterface)
                let outcome = try await agent.proxy().add(
                    request("tea", ["sound": .string("bell"), "hints": .properties(["sound-name": .string("bell")])]))
                #expect(outcome["degraded"]?.strings == ["sound"])
                let shown = try await server.nextNotification()
                #expect(shown.hints.suppressesSound && shown.hints.soundName == nil)
                // Another application's sound is heard: the first one's would have come before it.
                _ = try await agent.proxy("loud").add(request("loud", ["sound": .string("default")]))
                let loud = try await server.nextNotification()
                if script.configuration.capabilities.contains("sound") {
                    #expect(loud.hints.soundName == "message-new-instant")
                } else {
                    #expect(try await played.next().hasSuffix("message-new-instant.oga"))
                }
            }
        }
    }

    @Test func `the person's own player, theme and switch are used`() async throws {
        let configuration = """
            [sound]
            player = ["./pot/play", "-v", "%p", "%f"]
            theme = "sea"
            """
        try await withAgentAndServer(prepare: { folders in
            try prepare(folders)
            let program = try folders.addPlayer("mine", telling: "mine $*")
            let text = configuration.replacing("./pot/play", with: program)
            try folders.configure(text)
            let sea = folders.data + "/sounds/sea/stereo"
            try FileManager.default.createDirectory(atPath: sea, withIntermediateDirectories: true)
            try Self.ogg.write(to: URL(filePath: sea + "/bell.oga"))
        }) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            _ = try await agent.proxy().add(
                request("tea", ["sound": .properties(["name": .string("bell"), "volume": .double(0.5)])]))
            #expect(
                try await played.next() == "mine -v 50 \(agent.folders.data)/sounds/sea/stereo/bell.oga")
            #expect(try await server.nextNotification().hints.suppressesSound)

            try agent.folders.configure("[sound]\nenabled = false\n")
            agent.signal(SIGHUP)
            try await withDeadline {
                while try await agent.proxy().add(
                    request("off", ["sound": .string("bell"), "trigger": tomorrow]))["degraded"]?.strings != ["sound"]
                {}
            }
        }
    }

    @Test func `a notification that is shown again is silent, and a nag is not`() async throws {
        let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
        var script = sounding("sound")
        // The server removes the notifications of an ended sender: after a restart they are shown again.
        script.configuration.information.name = "gnome-shell"
        try await withAgent(environment: noon, prepare: prepare) { agent in
            try await withScriptedServer(on: agent.bus, script: script) { server in
                try await agent.hasMet(server)
                _ = try await agent.proxy().add(request("tea", ["sound": .string("bell"), "nag": .string("5m")]))
                #expect(try await server.nextNotification().hints.soundName == "bell")
                try await agent.clock.advance(300)
                #expect(try await server.nextNotification().hints.soundName == "bell")

                agent.signal(SIGTERM)
                try await agent.end()
                try await agent.start(["BELFRY_NOW": "2026-11-21T12:05:30Z"])
                let again = try await server.nextNotification()
                #expect(again.hints.suppressesSound && again.hints.soundName == nil)
            }
        }
    }

    @Test func `a sound alone is played, and nothing is shown`() async throws {
        try await withAgentAndServer(script: sounding("sound"), prepare: prepare) { agent, server in
            let played = try await agent.words(of: AgentFolders.playerInterface)
            let outcome = try await agent.proxy().add(["identifier": .string("ding"), "sound": .string("bell")])
            #expect(outcome["degraded"] == nil)
            #expect(try await played.next() == "--volume=1.00 \(theme(agent, "bell"))")
            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `progress is updated in place, without another sound`() async throws {
        try await withAgentAndServer(script: sounding("sound")) { agent, server in
            let events = try await AgentEvents(of: agent)
            func add(_ percent: Int32) async throws -> ReceivedNotification {
                let added = try await agent.belfry(
                    "add", "--app", TestAgent.app, "--id", "copy", "--title", "Copying", "--sound", "default",
                    "--progress",
                    "\(percent)")
                #expect(added.status == 0, "\(added.errors)")
                let shown = try await server.nextNotification()
                try await events.next("shown", of: "copy")
                return shown
            }
            let first = try await add(10)
            #expect(first.hints.value == 10 && first.hints.soundName == "message-new-instant")
            let second = try await add(60)
            #expect(second.id == first.id && second.hints.value == 60)
            #expect(second.hints.suppressesSound && second.hints.soundName == nil)
        }
    }
}
