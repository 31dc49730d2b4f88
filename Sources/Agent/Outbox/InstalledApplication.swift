// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CGio
import FoundationEssentials

/// What the desktop knows of an application: its desktop file, found by GIO.
struct InstalledApplication: Hashable, Sendable {
    /// The name for people: the desktop file's, else the id.
    let name: String
    /// The desktop file's name without its suffix; Belfry's own where the application has none.
    let desktopEntry: String
    /// A name of the icon theme; empty where there is none.
    let icon: String
    /// Whether there is a desktop file of this id.
    let isInstalled: Bool
    /// Whether the bus starts it (`DBusActivatable=true`).
    let isBusActivatable: Bool

    /// Looks the id up in the desktop's application folders.
    ///
    /// - Parameter id: A desktop file's name without its suffix.
    init(id: String) {
        guard let info = g_desktop_app_info_new("\(id).desktop") else {
            name = id == AgentNames.commandLineApplication ? "Belfry" : id
            desktopEntry = AgentNames.desktopEntry
            icon = AgentNames.desktopEntry
            isInstalled = false
            isBusActivatable = false
            return
        }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        name = g_app_info_get_display_name(info).map { String(cString: $0) } ?? id
        desktopEntry = id
        icon = Self.string("Icon", of: info) ?? ""
        isInstalled = true
        isBusActivatable = g_desktop_app_info_get_boolean(info, "DBusActivatable") != 0
    }

    private static func string(_ key: String, of info: OpaquePointer) -> String? {
        guard let text = g_desktop_app_info_get_string(info, key) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Starts the program of the desktop file, with the token that lets it raise its window.
    ///
    /// - Returns: Whether it was started.
    static func launch(id: String, activationToken: String?) -> Bool {
        guard let info = g_desktop_app_info_new("\(id).desktop") else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        guard let context = g_app_launch_context_new() else { return false }
        defer { g_object_unref(context) }
        if let activationToken {
            g_app_launch_context_setenv(context, "XDG_ACTIVATION_TOKEN", activationToken)
            g_app_launch_context_setenv(context, "DESKTOP_STARTUP_ID", activationToken)
        }
        return g_app_info_launch(info, nil, context, nil) != 0
    }
}
