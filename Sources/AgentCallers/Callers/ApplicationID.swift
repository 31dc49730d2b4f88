// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The syntax of application ids: the names of desktop files without their suffix.
package enum ApplicationID {
    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
    }

    package static func isValid(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 255 && id.allSatisfy(isAllowed) && id.contains { $0 != "." }
    }

    /// Makes the closest valid id for a program's name.
    static func made(from name: String) -> String {
        let id = String(name.map { isAllowed($0) ? $0 : "-" }.prefix(255))
        return isValid(id) ? id : "unknown"
    }

    /// Returns the application id in the name of a systemd unit; nil for other units.
    ///
    /// Examples: `app-gnome-org.example.Chat-1234.scope`, `app-org.example.Chat@7.service`.
    static func ofUnit(_ unit: String) -> String? {
        guard unit.hasPrefix("app-") else { return nil }
        var name = Substring(unit.dropFirst("app-".count))
        if name.hasSuffix(".scope") || name.hasSuffix(".slice") {
            name = name.dropLast(".scope".count)
            guard let dash = name.lastIndex(of: "-") else { return nil }
            name = name[..<dash]
        } else if name.hasSuffix(".service") {
            name = name.dropLast(".service".count)
            if name.hasSuffix("-autostart") || name.hasSuffix("@autostart") { name = name.dropLast("-autostart".count) }
            if let at = name.lastIndex(of: "@") { name = name[..<at] }
        } else {
            return nil
        }
        // The unit's name may have the launcher's name before the id: letters and digits up to a dash.
        if let dash = name.firstIndex(of: "-"), name[..<dash].allSatisfy({ $0.isLetter || $0.isNumber }) {
            name = name[name.index(after: dash)...]
        }
        let id = unescaped(name)
        return isValid(id) ? id : nil
    }

    /// Decodes systemd's `\x2d` escapes.
    private static func unescaped(_ name: Substring) -> String {
        var result = ""
        var rest = name
        while let first = rest.first {
            if rest.hasPrefix("\\x"), let code = UInt8(rest.dropFirst(2).prefix(2), radix: 16) {
                result.unicodeScalars.append(Unicode.Scalar(code))
                rest = rest.dropFirst(4)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
