// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import FoundationEssentials
import Glibc
import NotificationServer

/// GNOME Shell on a virtual screen, with the process that receives notifications for it.
///
/// `withGnomeShell(on:)` creates it. Only its functions move the pointer: without a pointer a banner stays.
package struct GnomeShell: Sendable {
    static let name = "org.gnome.Shell"
    static let helper = "/usr/share/gnome-shell/org.gnome.Shell.Notifications"

    fileprivate let environment: [String: String]

    /// The title of the last banner that the shell shows itself, because nothing here locks the screen.
    private static let lastOfItsOwn = "Screen Lock disabled"
    /// The idle time in milliseconds after which a banner stays by itself.
    private static let idleTime: UInt64 = 1500

    /// Closes the shell's own banners with the pointer, and waits until the shell considers the person idle.
    func clear(_ connection: Connection) async throws {
        // On a slow machine the last banner has left by itself before the pointer came to it. The tests wait for their own
        // banners, and fail if it is in their way.
        do {
            try await hand("clear", Self.lastOfItsOwn)
            try await hand("answer", Self.lastOfItsOwn + "\n")
        } catch is RealServer.Failure {}
        let call = Message.methodCall(
            destination: "org.gnome.Mutter.IdleMonitor", path: "/org/gnome/Mutter/IdleMonitor/Core",
            interface: "org.gnome.Mutter.IdleMonitor", member: "GetIdletime", arguments: [])
        try await withDeadline {
            while true {
                if case .uint64(let time)? = try await connection.call(call).arguments.first, time > Self.idleTime {
                    return
                }
                try await yieldUntilDeadline()
            }
        }
    }

    /// Waits until an action has brought a banner with this title, without moving the pointer.
    ///
    /// The screen is watched from before the action, because GNOME takes a banner away after a few seconds.
    package func bringsUp(_ title: String, after action: @escaping @Sendable () async throws -> Void) async throws {
        let ready = (environment["HOME"] ?? "/tmp") + "/watching-" + UUID().uuidString
        async let banner: Void = hand("banner", title, ready)
        try await withDeadline {
            while access(ready, F_OK) != 0 { try await yieldUntilDeadline() }
        }
        try await action()
        try await banner
    }

    /// Opens the banner of this title with the pointer, and presses its button.
    package func answer(_ title: String, _ label: String) async throws {
        try await hand("answer", title + "\n" + label)
    }

    private func hand(_ words: String...) async throws {
        let ended = try await Program.run(
            ["/usr/bin/python3", RealServer.script] + words, environment: environment, seconds: 70)
        guard ended.status == 0 else { throw RealServer.Failure(description: "gnome-shell: \(words): \(ended.errors)") }
    }
}

/// Runs `body` with GNOME Shell on this bus, which also serves as the system bus, and ends the shell and its screen.
package func withGnomeShell<Result: Sendable>(
    on address: String, _ body: (GnomeShell) async throws -> Result
) async throws -> Result {
    let folder = try temporaryFolder("gnome")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let settings = folder + "/glib-2.0/settings"
    try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
    try """
    [org/gnome/desktop/interface]
    toolkit-accessibility=true
    enable-animations=false
    [org/gnome/shell]
    welcome-dialog-last-shown-version='99'
    """.write(toFile: settings + "/keyfile", atomically: false, encoding: .utf8)
    return try await Screen.x11.open(in: folder) { screen in
        let plain = [
            "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8",
            "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder,
            "XDG_RUNTIME_DIR": folder, "XDG_SESSION_TYPE": "x11", "NO_AT_BRIDGE": "0", "GSETTINGS_BACKEND": "keyfile",
        ]
        let environment = plain.merging(screen) { _, new in new }
        return try await withConnection(to: address, named: "gnome") { connection in
            let reader = try await startReader(environment, connection)
            defer { endReader(reader) }
            var processes: [Int32] = []
            defer {
                for process in processes.reversed() {
                    kill(process, SIGKILL)
                    var status: Int32 = 0
                    waitpid(process, &status, 0)
                }
            }
            let log = open(folder + "/shell.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            defer { close(log) }
            let words = ["gnome-shell", "--x11", "--sm-disable"]
            processes.append(try spawn(words, descriptors: [1: log, 2: log], environment: environment))
            do {
                try await withDeadline { while !(await isReady(connection)) { try await yieldUntilDeadline() } }
            } catch is DeadlineExceeded {
                let printed = (try? String(contentsOfFile: folder + "/shell.log", encoding: .utf8)) ?? ""
                throw RealServer.Failure(description: "gnome-shell has not come, and printed: \(printed.suffix(2000))")
            }
            try await leaveOverview(connection)
            let owners = try await connection.owners(of: NotificationServer.interfaceName)
            processes.append(
                try spawn(["gjs", GnomeShell.helper], descriptors: [1: log, 2: log], environment: environment))
            while try await owners.next() == nil {}
            let shell = GnomeShell(environment: environment)
            try await shell.clear(connection)
            return try await body(shell)
        }
    }
}

/// Returns whether the shell would show notifications from its helper; it owns its bus name long before.
private func isReady(_ connection: Connection) async -> Bool {
    let call = Message.methodCall(
        destination: GnomeShell.name, path: NotificationServer.path, interface: NotificationServer.interfaceName,
        member: "GetServerInformation", arguments: [], autoStart: false)
    return (try? await connection.call(call, timeout: .seconds(5))) != nil
}

/// Closes the overview, in which the shell shows no banners.
///
/// The shell opens it when it has started. A request to close the overview before that has no effect.
private func leaveOverview(_ connection: Connection) async throws {
    let path: ObjectPath = "/org/gnome/Shell"
    let isOpen = Message.getProperty("OverviewActive", of: GnomeShell.name, at: path, in: GnomeShell.name)
    let close = Message.methodCall(
        destination: GnomeShell.name, path: path, interface: StandardInterfaces.properties, member: "Set",
        arguments: [.string(GnomeShell.name), .string("OverviewActive"), .variant(.boolean(false))])
    try await withDeadline {
        while try await connection.call(isOpen).arguments != [.variant(.boolean(true))] {
            try await yieldUntilDeadline()
        }
        _ = try await connection.call(close)
        while try await connection.call(isOpen).arguments != [.variant(.boolean(false))] {
            try await yieldUntilDeadline()
        }
    }
}
