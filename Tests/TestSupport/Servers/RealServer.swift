// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Synchronization

/// A notification server that other people wrote, on a screen of its own, and the hand of the person before it.
///
/// Made by `withServer(_:on:)`. dunst has a fixture of its own, ``Dunst``.
package final class RealServer: Sendable {
    /// What is installed by `packaging/test`, by the name of its program.
    package enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
        case xfce4Notifyd = "xfce4-notifyd"
        case mateNotificationDaemon = "mate-notification-daemon"
        case notificationDaemon = "notification-daemon"
        case mako

        package var description: String { rawValue }

        var screen: Screen { self == .mako ? .wayland : .x11 }

        /// The file whose `Exec` line starts it.
        var startFile: String {
            switch self {
            case .xfce4Notifyd: "/usr/share/dbus-1/services/org.xfce.xfce4-notifyd.Notifications.service"
            case .mateNotificationDaemon: "/usr/share/dbus-1/services/org.freedesktop.mate.Notifications.service"
            case .notificationDaemon: "/usr/share/applications/notification-daemon.desktop"
            case .mako: "/usr/share/dbus-1/services/fr.emersion.mako.service"
            }
        }
    }

    /// The hand could not do it.
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

    /// Starts it; the owner of the name changes when it is ready.
    package func start() throws {
        let log = Glibc.open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        let started = try spawn([program], descriptors: [1: log, 2: log], environment: environment)
        process.withLock { $0 = started }
    }

    private var log: String { (environment["HOME"] ?? "/tmp") + "/server.log" }

    /// What it printed, and whether it runs.
    var words: String {
        let pid = process.withLock(\.self)
        let printed = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return "\(kind) \(pid != 0 && kill(pid, 0) == 0 ? "runs" : "has ended"), and printed: \(printed.suffix(2000))"
    }

    /// Ends it as a crash would.
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

    // MARK: - The person

    /// Presses the button of this label.
    package func press(_ label: String) async throws {
        if kind == .mako {
            try await mako("menu", "grep", "-F", "-x", label)
        } else {
            try await hand("press", label)
        }
    }

    /// Takes the default action: a click on the text, or the button that stands for it.
    package func open(_ title: String) async throws {
        switch kind {
        case .mako: try await mako("invoke")
        case .xfce4Notifyd: try await hand("press", "Open")
        case .mateNotificationDaemon, .notificationDaemon: try await hand("click", title)
        }
    }

    /// Takes it away without an answer: the button to close it, or what there is in its place.
    package func dismiss(_ title: String) async throws {
        switch kind {
        case .mako: try await mako("dismiss")
        case .xfce4Notifyd: try await hand("click", title)
        case .mateNotificationDaemon, .notificationDaemon: try await hand("close", title)
        }
    }

    /// Waits until these are the titles on the screen, in any order.
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

    /// What finds and presses things on the screen.
    static let script =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/person.py"
}

extension String {
    /// What stands between these two, wherever it does.
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
