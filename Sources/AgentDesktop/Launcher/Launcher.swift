// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop

/// Sends the numbers and progress bars on applications' icons to docks, also to a dock that starts later.
///
/// A dock forgets numbers and progress bars when it exits. Some docks keep an icon's number or progress bar after the
/// agent exits, so ``stop()`` clears every icon.
actor Launcher: LoopActor {
    nonisolated let loop: EventLoop

    private let connection: Connection
    /// Icons that show a number or a progress bar, by desktop file.
    private var entries: [String: LauncherEntry] = [:]
    private var subscription: Subscription?

    /// Bus name that docks own if they show these numbers and progress bars.
    static let dock = "com.canonical.Unity"

    init(connection: Connection) {
        self.connection = connection
        self.loop = connection.loop
    }

    /// Watches for docks, and sends the state of every icon to a dock that starts.
    func start() async throws {
        subscription = try await connection.watch(name: Self.dock) { [weak self] _, new in
            guard new != nil else { return }
            self?.assumeIsolated { $0.tellEverything() }
        }
    }

    /// Clears every icon's number and progress bar.
    func stop() {
        subscription.take()?.cancel()
        for entry in entries.values { send(entry.signal(entry.hidden)) }
        entries = [:]
    }

    /// Sets an application's number on an icon; 0 removes it.
    func setCount(_ count: Int, of app: String, on desktopEntry: String) {
        let before = entries[desktopEntry]?.badge ?? LauncherEntry(desktopEntry).badge
        change(desktopEntry) {
            $0.setCount(count, of: app)
        } properties: {
            $0.badge == before ? nil : $0.badge
        }
    }

    /// Sets an occurrence's progress on an icon, in per cent; nil removes it.
    func setProgress(_ percent: Int?, of id: Int64, on desktopEntry: String) {
        guard percent != nil || entries[desktopEntry] != nil else { return }
        let before = entries[desktopEntry]?.bar ?? LauncherEntry(desktopEntry).bar
        change(desktopEntry) {
            $0.setProgress(percent, of: id)
        } properties: {
            $0.bar == before ? nil : $0.bar
        }
    }

    /// Removes the progress of an ended occurrence from the icon that shows it.
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

    private func tellEverything() { for entry in entries.values { send(entry.signal(entry.properties)) } }

    private func export(_ entry: LauncherEntry) {
        let name = entry.desktopEntry
        // Two desktop files may have the same hash, and so the same path: then docks can't query the second icon.
        connection.assumeIsolated { connection in
            try? connection.export(
                LauncherObject { [weak self] in await self?.entries[name] ?? LauncherEntry(name) }, at: entry.path)
        }
    }

    private func send(_ signal: Message) {
        // Sending a signal only fails if the connection is lost, which the disconnect handler deals with.
        connection.assumeIsolated { try? $0.send(signal) }
    }
}
