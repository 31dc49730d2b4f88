// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// The desktop's Do Not Disturb: read for Belfry's sounds and for the settings, for each server in its own way.
@Suite struct DoNotDisturbTests {
    /// Waits for the next sound, which proves that notifications before it made none.
    private func expectSilence(_ agent: TestAgent, _ played: Mailbox<String>) async throws {
        _ = try await agent.proxy().add(request("plain", ["sound": .string("default")]))
        _ = try await agent.proxy().add(
            request("alarm", ["sound": .properties(["name": .string("bell"), "critical": .boolean(true)])]))
        #expect(try await played.next().hasSuffix("/bell.oga"))
        #expect(played.takeAll().isEmpty)
    }

    @Test(arguments: [
        ("gnome-shell", "org/gnome/desktop/notifications", "show-banners", "false", "true"),
        ("cinnamon", "org/cinnamon/desktop/notifications", "display-notifications", "false", "true"),
        ("io.elementary.notifications", "io/elementary/notifications", "do-not-disturb", "true", "false"),
    ])
    func `a setting of the desktop is read`(
        server: String, path: String, key: String, on: String, off: String
    ) async throws {
        var script = ScriptedServerScript()
        script.configuration.information.name = server
        // Without such a desktop its schema is missing, and the setting is unknown.
        let schema = path.replacing("/", with: ".")
        let isInstalled = try await Program.run(["gsettings", "get", schema, key]).status == 0
        try await withAgentAndServer(script: script, environment: ["GSETTINGS_BACKEND": "keyfile"]) { agent, _ in
            for (value, isOn) in [(on, true), (off, false)] {
                let folder = agent.folders.path + "/config/glib-2.0/settings"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try agent.folders.write("[\(path)]\n\(key)=\(value)\n", to: folder + "/keyfile")
                #expect(try await agent.proxy().settings()["doNotDisturb"]?.bool == (isInstalled ? isOn : nil))
            }
        }
    }

    @Test(arguments: [
        ("lxqt-notificationd", "lxqt/notifications.conf", "[General]\ndoNotDisturb=true\n", "doNotDisturb=false\n"),
        ("cosmic-notifications", "cosmic/com.system76.CosmicNotifications/v1/do_not_disturb", "true", "false"),
    ])
    func `a file of the desktop is read`(server: String, path: String, on: String, off: String) async throws {
        var script = ScriptedServerScript()
        script.configuration.information.name = server
        try await withAgentAndServer(script: script) { agent, _ in
            #expect(try await agent.proxy().settings()["doNotDisturb"] == nil)
            let file = URL(filePath: agent.folders.path + "/config/" + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            for (text, isOn) in [(on, true), (off, false)] {
                try agent.folders.write(text, to: file.path)
                #expect(try await agent.proxy().settings()["doNotDisturb"]?.bool == isOn)
                #expect(try await agent.proxy().status()["doNotDisturb"]?.bool == isOn)
                let told = try await agent.belfry(["status"]).output.contains("Do Not Disturb is on")
                #expect(told == isOn)
            }
        }
    }

    @Test func `mako's mode is read`() async throws {
        try await withAgent { agent in
            try await withServer(.mako, on: agent.bus) { _ in
                while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
                for (modes, isOn) in [(["default"], false), (["default", "do-not-disturb"], true)] {
                    let call = Message.methodCall(
                        destination: "org.freedesktop.Notifications", path: "/fr/emersion/Mako",
                        interface: "fr.emersion.Mako",
                        member: "SetModes", arguments: [.strings(modes)])
                    _ = try await agent.connection.call(call)
                    #expect(try await agent.proxy().settings()["doNotDisturb"]?.bool == isOn)
                }
            }
        }
    }

    @Test func `Belfry is silent while dunst is paused, except for critical sounds`() async throws {
        try await withAgent(prepare: { try $0.addSounds() }) { agent in
            try await withDunst(on: agent.bus) { dunst in
                while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
                let played = try await agent.words(of: AgentFolders.playerInterface)
                #expect(try await agent.proxy().settings()["doNotDisturb"]?.bool == false)
                _ = try await agent.proxy().add(request("heard", ["sound": .string("default")]))
                #expect(try await played.next().hasSuffix("/message-new-instant.oga"))

                let pause = Message.methodCall(
                    destination: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
                    interface: "org.freedesktop.DBus.Properties", member: "Set",
                    arguments: [.string("org.dunstproject.cmd0"), .string("paused"), .variant(.boolean(true))])
                _ = try await agent.connection.call(pause)
                #expect(try await agent.proxy().settings()["doNotDisturb"]?.bool == true)
                try await expectSilence(agent, played)
            }
        }
    }
}
