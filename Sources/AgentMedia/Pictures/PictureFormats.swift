// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGdkPixbuf

/// The picture formats that gdk-pixbuf reads with the installed modules.
package enum PictureFormats {
    /// Returns the names of all formats that can be read, such as `png`.
    package static func readable() -> Set<String> {
        var names: Set<String> = []
        let list = gdk_pixbuf_get_formats()
        defer { g_slist_free(list) }
        for index in 0..<g_slist_length(list) {
            let format = g_slist_nth_data(list, index).map(OpaquePointer.init)
            if let name = gdk_pixbuf_format_get_name(format) {
                names.insert(String(cString: name))
                g_free(name)
            }
        }
        return names
    }
}
