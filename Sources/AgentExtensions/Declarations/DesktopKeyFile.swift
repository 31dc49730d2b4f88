// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// A desktop file, read by GLib, which Flatpak also uses when it exports desktop files.
final class DesktopKeyFile {
    private let file: OpaquePointer

    /// Reads the bytes of a desktop file; nil if GLib can't read them as a key file.
    init?(_ bytes: [UInt8]) {
        guard let file = g_key_file_new() else { return nil }
        self.file = file
        let isRead = bytes.withUnsafeBytes {
            g_key_file_load_from_data(
                file, $0.baseAddress?.assumingMemoryBound(to: CChar.self), gsize($0.count), G_KEY_FILE_NONE, nil)
        }
        if isRead == 0 { return nil }
    }

    deinit { g_key_file_unref(file) }

    /// Names of all groups, in the file's order.
    var groups: [String] {
        var count: gsize = 0
        return Self.strings(g_key_file_get_groups(file, &count), count)
    }

    /// Returns the names of a group's keys, in the file's order, with the languages of translated keys.
    func keys(of group: String) -> [String] {
        var count: gsize = 0
        return Self.strings(g_key_file_get_keys(file, group, &count, nil), count)
    }

    /// Returns a key's value as the file has it, with its escapes; nil if the key is missing.
    func raw(_ key: String, of group: String) -> String? { Self.string(g_key_file_get_value(file, group, key, nil)) }

    /// Returns a key's value without its escapes; nil if the escapes are invalid or the key is missing.
    func string(_ key: String, of group: String) -> String? {
        Self.string(g_key_file_get_string(file, group, key, nil))
    }

    /// Returns the elements of a key's list, without escapes; nil if the escapes are invalid or the key is missing.
    func list(_ key: String, of group: String) -> [String]? {
        var count: gsize = 0
        guard let list = g_key_file_get_string_list(file, group, key, &count, nil) else { return nil }
        return Self.strings(list, count)
    }

    /// Returns a copy of GLib's text, and frees the original.
    private static func string(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Returns copies of GLib's texts, and frees the originals.
    private static func strings(
        _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: gsize
    ) -> [String] {
        guard let list else { return [] }
        defer { g_strfreev(list) }
        return (0..<Int(count)).compactMap { list[$0].map { String(cString: $0) } }
    }
}
