// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing

/// Notifications that real terminals and multiplexers are handed by `belfry desktop`.
@Suite(.serialized) struct RealTerminalTests {
    private static let actions = ["default", "Open", "snooze", "Snooze 5 min"]

    /// Skips the test on a machine without the program.
    private static func needs(_ program: String) throws {
        guard access("/usr/bin/\(program)", X_OK) != 0 else { return }
        try Test.cancel("NOT TESTED HERE: notifications in \(program), which is missing.")
    }

    /// Runs `belfry desktop` in a terminal, between a bus here and one where the terminal is.
    ///
    /// - Parameters:
    ///   - screen: The kind of screen of the terminal.
    ///   - terminal: The command line of the terminal, for a folder with its files and the command that it runs.
    ///   - body: The test. It gets a notification's sender here, the signals to it, and the server where the terminal is.
    /// - Throws: The error of a program that doesn't start, or of the test.
    private func withTerminal(
        _ screen: Screen, _ terminal: (String, [String]) throws -> [String],
        _ body: (Connection, Mailbox<String>, ScriptedServer) async throws -> Void
    ) async throws {
        let folder = try temporaryFolder("terminal")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withPrivateBus { far in
            try await withPrivateBus { near in
                try await screen.open(in: folder) { variables in
                    try await withScriptedServer(on: near) { server in
                        try await withConnection(to: far, named: "sender") { sender in
                            let heard = Mailbox<String>()
                            try await sender.subscribe(to: MatchRule(interface: NotificationServer.interfaceName)) {
                                heard.put("\($0.member ?? "?") \($0.arguments.last?.string ?? "")")
                            }
                            let owners = try await sender.owners(of: NotificationServer.interfaceName)
                            let command = try [
                                "env", "DBUS_SESSION_BUS_ADDRESS=\(far)", "SSH_CONNECTION=1",
                                TestAgent.program("belfry"),
                                "desktop",
                            ]
                            var environment = [
                                "DBUS_SESSION_BUS_ADDRESS": near, "LC_ALL": "C.UTF-8", "HOME": folder,
                                "PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder,
                                "XDG_RUNTIME_DIR": folder, "LIBGL_ALWAYS_SOFTWARE": "1",
                            ]
                            environment.merge(variables) { _, new in new }
                            let process = try spawn(
                                terminal(folder, command), environment: environment, inheritsEnvironment: false)
                            defer {
                                kill(process, SIGKILL)
                                var status: Int32 = 0
                                waitpid(process, &status, 0)
                            }
                            while try await owners.next(seconds: 30) == nil {}
                            try await body(sender, heard, server)
                        }
                    }
                }
            }
        }
    }

    private static func notify(_ title: String, _ body: String, from sender: Connection) async throws {
        _ = try await sender.call(
            .methodCall(
                destination: NotificationServer.interfaceName, path: NotificationServer.path,
                interface: NotificationServer.interfaceName, member: "Notify",
                arguments: [
                    .string("Kitchen"), .uint32(0), .string(""), .string(title), .string(body), .strings(actions),
                    .properties([:]), .int32(-1),
                ]))
    }

    /// Debian 12 has kitty 0.26, which doesn't answer `p=?` and has no buttons; it reports a press on the notification.
    @Test func `kitty shows a notification, and a press on it is the answer`() async throws {
        try Self.needs("kitty")
        try await withTerminal(.x11, { _, command in ["kitty", "--config", "NONE"] + command }) {
            sender, heard, server in
            try await Self.notify("Tea; é", "is <b>ready</b>\nnow", from: sender)
            let shown = try await server.nextNotification()
            #expect(shown.appName == "kitty" && shown.summary == "Tea; é" && shown.body == "is ready\nnow")

            await server.press("default", on: shown)

            #expect(try await heard.next() == "ActionInvoked default")
        }
    }

    /// Debian 12 has foot 1.13, which has OSC 777 and starts notify-send for it.
    @Test func `foot shows a notification`() async throws {
        try Self.needs("foot")
        let terminal = { (folder: String, command: [String]) in
            try Data("notify-focus-inhibit=no\nnotify=notify-send ${title} ${body}\n".utf8)
                .write(to: URL(filePath: folder + "/foot.ini"))
            return ["foot", "--config", folder + "/foot.ini"] + command
        }
        try await withTerminal(.wayland, terminal) { sender, _, server in
            try await Self.notify("Tea; é", "is <b>ready</b>\nnow", from: sender)
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Tea, é" && shown.body == "is ready now")
        }
    }

    @Test(
        arguments: [
            ([], "Inside tmux, notifications are not handed on", []),
            (["--passthrough", "tmux", "--relay", "osc777"], "(OSC 777, through tmux)", [777]),
            (["--passthrough", "tmux", "--relay", "osc99"], "(OSC 99, through tmux)", [99]),
        ] as [([String], String, [Int])])
    func `tmux passes notifications on where it is asked to`(words: [String], said: String, forms: [Int]) async throws {
        try Self.needs("tmux")
        let folder = try temporaryFolder("tmux")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tmux = ["tmux", "-S", folder + "/socket", "-f", "/dev/null"]
        let inside = { (command: [String]) in
            let words = command.map { "'\($0)'" }.joined(separator: " ")
            return ["setsid", "--ctty", "--wait"] + tmux + [
                "new-session", "tmux -S '\(folder)/socket' set -p allow-passthrough on; exec \(words)",
            ]
        }
        do {
            try await withRelay(.able, words, ready: said, wrapper: inside) { relay in
                let body = String(repeating: "日本", count: 300)
                try await relay.notify("Tea", body, actions: Self.actions)
                try await relay.terminal.waits(for: "#1 Tea")
                for form in forms {
                    let shown = try await relay.terminal.shown.next()
                    #expect(shown.form == form && shown.title == "Tea" && body.hasPrefix(shown.body.prefix(400)))
                    #expect(shown.keys["a"] == nil && shown.buttons.isEmpty)
                }
                if forms.isEmpty {
                    #expect(!relay.terminal.output.contains("notify;") && !relay.terminal.output.contains("^]99;"))
                }
            }
        } catch {
            _ = try await Program.run(tmux + ["kill-server"])
            throw error
        }
        _ = try await Program.run(tmux + ["kill-server"])
    }
}
