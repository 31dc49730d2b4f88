// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a caller of the agent is in, as the kernel tells it.
package enum Confinement: String, Sendable {
    /// In nothing: a program as the person's others.
    case host
    /// In a root folder with a `.flatpak-info`, and on the bus itself.
    case flatpak
    /// The same, and behind xdg-dbus-proxy, which is in the sandbox as Flatpak has it.
    case flatpakProxy
    /// In a control group that snapd names.
    case snap
    /// In nothing, and such that nobody without privileges may look at it: not dumpable, as a program that is set-user-ID.
    case hidden

    /// Those that the agent can tell, and that can be made here; what is missing is printed.
    package static let known: [Confinement] =
        [.host, .flatpak, .flatpakProxy] + (SnapGroup.canBeMade ? [.snap] : [])

    /// The application that the kernel says it is.
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
