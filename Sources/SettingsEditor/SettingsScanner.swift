// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A statement of a settings file, with the lines that it takes.
struct SettingsStatement {
    enum Kind: Hashable {
        /// `[name]`.
        case header(SettingsName)
        /// `name = value`, in a table; the name includes the names of the tables, and the range has the value's bytes.
        case entry(SettingsName, table: [String], value: Range<Int>)
        case comment
        case blank
    }

    let kind: Kind
    /// The statement's byte range, from the start of its first line to the end of its last line, the line end included.
    let range: Range<Int>

    /// The name of an entry; nil for other statements.
    var entry: SettingsName? { if case .entry(let name, _, _) = kind { name } else { nil } }

    /// The name of a header; nil for other statements.
    var header: SettingsName? { if case .header(let name) = kind { name } else { nil } }
}

/// Splits a text in TOML into statements. The agent, not the scanner, decides whether the text is valid.
struct SettingsScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        // The text may begin with a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    var isAtEnd: Bool { position == bytes.count }

    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Returns the statements in order.
    ///
    /// - Throws: ``SettingsTextError/unreadable(line:)`` for a statement that settings don't have.
    mutating func statements() throws(SettingsTextError) -> [SettingsStatement] {
        var found: [SettingsStatement] = []
        var table: [String] = []
        while !isAtEnd {
            let start = position
            guard let kind = statement(in: table) else { throw .unreadable(line: line(of: start)) }
            if case .header(let name) = kind { table = name.parts }
            found.append(SettingsStatement(kind: kind, range: start..<position))
        }
        return found
    }

    private func line(of place: Int) -> Int { bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1 }

    private mutating func statement(in table: [String]) -> SettingsStatement.Kind? {
        skipBlanks()
        switch next {
        case nil, "\n", "\r": return endLine() ? .blank : nil
        case "#": return endLine() ? .comment : nil
        case "[":
            position += 1
            guard let name = name(), take("]"), endLine() else { return nil }
            return .header(SettingsName(name))
        default:
            guard let name = name(), take("="), let value = value(), endLine() else { return nil }
            return .entry(SettingsName(table + name), table: table, value: value)
        }
    }

    // MARK: - Names

    /// Reads a name with dots; nil if there is none.
    mutating func name() -> [String]? {
        var parts: [String] = []
        repeat {
            skipBlanks()
            guard let part = part() else { return nil }
            parts.append(part)
            skipBlanks()
        } while take(".")
        return parts
    }

    /// Reads a name as a person types it; see ``SettingsName/init(typed:)``.
    mutating func typedName() -> SettingsName? {
        let start = position
        guard let parts = name() else { return nil }
        let isQuoted = bytes[start..<position].contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        guard parts.count > 3, parts[0] == "applications", !isQuoted else { return SettingsName(parts) }
        return SettingsName([parts[0], parts[1..<(parts.count - 1)].joined(separator: "."), parts[parts.count - 1]])
    }

    /// Reads `=` and returns the text behind it; nil without `=`.
    mutating func assignedText() -> String? {
        take("=") ? String(decoding: bytes[position...], as: UTF8.self) : nil
    }

    private mutating func part() -> String? {
        let start = position
        if next == "\"" || next == "'" {
            let quote = bytes[position]
            guard skipLine(quotedBy: quote) else { return nil }
            let inner = String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
            guard quote == UInt8(ascii: "\""), inner.contains("\\") else { return inner }
            let plain = inner.replacing("\\\\", with: "\u{0}").replacing("\\\"", with: "\"")
            // Escapes other than of backslashes and quotes do not occur in the names of settings.
            return plain.contains("\\") ? nil : plain.replacing("\u{0}", with: "\\")
        }
        while !isAtEnd, Self.isBare(bytes[position]) { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    // MARK: - Values

    /// Skips a value, which may have several lines, and returns its bytes.
    private mutating func value() -> Range<Int>? {
        skipBlanks()
        let start = position
        var end = position
        var depth = 0
        while let byte = next {
            switch byte {
            case "\"", "'": guard skipText() else { return nil }
            case "[", "{": (depth, position) = (depth + 1, position + 1)
            case "]", "}": (depth, position) = (depth - 1, position + 1)
            case "#" where depth == 0, "\n" where depth == 0, "\r" where depth == 0:
                return end > start ? start..<end : nil
            case "#": while let byte = next, byte != "\n" { position += 1 }
            case " ", "\t":
                position += 1
                continue
            default: position += 1
            }
            guard depth >= 0 else { return nil }
            end = position
        }
        return depth == 0 && end > start ? start..<end : nil
    }

    /// Skips a text in quotes, of one line or of several; returns false if the text does not end.
    private mutating func skipText() -> Bool {
        let quote = bytes[position]
        guard bytes[position...].starts(with: [quote, quote, quote]) else { return skipLine(quotedBy: quote) }
        position += 3
        while !isAtEnd {
            if bytes[position...].starts(with: [quote, quote, quote]) {
                position += 3
                // A text of several lines may have one or two quotes of its own directly before the closing quotes.
                for _ in 0..<2 where !isAtEnd && bytes[position] == quote { position += 1 }
                return true
            }
            skipCharacter(in: quote)
        }
        return false
    }

    private mutating func skipLine(quotedBy quote: UInt8) -> Bool {
        position += 1
        while !isAtEnd, bytes[position] != UInt8(ascii: "\n") {
            if bytes[position] == quote {
                position += 1
                return true
            }
            skipCharacter(in: quote)
        }
        return false
    }

    /// Skips a byte or, in double quotes, a backslash together with the byte that it escapes.
    private mutating func skipCharacter(in quote: UInt8) {
        let isEscape = quote == UInt8(ascii: "\"") && bytes[position] == UInt8(ascii: "\\")
        position = min(position + (isEscape ? 2 : 1), bytes.count)
    }

    // MARK: - Characters

    private var next: Character? { isAtEnd ? nil : Character(UnicodeScalar(bytes[position])) }

    private mutating func take(_ character: Character) -> Bool {
        guard next == character else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() { while next == " " || next == "\t" { position += 1 } }

    /// Skips blanks and a comment to the next line; returns false if the line has other text.
    private mutating func endLine() -> Bool {
        skipBlanks()
        if next == "#" { while !isAtEnd, bytes[position] != UInt8(ascii: "\n") { position += 1 } }
        if next == "\r" { position += 1 }
        return isAtEnd || take("\n")
    }
}
