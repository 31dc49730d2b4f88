// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGio

/// Which application the desktop opens something with, as `g_app_info_launch_default_for_uri` finds it.
///
/// Not that function itself: it doesn't tell the process that it starts, which would stay in the agent's unit and end
/// with it.
extension InstalledApplication {
    /// The application for this URL: that of its scheme, else that of the file that it names.
    ///
    /// - Parameters:
    ///   - url: What is to be opened. A file is looked at.
    ///   - scheme: Its scheme, in lower case.
    /// - Returns: The id; nil where there is none, or no such file.
    package static func handler(of url: String, scheme: String) -> String? {
        if let id = handler(ofScheme: scheme) { return id }
        guard scheme == "file", let file = g_file_new_for_uri(url) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        return id(of: g_file_query_default_handler(file, nil, nil))
    }

    /// The application for all URLs of this scheme; nil where there is none.
    package static func handler(ofScheme scheme: String) -> String? {
        id(of: g_app_info_get_default_for_uri_scheme(scheme))
    }

    /// The id of a desktop file that is given over.
    private static func id(of info: OpaquePointer?) -> String? {
        guard let info else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        guard let name = g_app_info_get_id(info) else { return nil }
        let file = String(cString: name)
        return file.hasSuffix(".desktop") ? String(file.dropLast(".desktop".count)) : nil
    }
}
