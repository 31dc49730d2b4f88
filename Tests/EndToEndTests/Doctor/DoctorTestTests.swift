// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// `belfry doctor --test`: a real notification, and the response to it.
@Suite(.serialized) struct DoctorTestTests {
    @Test func `a press of its button is reported, and the notification is removed`() async throws {
        try await withAgentAndServer { agent, server in
            async let report = agent.doctor("--test")
            let shown = try await server.nextNotification()
            #expect(shown.labels.contains("It works"))
            await server.press(shown.key(of: "It works"), on: shown)

            let result = try await report

            #expect(result["test.shown"]?.state == "ok")
            #expect(result["test.answer"]?.value == "the press of the test notification's button came back")
            #expect(result["test.answer"]?.state == "ok")
            #expect(result.errors.contains("press its button within 30 s"))
            #expect(try await agent.proxy().delivered().isEmpty)
            #expect(try await agent.proxy().pending().isEmpty)
            #expect(try await agent.proxy().status()["responses"]?.int == 0)
        }
    }

    @Test func `a dismissal and a click are told apart from a press`() async throws {
        try await withAgentAndServer { agent, server in
            async let dismissed = agent.doctor("--test")
            await server.dismiss(try await server.nextNotification())
            #expect(try await dismissed["test.answer"]?.state == "note")
            #expect(try await dismissed["test.answer"]?.value.contains("dismissed") == true)

            async let clicked = agent.doctor("--test")
            let shown = try await server.nextNotification()
            await server.press("default", on: shown)
            #expect(try await clicked["test.answer"]?.value.contains("click") == true)
            #expect(try await clicked["test.answer"]?.state == "ok")
        }
    }

    @Test func `no response within the given time is a warning`() async throws {
        try await withAgentAndServer { agent, server in
            let report = try await agent.doctor("--test", "--wait", "200ms")

            #expect(report["test.shown"]?.state == "ok")
            #expect(report["test.answer"]?.state == "warning")
            #expect(report["test.answer"]?.value == "nothing came back in 0.2 s")
            // The notification is removed, too.
            let shown = try await server.nextNotification()
            #expect(try await server.nextClosing().id == shown.id)
        }
    }

    @Test func `without a server, or held back, it says why nothing is shown`() async throws {
        try await withAgent { agent in
            let report = try await agent.doctor("--test")
            #expect(report["test.shown"]?.state == "problem")
            #expect(report["test.shown"]?.value.contains("no notification server is running") == true)
            #expect(report["test.answer"] == nil)
        }
        try await withAgentAndServer { agent, _ in
            #expect(try await agent.belfry("pause").status == 0)
            let report = try await agent.doctor("--test", "--wait", "200ms")
            #expect(report["test.shown"]?.state == "note")
            #expect(report["test.shown"]?.value.contains("held back") == true)
            #expect(report["test.answer"]?.state == "note")
            #expect(try await agent.proxy().missed().isEmpty)
        }
    }

    // The finding said that there was no server, although the bus could start one.
    @Test func `a server that the bus starts shows the notification`() async throws {
        try await withAgent(activates: true) { agent in
            let program = try TestAgent.program("belfry")
            try agent.folders.write(
                "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(program) desktop --press It --once\n",
                to: agent.folders.services + "/server.service")
            try await agent.reloadBus()

            let report = try await agent.doctor("--test")

            #expect(report["server.owner"]?.state == "note")
            #expect(report["test.shown"]?.state == "ok", "\(report.findings)")
            #expect(report["test.answer"]?.state == "ok")
        }
    }

    @Test func `a server that ends meanwhile gives no answer`() async throws {
        try await withAgentAndServer { agent, server in
            async let report = agent.doctor("--test", "--wait", "2s")
            _ = try await server.nextNotification()
            await server.leave()
            #expect(try await report["test.answer"]?.state == "warning")
        }
    }

    @Test func `wrong words are refused`() async throws {
        for words in [["--wait", "5s"], ["--test", "--wait", "5"], ["--test", "--wait", "soon"], ["now"]] {
            let program = try await Stranger.runLimited([TestAgent.program("belfry"), "doctor"] + words, on: "")
            #expect(program.status == 2, "\(words): \(program.errors)")
        }
    }

    @Test func `dunst: a press and a dismissal are reported`() async throws {
        try await withAgent { agent in
            try await withDunst(on: agent.bus) { dunst in
                while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
                let events = try await AgentEvents(of: agent)

                async let pressed = agent.doctor("--test", "--wait", "20s")
                let identifier = try await events.next("shown").identifier
                try await dunst.context(choosing: "#It works ")
                let report = try await pressed
                #expect(report["server.name"]?.value.hasPrefix("dunst ") == true)
                #expect(report["server.owner"]?.value.contains("/dunst") == true)
                #expect(report["server.profile"]?.value == "dunst")
                #expect(report["desktop.disturb"]?.value == "Do Not Disturb is off, by org.dunstproject.cmd0 paused")
                #expect(report["test.answer"]?.state == "ok", "\(identifier): \(report.findings)")

                async let dismissed = agent.doctor("--test", "--wait", "20s")
                try await events.next("shown")
                try await dunst.close()
                #expect(try await dismissed["test.answer"]?.value.contains("dismissed") == true)

                let pause = Message.methodCall(
                    destination: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
                    interface: "org.freedesktop.DBus.Properties", member: "Set",
                    arguments: [.string("org.dunstproject.cmd0"), .string("paused"), .variant(.boolean(true))])
                _ = try await agent.connection.call(pause)
                let paused = try await agent.doctor()["desktop.disturb"]
                #expect(paused?.state == "note")
                #expect(paused?.value.hasPrefix("Do Not Disturb is on, by org.dunstproject.cmd0 paused") == true)
            }
        }
    }
}
