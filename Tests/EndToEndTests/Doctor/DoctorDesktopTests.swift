// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// The findings of `belfry doctor` about the desktop: the programs that replace missing features of the server.
@Suite(.serialized) struct DoctorDesktopTests {
    @Test func `known peculiarities of a server are reported, and an unknown server, too`() async throws {
        var script = ScriptedServerScript()
        script.configuration.information = ServerInformation(name: "mako", vendor: "emersion", version: "1.9")
        try await withAgentAndServer(script: script) { agent, _ in
            let report = try await agent.doctor()
            #expect(report["server.name"]?.value.hasPrefix("mako 1.9 of emersion") == true)
            #expect(report["server.profile"]?.value == "mako")
            #expect(report["server.difference"]?.value.hasPrefix("It draws no buttons on a notification") == true)
        }
        script.configuration.information = ServerInformation(name: "nobody's", vendor: "", version: "")
        try await withAgentAndServer(script: script) { agent, _ in
            let report = try await agent.doctor()
            #expect(report["server.name"]?.value.hasPrefix("nobody's") == true)
            #expect(report["server.profile"]?.state == "note")
            #expect(report.names.count { $0 == "server.difference" } > 1)
        }
    }

    @Test func `the program that plays sounds is reported, or that there is none`() async throws {
        func sound(_ configuration: String?, _ folder: String?) async throws -> DoctorReport.Finding? {
            try await withAgent(configuration: configuration) { agent in
                let player = try agent.folders.file("pw-play", "#!/bin/sh\n".utf8, mode: 0o700)
                let files = String(player.dropLast("/pw-play".count))
                try await agent.kill()
                try await agent.start(["BELFRY_SOUND_PATH": folder ?? files])
                return try await withScriptedServer(on: agent.bus) { server in
                    try await agent.hasMet(server)
                    let found = try await agent.doctor()["desktop.sound"]
                    #expect(folder != nil || configuration != nil || found?.value.contains(player) == true)
                    return found
                }
            }
        }
        #expect(try await sound(nil, nil)?.state == "ok")
        #expect(try await sound(nil, "/nonexistent")?.state == "warning")
        #expect(try await sound("[sound]\nenabled = false\n", nil)?.state == "note")
    }

    @Test(arguments: [("[\"/bin/cat\", \"%t\"]", "ok"), ("[]", "warning"), ("[\"/nonexistent/cat\"]", "warning")])
    func `the program that asks for a reply's text is reported, if one is needed`(command: String, state: String)
        async throws
    {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body"]
        try await withAgentAndServer(script: script, configuration: "[prompt]\ncommand = \(command)\n") { agent, _ in
            let reply = try await agent.doctor()["desktop.reply"]
            #expect(reply?.state == state)
            #expect(state != "ok" || reply?.value == "asked for by /bin/cat")
        }
    }

    @Test func `the program that reports the lock is named`() async throws {
        try await withAgent { agent in
            #expect(try await agent.doctor()["desktop.lock"]?.state == "note")
            let saver = try await ScriptedScreenSaver(
                "org.gnome.ScreenSaver", at: "/org/gnome/ScreenSaver", on: agent.bus, loop: agent.loop)
            try await withDeadline {
                while try await agent.doctor()["desktop.lock"]?.value != "unlocked, by org.gnome.ScreenSaver" {
                    try await yieldUntilDeadline()
                }
            }
            try await saver.lock(true)
            try await withDeadline {
                while try await agent.doctor()["desktop.lock"]?.state != "note" { try await yieldUntilDeadline() }
            }
            #expect(
                try await agent.doctor()["desktop.lock"]?.value.hasPrefix("locked, by org.gnome.ScreenSaver") == true)
        }
    }

    @Test func `a dock that shows numbers is reported`() async throws {
        try await withAgent { agent in
            let dock = try agent.connect()
            _ = try await dock.requestName("com.canonical.Unity")
            #expect(try await agent.doctor()["desktop.badge"]?.state == "ok")
            await dock.close()
        }
    }
}
