// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Checks the text of a settings file before it is parsed, because toml++ aborts the program on some invalid files.
enum SettingsHeaders {
    /// Refuses a table whose name begins with an invalid character, such as `[!x]`: the name fails a toml++ assertion.
    ///
    /// Only the beginnings of lines are checked. A valid line could begin with a bracket and such a character only
    /// within nested lists or texts of several lines, and no setting has these.
    ///
    /// - Throws: ``SettingsProblem`` that names the line.
    static func check(_ text: String) throws {
        let bytes = Array(text.utf8)
        // The text may begin with a byte order mark.
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        // The parser would take the text up to a zero byte only, and the settings behind it would count as absent.
        if let place = body.firstIndex(of: 0) {
            let line = body[..<place].count { $0 == UInt8(ascii: "\n") } + 1
            throw SettingsProblem("line \(line): the file has a zero byte, which no text has")
        }
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            var rest = line.drop(while: isBlank)
            guard rest.popFirst() == UInt8(ascii: "[") else { continue }
            rest = rest.drop(while: isBlank)
            if rest.first == UInt8(ascii: "[") { rest = rest.dropFirst().drop(while: isBlank) }
            // A `[` at the end of the file is left to the parser, which reports it.
            guard rest.first.map(beginsName) ?? (index == lines.count - 1) else {
                throw SettingsProblem("line \(index + 1): a table's name is expected after [")
            }
        }
        if let line = missingValue(in: lines) { throw SettingsProblem("line \(line): a value is expected before }") }
    }

    /// Finds the line, from 1, with a `}` instead of a list's value, as in `[}`, on which an assertion of toml++ fails.
    private static func missingValue(in lines: [ArraySlice<UInt8>]) -> Int? {
        var last: UInt8?
        for (index, line) in lines.enumerated() {
            var quote: UInt8?
            var isEscaped = false
            scan: for byte in line {
                if let open = quote {
                    if byte == open, !isEscaped { quote = nil }
                    isEscaped = byte == UInt8(ascii: "\\") && open == UInt8(ascii: "\"") && !isEscaped
                    continue
                }
                switch byte {
                case UInt8(ascii: "#"): break scan
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
                case UInt8(ascii: "}") where last == UInt8(ascii: "[") || last == UInt8(ascii: ","): return index + 1
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                default: break
                }
                last = byte
            }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Returns true for a name's first character, or a quote; also for `]`: the parser has a better error message.
    private static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-'\"]".utf8.contains(byte)
        }
    }
}
