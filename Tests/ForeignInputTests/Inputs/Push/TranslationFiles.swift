// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RemotePayload
@testable import Translations

/// An application's translations: a file is read or refused, and a text is filled within its limit.
enum TranslationFiles {
    static func read(_ bytes: [UInt8]) throws {
        let data = Data(bytes)
        if let file = StringsFile(data) { try check(file, bytes.count) }
        if let catalog = MessageCatalog(data) {
            _ = (catalog.text("one", "other", 3), catalog.translation(of: ""))
        }
        _ = PluralRule(header: String(decoding: bytes, as: UTF8.self))?.form(of: 5)
        try fill(String(decoding: bytes, as: UTF8.self))
    }

    /// Writes the texts of a file again, in each encoding, and reads them.
    private static func check(_ file: StringsFile, _ count: Int) throws {
        let size = file.texts.reduce(0) { max($0, $1.key.utf8.count, $1.value.utf8.count) }
        // A character of UTF-16 has two bytes, and up to three in UTF-8.
        try Finding.unless(size <= count * 3 / 2 + 3, "a text of \(size) bytes in a file of \(count)")
        let lines = file.texts.map { "/* \($0.key.count) */ \(quoted($0.key)) = \(quoted($0.value));\n" }
        let text = lines.joined()
        for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
            let mark = encoding == .utf8 ? "" : "\u{FEFF}"
            guard let data = (mark + text).data(using: encoding) else { throw Finding("it can't be written") }
            try Finding.unless(StringsFile(data)?.texts == file.texts, "other texts in \(encoding): \(file.texts)")
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "\"" { quoted.append("\\") }
            quoted.append(scalar)
        }
        return String(quoted) + "\""
    }

    private static func fill(_ format: String) throws {
        let arguments = ["%@%1$@", String(format.prefix(100))]
        for limit in [0, 7, 4000] {
            let text = LocalizedText.fill(format, with: arguments, atMost: limit)
            try Finding.unless(text.utf8.count <= limit, "\(text.utf8.count) bytes, over \(limit)")
        }
        if !format.contains("%"), format.utf8.count <= 4000 {
            let text = LocalizedText.fill(format, with: arguments, atMost: 4000)
            try Finding.unless(text == format, "a text without arguments is changed: \(text)")
        }
    }
}
