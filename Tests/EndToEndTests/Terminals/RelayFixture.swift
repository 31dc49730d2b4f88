// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc
import NotificationServer
import TestSupport
import Testing

/// `belfry desktop` in a scripted terminal, on a bus with a program that sends notifications.
struct RelayFixture: Sendable {
    let address: String
    let terminal: ScriptedTerminal
    let client: Connection
    /// Signals of the server, such as `ActionInvoked(1, snooze)`.
    let heard: Mailbox<String>
    fileprivate let process: Int32

    @discardableResult
    func notify(
        _ title: String, _ body: String = "", actions: [String] = [], replacing id: UInt32 = 0,
        hints: [String: Value] = [:]
    ) async throws -> UInt32 {
        let answer = try await call(
            "Notify",
            [
                .string("Kitchen"), .uint32(id), .string(""), .string(title), .string(body), .strings(actions),
                .properties(hints), .int32(-1),
            ])
        guard case .uint32(let number)? = answer.first else { return 0 }
        return number
    }

    @discardableResult
    func call(_ member: String, _ arguments: [Value]) async throws -> [Value] {
        let message = Message.methodCall(
            destination: NotificationServer.interfaceName, path: NotificationServer.path,
            interface: NotificationServer.interfaceName, member: member, arguments: arguments)
        return try await client.call(message, timeout: .seconds(10)).arguments
    }

    func hear(_ count: Int) async throws -> [String] {
        var texts: [String] = []
        for _ in 0..<count { texts.append(try await heard.next()) }
        return texts
    }

    /// Ends the program with its key, and returns its exit status.
    func quit() async throws -> Int32 {
        terminal.type("q")
        return try await ended()
    }

    /// Returns the exit status of the program.
    func ended() async throws -> Int32 {
        try await withDeadline(seconds: 20) {
            var status: Int32 = 0
            while waitpid(process, &status, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(5)) }
            return status >> 8 & 0xFF
        }
    }
}

/// Runs `body` with `belfry desktop` in a terminal; `environment` is added to an ssh session's.
///
/// - Parameters:
///   - script: The terminal's answers.
///   - words: Options of the command.
///   - environment: Variables of the command.
///   - ready: The text after which the body runs; nil doesn't wait.
///   - wrapper: A program in the terminal that starts the command, such as a multiplexer.
///   - body: The test.
/// - Throws: The error of a program that doesn't start, or of the test.
func withRelay(
    _ script: ScriptedTerminal.Script, _ words: [String] = [], environment: [String: String] = [:],
    ready: String? = "handed on", wrapper: ([String]) -> [String] = { $0 },
    _ body: (RelayFixture) async throws -> Void
) async throws {
    try await withPrivateBus { address in
        let loop = EventLoop.onOwnThread(named: "terminal")
        defer { loop.stop() }
        let terminal = try ScriptedTerminal(script, on: loop)
        defer { terminal.end() }
        var variables = [
            "DBUS_SESSION_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "NO_COLOR": "1",
            "SSH_CONNECTION": "10.0.0.1 2200 10.0.0.2 22", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
        ]
        variables.merge(environment) { _, new in new }
        let command = try wrapper([TestAgent.program("belfry"), "desktop"] + words)
        let device = terminal.device
        let process = try spawn(
            command, descriptors: [0: device, 1: device, 2: device], environment: variables,
            inheritsEnvironment: false)
        defer {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        let client = try Connection(to: .at(address), on: loop)
        let heard = Mailbox<String>()
        try await client.subscribe(to: MatchRule(interface: NotificationServer.interfaceName)) { signal in
            let arguments = signal.arguments.map { $0.string ?? $0.int.map(String.init) ?? "?" }
            heard.put("\(signal.member ?? "?")(\(arguments.joined(separator: ", ")))")
        }
        try await terminal.waits(for: "No notification is open")
        if let ready { try await terminal.waits(for: ready) }
        try await body(
            RelayFixture(address: address, terminal: terminal, client: client, heard: heard, process: process))
        await client.close()
    }
}
