// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CGio

/// An application's entry in the desktop: its desktop file, found by GIO.
package struct InstalledApplication: Hashable, Sendable {
    /// The name shown to people: the desktop file's; without a file, the id, or Belfry for the command line.
    package let name: String
    /// The desktop file's name without its suffix; Belfry's own desktop entry if the application has none.
    package let desktopEntry: String
    /// The desktop file's icon, empty if the file names none; Belfry's icon if there is no file.
    package let icon: String
    /// Whether there is a desktop file of this id.
    package let isInstalled: Bool
    /// Whether the bus starts the application (`DBusActivatable=true`).
    package let isBusActivatable: Bool

    /// Looks up an id (a desktop file's name without its suffix) in the desktop's application folders.
    package init(id: String) {
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

    /// Returns the value of a key of a desktop file; nil if there is no such file or key.
    package static func value(_ key: String, of id: String) -> String? {
        guard let info = g_desktop_app_info_new("\(id).desktop") else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return string(key, of: info)
    }

    /// Returns the path of a desktop file; nil if there is none.
    package static func path(of id: String) -> String? {
        guard let info = g_desktop_app_info_new("\(id).desktop") else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return g_desktop_app_info_get_filename(info).map { String(cString: $0) }
    }

    /// The ids of all applications with a desktop file, sorted. Blocking: GIO reads each file.
    package static var ids: [String] {
        var ids: [String] = []
        let list = g_app_info_get_all()
        for index in 0..<g_list_length(list) {
            guard let info = g_list_nth_data(list, index) else { continue }
            defer { g_object_unref(info) }
            guard let name = g_app_info_get_id(OpaquePointer(info)) else { continue }
            let file = String(cString: name)
            if file.hasSuffix(".desktop") { ids.append(String(file.dropLast(".desktop".count))) }
        }
        g_list_free(list)
        return ids.sorted()
    }

    private static func string(_ key: String, of info: OpaquePointer) -> String? {
        guard let text = g_desktop_app_info_get_string(info, key) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Starts the program of the desktop file by its `Exec` line, even if the bus could start it.
    ///
    /// The environment is added to the agent's own. Returns the id of the program's first process; nil on failure.
    package static func launch(id: String, opening uris: [String] = [], environment: [String: String]) -> Int32? {
        guard let info = launchable(id: id) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        guard let context = g_app_launch_context_new() else { return nil }
        defer { g_object_unref(context) }
        for (name, value) in environment { g_app_launch_context_setenv(context, name, value) }
        let texts = uris.map { strdup($0) }
        defer { texts.forEach { free($0) } }
        var list: UnsafeMutablePointer<GList>?
        for text in texts { list = g_list_append(list, text) }
        defer { g_list_free(list) }
        var process: Int32 = 0
        // Without G_SPAWN_DO_NOT_REAP_CHILD the agent is not the program's parent, and need not wait for it.
        let isStarted = g_desktop_app_info_launch_uris_as_manager(
            info, list, context, G_SPAWN_SEARCH_PATH, nil, nil,
            { _, id, place in place?.assumingMemoryBound(to: Int32.self).pointee = id }, &process, nil)
        return isStarted != 0 ? process : nil
    }

    /// Loads a desktop file without `DBusActivatable`: with that key, GIO would call the bus and not report a failure.
    private static func launchable(id: String) -> OpaquePointer? {
        guard let info = g_desktop_app_info_new("\(id).desktop") else { return nil }
        guard g_desktop_app_info_get_boolean(info, "DBusActivatable") != 0 else { return info }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        guard let path = g_desktop_app_info_get_filename(info), let file = g_key_file_new() else { return nil }
        defer { g_key_file_unref(file) }
        guard g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, nil) != 0 else { return nil }
        g_key_file_remove_key(file, "Desktop Entry", "DBusActivatable", nil)
        return g_desktop_app_info_new_from_keyfile(file)
    }
}

/// The default application for a URL, found as `g_app_info_launch_default_for_uri` finds it.
///
/// That function isn't used: it never returns the new process, which stays in the agent's unit and ends with the agent.
extension InstalledApplication {
    /// Finds the application for the URL's scheme, in lower case, or else for the type of the file that the URL names.
    ///
    /// The result is the application's id; nil if there is no application or no such file.
    package static func handler(of url: String, scheme: String) -> String? {
        if let id = handler(ofScheme: scheme) { return id }
        guard scheme == "file", let file = g_file_new_for_uri(url) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        return id(of: g_file_query_default_handler(file, nil, nil))
    }

    /// Finds the default application for all URLs of this scheme; nil if there is none.
    package static func handler(ofScheme scheme: String) -> String? {
        id(of: g_app_info_get_default_for_uri_scheme(scheme))
    }

    /// Returns the id of a desktop file, and releases GIO's object for the file.
    private static func id(of info: OpaquePointer?) -> String? {
        guard let info else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        guard let name = g_app_info_get_id(info) else { return nil }
        let file = String(cString: name)
        return file.hasSuffix(".desktop") ? String(file.dropLast(".desktop".count)) : nil
    }
}
