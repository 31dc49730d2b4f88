// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

/// Programs in the style of 2010 to 2017: each compiles in both language modes, and runs on a real agent in one of them.
@Suite(.serialized) struct OlderProgramTests {
    @Test func `a manager class finds and cancels its reminders`() async throws {
        // The program also schedules a notification without a text, and has no handler for what can't be scheduled.
        let lines = try await run("ReminderManager", in: "6", errors: "nothing to present") { _, _ in }
        #expect(lines == ["Bread, Milk", "Bread", "3"])
    }

    @Test func `an active application gets the notification, and nothing is shown`() async throws {
        let lines = try await run("ActiveDelegate", in: "5") { server, ended in
            try await ended()
            #expect(server.takeNotifications().isEmpty)
        }
        #expect(lines == ["no options", "granted 7", "received Dinner active"])
    }

    @Test func `an application launches, has a badge, and ends by a signal`() async throws {
        let lines = try await run("LifeCycle", in: "6") { _, _ in }
        #expect(lines == ["will finish", "did finish", "active", "badge 4", "badge 0", "terminates"])
    }

    @Test func `a Mac application ends by a signal, too`() async throws {
        let lines = try await run("MacTerminated", in: "5") { _, _ in }
        #expect(lines == ["did finish", "terminates"])
    }

    @Test func `a settings screen follows what is registered`() async throws {
        let lines = try await run("SettingsScreen", in: "5") { _, _ in }
        #expect(
            lines == [
                "alerts false, sounds false, badges false", "alerts true, sounds true, badges false",
                "alerts false, sounds false, badges false",
            ])
    }

    @Test func `snooze and done`() async throws {
        let lines = try await run("SnoozeActions", in: "6") { server, _ in
            let first = try await server.nextNotification()
            #expect(first.body == "Pills")
            // The destructive action is last.
            #expect(first.actions.map(\.label).filter { $0 != "Open" } == ["Snooze", "Done"])
            await server.press(first.key(of: "Snooze"), on: first)
            let second = try await server.nextNotification()
            #expect(second.body == "Pills again")
            await server.press(second.key(of: "Done"), on: second)
        }
        #expect(lines == ["SNOOZE_IDENTIFIER background", "DONE_IDENTIFIER background"])
    }

    @Test func `a typed text reaches the delegate`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("inline-reply")
        let lines = try await run("TextReply", in: "5", script: script) { server, _ in
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Ann")
            await server.reply("Fine", to: shown)
        }
        #expect(lines == ["Ann: Fine"])
    }

    @Test func `repeating reminders are listed with their intervals`() async throws {
        let unsupported = "a repeat interval of less than a minute is not supported"
        let lines = try await run("RepeatingList", in: "6", errors: unsupported) { _, _ in }
        #expect(
            Set(lines.dropLast()) == [
                "Stretch: 32", "Water: 16", "Plants: 8192", "Rent: 8", "Birthday: 4", "Blink: 128",
            ])
        #expect(lines.last == "5")
    }

    @Test func `a running program follows the person's time zone`() async throws {
        let lines = try await run("TravelledZone", in: "5") { server, _ in
            let shown = try await server.nextNotification()
            #expect(shown.body == "Call")
        }
        #expect(lines == ["Europe/Berlin", "0 scheduled"])
    }

    @Test func `an archived notification is cancelled`() async throws {
        let lines = try await run("ArchivedNotification", in: "5") { _, _ in }
        #expect(lines == ["2", "Dentist tomorrow [1, 2]", "[\"Dentist\"]"])
    }

    @Test func `a desktop notification is delivered and clicked`() async throws {
        let lines = try await run("MacNotifier", in: "6") { server, _ in
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Build finished")
            #expect(shown.body == "belfry\n0 warnings")
            await server.press("default", on: shown)
        }
        #expect(lines == ["by hand", "delivered true", "1 12"])
    }

    @Test func `desktop notifications have buttons and replies`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("inline-reply")
        let lines = try await run("MacReminders", in: "5", script: script) { server, _ in
            let question = try await server.nextNotification()
            #expect(question.actions.map(\.label).filter { $0 != "Open" } == ["Join", "Late"])
            await server.press(question.key(of: "Late"), on: question)
            await server.reply("The bus", to: try await server.nextNotification())
        }
        #expect(lines == ["1 scheduled", "0 scheduled", "late", "The bus"])
    }

    /// Builds a program in a language mode and runs it; `body` plays the person. Returns the program's lines.
    ///
    /// `errors` is a part of the program's lines on standard error.
    private func run(
        _ name: String, in mode: String, errors: String = "", script: ScriptedServerScript = .init(),
        _ body: (ScriptedServer, () async throws -> Void) async throws -> Void
    ) async throws -> [String] {
        let folder = try TemporaryFolder()
        let compiler = SwiftCompiler(folder: folder.path)
        for other in SwiftCompiler.modes where other != mode { try await compiler.check(older: name, mode: other) }
        let path = try await compiler.build(older: name, mode: mode)
        return try await withAgentAndServer(script: script) { agent, server async throws in
            let environment = ["DBUS_SESSION_BUS_ADDRESS": agent.bus, "BELFRY_APP": "org.example.\(name)"]
            let program = Task { try await Program.run([path], environment: environment, seconds: 30) }
            try await body(server) { _ = try await program.value }
            let result = try await program.value
            #expect(result.status == 0, "\(name): \(result.output) \(result.errors)")
            #expect(errors.isEmpty ? result.errors.isEmpty : result.errors.contains(errors), "\(result.errors)")
            return result.output.split(separator: "\n").map(String.init)
        }
    }
}
