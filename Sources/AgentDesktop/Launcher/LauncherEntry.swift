// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// The number and the progress bar on one icon in docks.
///
/// Docks read them by the interface `com.canonical.Unity.LauncherEntry` (research/freedesktop-desktop.md §1).
struct LauncherEntry: Hashable, Sendable {
    static let interface = "com.canonical.Unity.LauncherEntry"

    /// The desktop file's name without its suffix.
    let desktopEntry: String
    /// Numbers by application: applications without a desktop file share Belfry's icon.
    private(set) var counts: [String: Int] = [:]
    /// Progress in per cent of the occurrences on the screen, the latest change last.
    private(set) var progress: [(id: Int64, percent: Int)] = []

    init(_ desktopEntry: String) { self.desktopEntry = desktopEntry }

    /// Sets an application's number; 0 removes it.
    mutating func setCount(_ count: Int, of app: String) { counts[app] = count > 0 ? count : nil }

    /// Sets an occurrence's progress; nil removes it, and so does 100.
    mutating func setProgress(_ percent: Int?, of id: Int64) {
        if let percent, percent < 100 {
            if let index = progress.firstIndex(where: { $0.id == id }) { progress.remove(at: index) }
            progress.append((id, percent))
        } else {
            progress.removeAll { $0.id == id }
        }
    }

    /// Whether the icon has no number and no progress bar.
    var isEmpty: Bool { counts.isEmpty && progress.isEmpty }

    /// The address by which docks know the icon: the first argument of the signal `Update`.
    var uri: String { "application://\(desktopEntry).desktop" }

    /// The icon's object path; it must differ between icons, because docks tell them apart by sender and path.
    var path: ObjectPath {
        let hash = uri.utf8.reduce(5381 as UInt32) { $0 &* 33 &+ UInt32($1) }
        return ObjectPath(rawValue: "/com/canonical/unity/launcherentry/\(hash)")
            ?? "/com/canonical/unity/launcherentry"
    }

    /// The D-Bus properties of the icon's number, which is the sum of its applications' numbers.
    var badge: [String: Value] {
        // Docks ignore a number that does not fit into an Int32.
        let count = min(counts.values.reduce(0) { $0.addingReportingOverflow($1).partialValue }, Int(Int32.max) - 1)
        return ["count": .int64(Int64(max(count, 0))), "count-visible": .boolean(count > 0)]
    }

    var bar: [String: Value] {
        let percent = progress.last?.percent
        return ["progress": .double(Double(percent ?? 0) / 100), "progress-visible": .boolean(percent != nil)]
    }

    /// All D-Bus properties of the icon, for a dock that starts or calls `Query`.
    var properties: [String: Value] { badge.merging(bar) { first, _ in first } }

    /// The D-Bus properties of the icon when it has no number and no progress bar.
    var hidden: [String: Value] { LauncherEntry(desktopEntry).properties }

    func signal(_ properties: [String: Value]) -> Message {
        .signal(
            path: path, interface: Self.interface, member: "Update",
            arguments: [.string(uri), .properties(properties)])
    }

    static func == (one: Self, other: Self) -> Bool {
        one.desktopEntry == other.desktopEntry && one.properties == other.properties
    }

    func hash(into hasher: inout Hasher) { hasher.combine(desktopEntry) }
}
