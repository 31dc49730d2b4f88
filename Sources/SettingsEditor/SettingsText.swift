// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The text of a settings file in TOML, in which keys are set and removed; all other bytes, such as comments, stay.
package struct SettingsText: Hashable, Sendable, CustomStringConvertible {
    package private(set) var description: String

    package init(_ text: String) { description = text }

    /// Sets a key: replaces its value, or adds a line to its table, or adds the table with the line at the file's end.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - value: The value as TOML writes it.
    /// - Throws: ``SettingsTextError``; the text is then as before.
    package mutating func set(_ name: SettingsName, to value: String) throws(SettingsTextError) {
        let statements = try statements()
        for statement in statements {
            guard case .entry(let other, _, let range) = statement.kind else { continue }
            if other == name { return replace(range, with: value) }
            // The key's table is written as one value, such as an inline table in braces.
            if other.contains(name) { throw .inline(other, line: line(of: statement)) }
        }
        let key = SettingsName(Array(name.parts.suffix(1)))
        let table = SettingsName(Array(name.parts.dropLast()))
        if let section = section(of: table, in: statements) {
            let indent = section.entry.map(indentation) ?? ""
            return insert("\(indent)\(key) = \(value)", at: section.end)
        }
        // Finds dotted keys of the same table, such as `flood.perSeconds`; not keys under a deeper table's own header.
        func own(_ statement: SettingsStatement) -> [String]? {
            guard case .entry(let other, let own, _) = statement.kind, table.contains(other),
                table.parts.starts(with: own)
            else { return nil }
            return own
        }
        if !table.parts.isEmpty, let last = statements.last(where: { own($0) != nil }), let own = own(last) {
            let relative = SettingsName(Array(name.parts.dropFirst(own.count)))
            return insert("\(indentation(of: last))\(relative) = \(value)", at: last.range.upperBound)
        }
        guard table.parts.isEmpty else {
            let gap = isBlank || statements.last?.kind == .blank ? "" : newline
            return insert("\(gap)[\(table)]\(newline)\(key) = \(value)", at: description.utf8.count)
        }
        insert("\(key) = \(value)", at: placeBeforeTables(statements))
    }

    /// Removes a key with the comment at the end of its line, or a whole table. Comments on lines of their own stay,
    /// and so does the header above such comments.
    ///
    /// - Returns: Whether there was such a key or table.
    /// - Throws: ``SettingsTextError``; the text is then as before.
    @discardableResult
    package mutating func remove(_ name: SettingsName) throws(SettingsTextError) -> Bool {
        let statements = try statements()
        for statement in statements {
            guard let other = statement.entry, other.contains(name) else { continue }
            throw .inline(other, line: line(of: statement))
        }
        let isGone = statements.map { $0.entry.map { $0 == name || name.contains($0) } ?? false }
        var gone = zip(statements, isGone).filter(\.1).map(\.0.range)
        guard !gone.isEmpty || statements.contains(where: { $0.header == name }) else { return false }
        for (start, statement) in statements.enumerated() {
            guard let header = statement.header, header == name || name.contains(header) || header.contains(name) else {
                continue
            }
            let end = statements[(start + 1)...].firstIndex { $0.header != nil } ?? statements.count
            let isEmpty = (start + 1..<end).allSatisfy { isGone[$0] || statements[$0].kind == .blank }
            guard isEmpty else { continue }
            gone += [statement.range] + (start + 1..<end).filter { !isGone[$0] }.map { statements[$0].range }
        }
        for range in gone.sorted(by: { $0.lowerBound > $1.lowerBound }) { replace(range, with: "") }
        return true
    }

    // MARK: - Places

    private func statements() throws(SettingsTextError) -> [SettingsStatement] {
        var scanner = SettingsScanner(description)
        return try scanner.statements()
    }

    private func line(of statement: SettingsStatement) -> Int {
        description.utf8.prefix(statement.range.lowerBound).count { $0 == UInt8(ascii: "\n") } + 1
    }

    /// Returns the last entry of a table that has a header, or before all headers, and the position after the entry.
    private func section(
        of table: SettingsName, in statements: [SettingsStatement]
    ) -> (entry: SettingsStatement?, end: Int)? {
        let start: Int
        if table.parts.isEmpty {
            start = 0
        } else {
            guard let header = statements.firstIndex(where: { $0.header == table }) else { return nil }
            start = header + 1
        }
        let own = statements[start...].prefix { $0.header == nil }
        if let last = own.last(where: { $0.entry != nil }) { return (last, last.range.upperBound) }
        return table.parts.isEmpty ? nil : (nil, statements[start - 1].range.upperBound)
    }

    /// Returns the place for the first key in no table: before the first header and the comments directly above it.
    private func placeBeforeTables(_ statements: [SettingsStatement]) -> Int {
        guard var index = statements.firstIndex(where: { $0.header != nil }) else { return description.utf8.count }
        while index > 0, statements[index - 1].kind == .comment { index -= 1 }
        return statements[index].range.lowerBound
    }

    private func indentation(of statement: SettingsStatement) -> String {
        let line = description.utf8.dropFirst(statement.range.lowerBound)
        return String(decoding: line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }, as: UTF8.self)
    }

    // MARK: - Changes

    private var newline: String { description.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n" }

    /// Whether the text is empty or has nothing but a byte order mark.
    private var isBlank: Bool { description.utf8.isEmpty || description.utf8.elementsEqual("\u{FEFF}".utf8) }

    private mutating func insert(_ line: String, at place: Int) {
        let isStart = place == 0 || place == 3 && description.utf8.starts(with: "\u{FEFF}".utf8)
        let isAfterLine = isStart || description.utf8.dropFirst(place - 1).first == UInt8(ascii: "\n")
        replace(place..<place, with: (isAfterLine ? "" : newline) + line + newline)
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
        var bytes = Array(description.utf8)
        bytes.replaceSubrange(range, with: text.utf8)
        description = String(decoding: bytes, as: UTF8.self)
    }
}

/// The reason why a settings file can't be edited line by line.
package enum SettingsTextError: Error, Hashable, CustomStringConvertible {
    /// The line begins a statement that could not be read.
    case unreadable(line: Int)
    /// The line has the key within a value in braces, or a value where a table is expected.
    case inline(SettingsName, line: Int)

    package var description: String {
        switch self {
        case .unreadable(let line): "line \(line) could not be read; see belfry config edit"
        case .inline(let name, let line): "line \(line) has \(name) as one value; change it with belfry config edit"
        }
    }
}
