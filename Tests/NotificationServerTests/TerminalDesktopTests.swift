// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc
import NotificationServer
import TestSupport
import Testing

/// `belfry desktop` on a terminal of the test, with a client that sends notifications.
@Suite struct TerminalDesktopTests {
    /// A running `belfry desktop`.
    struct Fixture: Sendable {
        let address: String
        let terminal: PseudoTerminal
        let client: Connection
        let heard: Mailbox<Heard>
        /// Receives the exit status when it has ended.
        let ended: Mailbox<Int32>

        func notify(_ arguments: [Value]) async throws {
            let message = Message.methodCall(
                destination: NotificationServer.interfaceName, path: NotificationServer.path,
                interface: NotificationServer.interfaceName, member: "Notify", arguments: arguments)
            _ = try await client.call(message)
        }

        func hear(_ count: Int) async throws -> [String] {
            var texts: [String] = []
            for _ in 0..<count { texts.append(try await heard.next().description) }
            return texts
        }
    }

    private func withDesktop(
        colour: Bool = false, columns: UInt16 = 60, ready: String = "No notification is open",
        _ change: (inout TerminalDesktopOptions) -> Void = { _ in }, _ body: (Fixture) async throws -> Void
    ) async throws {
        try await withPrivateBus { address in
            let loop = EventLoop.onOwnThread(named: "desktop")
            let clientLoop = EventLoop.onOwnThread(named: "client")
            defer {
                loop.stop()
                clientLoop.stop()
            }
            var options = TerminalDesktopOptions()
            options.bus = .at(address)
            change(&options)
            let terminal = try PseudoTerminal(columns: columns, on: clientLoop)
            defer { terminal.end() }
            var environment = ["LANG": "C.UTF-8", "TERM": "xterm"]
            if !colour { environment["NO_COLOR"] = "1" }
            let desktop = TerminalDesktop(
                options, on: loop, input: terminal.device, output: terminal.device, errors: terminal.device,
                environment: environment, time: { "14:05" })
            let client = try Connection(to: .at(address), on: clientLoop)
            let ended = Mailbox<Int32>()
            let running = Task { ended.put(await desktop.run()) }
            let fixture = Fixture(
                address: address, terminal: terminal, client: client, heard: try await hearing(client), ended: ended)
            _ = try await terminal.text(until: ready)
            defer { running.cancel() }
            try await body(fixture)
            await client.close()
        }
    }

    private let tea = ReceivedNotification.arguments(
        title: "Tea", body: "is <b>ready</b>",
        actions: ["default", "Open", "snooze", "Snooze 5 min", "inline-reply", "Say"])

    @Test func `a notification is shown and a key answers it`() async throws {
        try await withDesktop { fixture in
            #expect(!fixture.terminal.isOrdinary)
            try await fixture.notify(tea)
            let shown = try await fixture.terminal.text(until: "#1 Tea  [1]")
            #expect(
                shown.hasPrefix(
                    """
                    \r^[K● #1 Kitchen · 14:05
                      Tea
                      is ready
                      [1] Snooze 5 min  [r] Say  [Enter] Open  [d] Dismiss

                    \r^[K#1 Tea  [1]
                    """))

            fixture.terminal.type("1")

            #expect(try await fixture.hear(2) == ["ActionInvoked(1, snooze)", "NotificationClosed(1, 2)"])
            #expect(try await fixture.terminal.text(until: "is open").contains("#1 → Snooze 5 min\n"))
            fixture.terminal.type("q")
            #expect(try await fixture.ended.next() == 0)
            #expect(fixture.terminal.isOrdinary)
        }
    }

    @Test func `a notification is shown in colour`() async throws {
        try await withDesktop(colour: true) { fixture in
            try await fixture.notify(tea)

            #expect(
                try await fixture.terminal.text(until: "#1 Tea  [1]").contains("  is ^[1mready^[0m\n  ^[36m[1] Snooze"))
        }
    }

    @Test func `a reply is typed and sent`() async throws {
        try await withDesktop { fixture in
            try await fixture.notify(tea)
            fixture.terminal.type("ron my weg\u{17}way")
            #expect(try await fixture.terminal.text(until: "on my way_").contains("Reply to #1: r"[...].dropLast()))

            fixture.terminal.type("\r")

            #expect(try await fixture.hear(2) == ["NotificationReplied(1, on my way)", "NotificationClosed(1, 2)"])
        }
    }

    @Test func `tab selects an older one, which is dismissed`() async throws {
        try await withDesktop { fixture in
            for title in ["One", "Two", "Three"] {
                try await fixture.notify(ReceivedNotification.arguments(title: title))
            }
            _ = try await fixture.terminal.text(until: "#3 Three (2 more: tab)")

            fixture.terminal.type("\t")
            _ = try await fixture.terminal.text(until: "#2 Two (2 more: tab)")
            fixture.terminal.type("d")

            #expect(try await fixture.hear(1) == ["NotificationClosed(2, 2)"])
            #expect(try await fixture.terminal.text(until: "#3 Three (1 more").contains("#2 → dismissed\n"))
        }
    }

    @Test func `replacements and closes are shown`() async throws {
        try await withDesktop { fixture in
            try await fixture.notify(tea)
            try await fixture.notify(ReceivedNotification.arguments(replacesID: 1, title: "Cold tea"))
            #expect(try await fixture.terminal.text(until: "Cold tea\n").contains("#1 Kitchen · 14:05 · changed\n"))

            let close = Message.methodCall(
                destination: NotificationServer.interfaceName, path: NotificationServer.path,
                interface: NotificationServer.interfaceName, member: "CloseNotification", arguments: [.uint32(1)])
            _ = try await fixture.client.call(close)

            _ = try await fixture.terminal.text(until: "#1 taken back by its program\n")
        }
    }

    @Test func `a notification without an answer expires`() async throws {
        try await withDesktop { fixture in
            try await fixture.notify(ReceivedNotification.arguments(timeout: 20))

            #expect(try await fixture.hear(1) == ["NotificationClosed(1, 1)"])
            _ = try await fixture.terminal.text(until: "#1 expired\n")
        }
    }

    @Test func `--press answers the first that has the button, and --once ends then`() async throws {
        let change = { (options: inout TerminalDesktopOptions) in
            options.press = PressPattern("snooze")
            options.once = true
        }
        try await withDesktop(change) { fixture in
            // A reply can't be pressed, because it has no text.
            try await fixture.notify(ReceivedNotification.arguments(actions: ["a", "Archive", "inline-reply", "Say"]))
            _ = try await fixture.terminal.text(
                until: "#1 does not offer the action that --press names; it offers: Archive\n")
            try await fixture.notify(tea)

            #expect(try await fixture.hear(2) == ["ActionInvoked(2, snooze)", "NotificationClosed(2, 2)"])
            #expect(try await fixture.ended.next() == 0)
            #expect(fixture.terminal.isOrdinary)
        }
    }

    @Test func `--json prints a line for each event`() async throws {
        let change = { (options: inout TerminalDesktopOptions) in
            options.press = PressPattern("Open")
            options.json = true
            options.once = true
        }
        try await withDesktop(columns: 60, ready: "\"ready\"", change) { fixture in
            try await fixture.notify(tea)
            #expect(try await fixture.ended.next() == 0)
            let lines = try await fixture.terminal.text(until: "\"closed\"").split(separator: "\n")
                .filter { $0.contains("{") }.map { $0.drop { $0 != "{" } }

            #expect(
                lines == [
                    #"{"actions":[{"key":"default","label":"Open"},{"key":"snooze","label":"Snooze 5 min"},"#
                        + #"{"key":"inline-reply","label":"Say"}],"app":"Kitchen","body":"is <b>ready</b>","#
                        + #""event":"shown","id":1,"replaces":false,"schema":1,"title":"Tea","urgency":"normal"}"#,
                    #"{"action":"default","event":"answered","id":1,"kind":"action","schema":1}"#,
                    #"{"event":"closed","id":1,"reason":"dismissed","schema":1}"#,
                ])
        }
    }

    @Test func `it reports that another server runs, and ends with 69`() async throws {
        try await withPrivateBus { address in
            try await withScriptedServer(on: address) { _ in
                let loop = EventLoop.onOwnThread(named: "desktop")
                defer { loop.stop() }
                let terminal = try PseudoTerminal(columns: 80, on: loop)
                defer { terminal.end() }
                var options = TerminalDesktopOptions()
                options.bus = .at(address)
                let desktop = TerminalDesktop(
                    options, on: loop, input: terminal.device, output: terminal.device, errors: terminal.device,
                    environment: [:])

                #expect(await desktop.run() == 69)
                let said = try await terminal.text(until: "--wait")
                #expect(said.contains("belfry: belfry 1.0 (process \(getpid())) shows the notifications here.\n"))
                #expect(terminal.isOrdinary)
            }
        }
    }

    @Test func `without a bus it says so and ends with 69`() async throws {
        let loop = EventLoop.onOwnThread(named: "desktop")
        defer { loop.stop() }
        let terminal = try PseudoTerminal(columns: 80, on: loop)
        defer { terminal.end() }
        var options = TerminalDesktopOptions()
        options.bus = .at("unix:path=/nonexistent")
        let desktop = TerminalDesktop(
            options, on: loop, input: terminal.device, output: terminal.device, errors: terminal.device,
            environment: [:])

        #expect(await desktop.run() == 69)
        _ = try await terminal.text(until: "belfry: the session bus cannot be served:")
    }

    @Test func `it gives the name to another server and ends`() async throws {
        try await withDesktop { fixture in
            try await fixture.notify(tea)
            try await withScriptedServer(on: fixture.address) { _ in
                #expect(try await fixture.ended.next() == 0)
                _ = try await fixture.terminal.text(until: "Another program shows the notifications from now on")
                #expect(fixture.heard.takeAll().isEmpty)
            }
        }
    }

    @Test func `with --wait it returns when the other server has ended`() async throws {
        try await withDesktop {
            $0.wait = true
        } _: { fixture in
            try await fixture.notify(tea)
            try await withScriptedServer(on: fixture.address) { _ in
                _ = try await fixture.terminal.text(until: "waiting until it goes.")
            }
            _ = try await fixture.terminal.text(until: "Notifications are shown here now")

            try await fixture.notify(tea)
            _ = try await fixture.terminal.text(until: "#1 Tea  [1]")
        }
    }

    @Test func `it ends with the bus`() async throws {
        try await withPrivateBusDaemon { bus in
            let loop = EventLoop.onOwnThread(named: "desktop")
            defer { loop.stop() }
            let terminal = try PseudoTerminal(columns: 80, on: loop)
            defer { terminal.end() }
            var options = TerminalDesktopOptions()
            options.bus = .at(bus.address)
            let desktop = TerminalDesktop(
                options, on: loop, input: terminal.device, output: terminal.device, errors: terminal.device,
                environment: [:])
            async let status = desktop.run()
            _ = try await terminal.text(until: "No notification is open")

            bus.kill()

            #expect(await status == 69)
            #expect(terminal.isOrdinary)
        }
    }
}
