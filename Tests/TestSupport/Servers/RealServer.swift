// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Synchronization

/// A real notification server on a virtual screen, and a simulated person.
///
/// `withServer(_:on:)` creates it. dunst has its own fixture, ``Dunst``.
package final class RealServer: Sendable {
    /// The servers that `packaging/test` installs, by the names of their programs.
    package enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
        case xfce4Notifyd = "xfce4-notifyd"
        case mateNotificationDaemon = "mate-notification-daemon"
        case notificationDaemon = "notification-daemon"
        case mako

        package var description: String { rawValue }

        var screen: Screen { self == .mako ? .wayland : .x11 }

        /// The file whose `Exec` line starts the server.
        var startFile: String {
            switch self {
            case .xfce4Notifyd: "/usr/share/dbus-1/services/org.xfce.xfce4-notifyd.Notifications.service"
            case .mateNotificationDaemon: "/usr/share/dbus-1/services/org.freedesktop.mate.Notifications.service"
            case .notificationDaemon: "/usr/share/applications/notification-daemon.desktop"
            case .mako: "/usr/share/dbus-1/services/fr.emersion.mako.service"
            }
        }
    }

    /// The error of a simulated action.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let kind: Kind
    let environment: [String: String]
    private let program: String
    private let process = Mutex<Int32>(0)

    init(_ kind: Kind, environment: [String: String]) throws {
        self.kind = kind
        self.environment = environment
        let lines = try String(contentsOfFile: kind.startFile, encoding: .utf8).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("Exec=") }) else {
            throw Failure(description: "\(kind.startFile) has no Exec line.")
        }
        program = String(line.dropFirst("Exec=".count))
    }

    /// Starts the server; the owner of the name changes when it is ready.
    package func start() throws {
        let log = Glibc.open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        let started = try spawn([program], descriptors: [1: log, 2: log], environment: environment)
        process.withLock { $0 = started }
    }

    private var log: String { (environment["HOME"] ?? "/tmp") + "/server.log" }

    /// The server's output, and whether it runs.
    var words: String {
        let pid = process.withLock(\.self)
        let printed = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return "\(kind) \(pid != 0 && kill(pid, 0) == 0 ? "runs" : "has ended"), and printed: \(printed.suffix(2000))"
    }

    /// Kills the server, as a crash would.
    package func stop() {
        let running = process.withLock { process in
            defer { process = 0 }
            return process
        }
        guard running != 0 else { return }
        kill(running, SIGKILL)
        var status: Int32 = 0
        waitpid(running, &status, 0)
    }

    // MARK: - The simulated person

    /// Presses the button with this label.
    package func press(_ label: String) async throws {
        if kind == .mako {
            try await mako("menu", "grep", "-F", "-x", label)
        } else {
            try await hand("press", label)
        }
    }

    /// Performs the default action: a click on the text, or on the button for it.
    package func open(_ title: String) async throws {
        switch kind {
        case .mako: try await mako("invoke")
        case .xfce4Notifyd: try await hand("press", "Open")
        case .mateNotificationDaemon, .notificationDaemon: try await hand("click", title)
        }
    }

    /// Dismisses the notification: by its close button, or by the server's equivalent.
    package func dismiss(_ title: String) async throws {
        switch kind {
        case .mako: try await mako("dismiss")
        case .xfce4Notifyd: try await hand("click", title)
        case .mateNotificationDaemon, .notificationDaemon: try await hand("close", title)
        }
    }

    /// Waits until the screen shows exactly these titles, in any order.
    package func shows(_ titles: Set<String>) async throws {
        guard kind == .mako else {
            try await hand("wait", titles.sorted().joined(separator: "\n"))
            return
        }
        try await withDeadline {
            while true {
                let list = try await self.mako("list")
                let parts = list.components(between: #""summary":{"type":"s","data":""#, and: "\"")
                if Set(parts) == titles { return }
            }
        }
    }

    @discardableResult
    private func mako(_ words: String...) async throws -> String { try await run(["makoctl"] + words) }

    private func hand(_ words: String...) async throws {
        try await run(["/usr/bin/python3", Self.script] + words)
    }

    @discardableResult
    private func run(_ words: [String]) async throws -> String {
        let ended = try await Program.run(words, environment: environment, seconds: 30)
        guard ended.status == 0 else { throw Failure(description: "\(kind): \(words): \(ended.errors)") }
        return ended.output
    }

    /// The script that finds and presses widgets on the screen.
    static let script =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/person.py"
}

extension String {
    /// Returns all texts between `start` and `end`.
    fileprivate func components(between start: String, and end: Character) -> [String] {
        var rest = self[...]
        var result: [String] = []
        while let range = rest.firstRange(of: start) {
            rest = rest[range.upperBound...]
            result.append(String(rest.prefix { $0 != end }))
        }
        return result
    }
}
