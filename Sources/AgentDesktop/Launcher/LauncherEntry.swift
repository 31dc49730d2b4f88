// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// What docks are told of one icon: the number on it, and how far something has got.
///
/// `com.canonical.Unity.LauncherEntry` (research/freedesktop-desktop.md §1).
struct LauncherEntry: Hashable, Sendable {
    static let interface = "com.canonical.Unity.LauncherEntry"

    /// The desktop file's name without its suffix.
    let desktopEntry: String
    /// The numbers of the applications that have this icon: those without a desktop file share Belfry's.
    private(set) var counts: [String: Int] = [:]
    /// In per cent, of what is on the screen, the latest last; none is over.
    private(set) var progress: [(id: Int64, percent: Int)] = []

    init(_ desktopEntry: String) { self.desktopEntry = desktopEntry }

    /// Sets an application's number; 0 for none.
    mutating func setCount(_ count: Int, of app: String) { counts[app] = count > 0 ? count : nil }

    /// Sets how far an occurrence has got; nil where it is over, and so it is at 100.
    mutating func setProgress(_ percent: Int?, of id: Int64) {
        if let percent, percent < 100 {
            if let index = progress.firstIndex(where: { $0.id == id }) { progress.remove(at: index) }
            progress.append((id, percent))
        } else {
            progress.removeAll { $0.id == id }
        }
    }

    /// Nobody has anything on it.
    var isEmpty: Bool { counts.isEmpty && progress.isEmpty }

    /// The signal's first argument.
    var uri: String { "application://\(desktopEntry).desktop" }

    /// Docks take two objects of one sender for one icon where their paths are the same.
    var path: ObjectPath {
        let hash = uri.utf8.reduce(5381 as UInt32) { $0 &* 33 &+ UInt32($1) }
        return ObjectPath(rawValue: "/com/canonical/unity/launcherentry/\(hash)")
            ?? "/com/canonical/unity/launcherentry"
    }

    /// The number's properties; a sum over its applications.
    var badge: [String: Value] {
        // Docks ignore what is over an Int32.
        let count = min(counts.values.reduce(0) { $0.addingReportingOverflow($1).partialValue }, Int(Int32.max) - 1)
        return ["count": .int64(Int64(max(count, 0))), "count-visible": .boolean(count > 0)]
    }

    /// The bar's properties.
    var bar: [String: Value] {
        let percent = progress.last?.percent
        return ["progress": .double(Double(percent ?? 0) / 100), "progress-visible": .boolean(percent != nil)]
    }

    /// All that there is to say, for docks that come later or ask.
    var properties: [String: Value] { badge.merging(bar) { first, _ in first } }

    /// The same entry as nobody has anything on it.
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
