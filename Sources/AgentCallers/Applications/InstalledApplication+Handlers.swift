// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGio

/// The default application for a URL, found as `g_app_info_launch_default_for_uri` finds it.
///
/// That function itself won't do: it doesn't return the new process, which would stay in the agent's unit and end with
/// it.
extension InstalledApplication {
    /// Finds the application for the URL's scheme, or else for the type of the file that it names.
    ///
    /// - Parameters:
    ///   - url: The URL to open; a file is inspected.
    ///   - scheme: The URL's scheme, in lower case.
    /// - Returns: The application's id; nil if there is no application or no such file.
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

    /// Returns the id of a desktop file, and releases it.
    private static func id(of info: OpaquePointer?) -> String? {
        guard let info else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        guard let name = g_app_info_get_id(info) else { return nil }
        let file = String(cString: name)
        return file.hasSuffix(".desktop") ? String(file.dropLast(".desktop".count)) : nil
    }
}
