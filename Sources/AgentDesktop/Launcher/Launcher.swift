// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop

/// What the icons of applications show in docks: kept here, told to docks, and told again to those that come later.
///
/// Docks forget it with their end, and some of them only partly with ours: each icon is cleared at an orderly end.
actor Launcher {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let connection: Connection
    /// Those that have anything on them, by desktop file.
    private var entries: [String: LauncherEntry] = [:]
    private var subscription: Subscription?

    /// Docks that follow the signal own this name.
    static let dock = "com.canonical.Unity"

    init(connection: Connection) {
        self.connection = connection
        self.loop = connection.loop
    }

    /// Follows the docks: one that comes is told everything.
    func start() async throws {
        subscription = try await connection.watch(name: Self.dock) { [weak self] _, new in
            guard new != nil else { return }
            self?.assumeIsolated { $0.tellEverything() }
        }
    }

    /// Clears every icon.
    func stop() {
        subscription?.cancel()
        subscription = nil
        for entry in entries.values { send(entry.signal(entry.hidden)) }
        entries = [:]
    }

    /// Sets the number of an application; 0 takes it away.
    func setCount(_ count: Int, of app: String, on desktopEntry: String) {
        let before = entries[desktopEntry]?.badge ?? LauncherEntry(desktopEntry).badge
        change(desktopEntry) {
            $0.setCount(count, of: app)
        } properties: {
            $0.badge == before ? nil : $0.badge
        }
    }

    /// Sets how far an occurrence has got, in per cent; nil where it is over.
    func setProgress(_ percent: Int?, of id: Int64, on desktopEntry: String) {
        guard percent != nil || entries[desktopEntry] != nil else { return }
        let before = entries[desktopEntry]?.bar ?? LauncherEntry(desktopEntry).bar
        change(desktopEntry) {
            $0.setProgress(percent, of: id)
        } properties: {
            $0.bar == before ? nil : $0.bar
        }
    }

    /// An occurrence is over, whichever icon it was on.
    func endProgress(of id: Int64) {
        for entry in entries.values where entry.progress.contains(where: { $0.id == id }) {
            setProgress(nil, of: id, on: entry.desktopEntry)
        }
    }

    private func change(
        _ desktopEntry: String, _ change: (inout LauncherEntry) -> Void,
        properties: (LauncherEntry) -> [String: Value]?
    ) {
        var entry = entries[desktopEntry] ?? LauncherEntry(desktopEntry)
        change(&entry)
        if entries[desktopEntry] == nil, !entry.isEmpty { export(entry) }
        entries[desktopEntry] = entry.isEmpty ? nil : entry
        if entry.isEmpty { connection.assumeIsolated { $0.unexport(at: entry.path) } }
        if let properties = properties(entry) { send(entry.signal(properties)) }
    }

    private func tellEverything() {
        for entry in entries.values { send(entry.signal(entry.properties)) }
    }

    private func export(_ entry: LauncherEntry) {
        let name = entry.desktopEntry
        // Two names with one hash: the second can be told of, and not be asked for.
        connection.assumeIsolated { connection in
            try? connection.export(
                LauncherObject { [weak self] in await self?.entries[name] ?? LauncherEntry(name) }, at: entry.path)
        }
    }

    private func send(_ signal: Message) {
        // A signal can only fail with the connection, and that is an event of its own.
        connection.assumeIsolated { try? $0.send(signal) }
    }
}
