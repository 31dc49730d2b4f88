// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// The number on an application's icon, announced as docks understand it.
///
/// `com.canonical.Unity.LauncherEntry.Update` (research/freedesktop-desktop.md §1).
struct Badges: Sendable {
    let connection: Connection

    private static let interface = "com.canonical.Unity.LauncherEntry"

    /// - Parameters:
    ///   - count: 0 takes the badge away.
    ///   - desktopEntry: The desktop file's name without its suffix.
    func show(_ count: Int, for desktopEntry: String) {
        let signal = Message.signal(
            path: "/com/canonical/unity/launcherentry/belfry", interface: Self.interface, member: "Update",
            arguments: [
                .string("application://\(desktopEntry).desktop"),
                .properties(["count": .int64(Int64(count)), "count-visible": .boolean(count > 0)]),
            ])
        // A signal can only fail with the connection, and that is an event of its own.
        connection.assumeIsolated { try? $0.send(signal) }
    }
}
