// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The sandbox of a caller, as the kernel reports it.
package enum Confinement: String, Sendable {
    /// No sandbox: a program like the person's others.
    case host
    /// A root folder with a `.flatpak-info`, and the bus without a proxy.
    case flatpak
    /// Such a root folder, behind xdg-dbus-proxy, which runs in the sandbox as with Flatpak.
    case flatpakProxy
    /// A control group with a name by snapd.
    case snap
    /// No sandbox, but unreadable without privileges: not dumpable, like a set-user-ID program.
    case hidden

    /// The sandboxes that the agent recognises and that can be created here; the missing ones are printed.
    package static let known: [Confinement] =
        [.host, .flatpak, .flatpakProxy] + (SnapGroup.canBeMade ? [.snap] : [])

    /// The application that the kernel reports.
    package var app: String {
        switch self {
        case .host, .hidden: "org.example.Host"
        case .flatpak: "org.example.Flat"
        case .flatpakProxy: "org.example.Proxied"
        case .snap: "chat_chat"
        }
    }

    package var isSandboxed: Bool { self != .host && self != .hidden }
}
