// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Reads whether the person prefers dark colours, from the desktop's portal (`org.freedesktop.portal.Settings`).
struct DesktopColors: Sendable {
    let connection: Connection

    /// The time in which the portal must answer: a notification waits for it.
    private static let patience = Duration.milliseconds(200)
    /// The portal's number for dark colours; 2 is light, and 0 is no preference.
    private static let dark: UInt32 = 1

    /// Returns whether the person prefers dark colours; false if no portal tells.
    ///
    /// A portal that does not run is not started: a desktop that uses the portal has started it already.
    func areDark() async -> Bool {
        let call = Message.methodCall(
            destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings", member: "Read",
            arguments: [.string("org.freedesktop.appearance"), .string("color-scheme")], autoStart: false)
        var value = try? await connection.call(call, timeout: Self.patience).arguments.first
        // The method `Read` wraps its variant in another variant.
        while case .variant(let inner)? = value { value = inner }
        return value == .uint32(Self.dark)
    }
}
