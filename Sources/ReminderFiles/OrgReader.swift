// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Reader of the timestamps of Emacs' Org mode: in headlines, after `SCHEDULED:` and `DEADLINE:`, and in text.
struct OrgReader {
    /// Headline of the lines that are being read.
    private var title = ""
    private var isDone = false
    private var doneWords: Set<String> = ["DONE"]
    private var openWords: Set<String> = ["TODO"]
    /// Name of the block that the reader is in, such as `SRC`; its lines are not read as text.
    private var block: String?
    /// Whether the reader is in a drawer, such as `:LOGBOOK:`.
    private var isInDrawer = false
    /// Level of the headline whose subtree is left out; 0 outside of such a subtree.
    private var leftOut = 0

    /// Returns whether a line has an active timestamp, and isn't a comment.
    static func recognizes(_ line: Substring) -> Bool { line.first != "#" && hasTimestamp(line) }

    private static func hasTimestamp(_ line: Substring) -> Bool {
        guard line.utf8.count <= 4096, line.contains("<") else { return false }
        return !OrgTimestamp.all(in: line).isEmpty
    }

    static func read(_ bytes: [UInt8], into file: inout ReminderFile) {
        var reader = OrgReader()
        for (number, text) in TextLines(bytes) {
            if file.isFull(at: number) { return }
            guard text.utf8.count <= TextLines.longestLine else {
                file.refuse(number, "the line is longer than \(TextLines.longestLine / 1024) KiB")
                continue
            }
            reader.take(text, number, &file)
        }
    }

    private mutating func take(_ text: Substring, _ number: Int, _ file: inout ReminderFile) {
        let line = text.drop(while: \.isWhitespace)
        let upper = line.prefix(40).uppercased()
        let level = text.prefix { $0 == "*" }.count
        if level > 0, text.dropFirst(level).first == " " {
            // A headline ends a block or a drawer that has no end line.
            (block, isInDrawer) = (nil, false)
            if leftOut == 0 || level <= leftOut { readHeadline(text.dropFirst(level + 1), level, number, &file) }
            return
        }
        if let name = block {
            if upper.hasPrefix("#+END_\(name)") { block = nil } else { skip(line, number, "a block", &file) }
        } else if upper.hasPrefix("#+BEGIN_") {
            block = upper.dropFirst(8).prefix { !$0.isWhitespace }.uppercased()
        } else if upper.hasPrefix("#+") {
            readSetting(line)
        } else if isInDrawer {
            isInDrawer = !upper.hasPrefix(":END:")
            if isInDrawer { skip(line, number, "a drawer", &file) }
        } else if Self.beginsDrawer(line) {
            isInDrawer = true
        } else if !upper.hasPrefix("# "), leftOut == 0 {
            add(line, number, &file)
        }
    }

    /// Returns whether a line begins a drawer, such as `:LOGBOOK:`.
    private static func beginsDrawer(_ line: Substring) -> Bool {
        guard let word = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).first, word.count > 2,
            word.hasPrefix(":"), word.hasSuffix(":"), line[word.endIndex...].allSatisfy(\.isWhitespace)
        else { return false }
        return word.dropFirst().dropLast().utf8.allSatisfy {
            "_-".utf8.contains($0) || (48...57).contains($0) || (65...90).contains($0 & 0xDF)
        }
    }

    /// Adds a line of a block or a drawer to ``ReminderFile/passed`` if the line has an active timestamp.
    private func skip(_ line: Substring, _ number: Int, _ place: String, _ file: inout ReminderFile) {
        if leftOut == 0, Self.hasTimestamp(line) { file.pass(number, "a timestamp in \(place) is no reminder") }
    }

    /// Reads a line such as `#+TODO: TODO WAIT | DONE CANCELED`.
    private mutating func readSetting(_ line: Substring) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let name = words.first?.uppercased(), ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"].contains(name) else {
            return
        }
        let plain = words.dropFirst().prefix(100).map { String($0.prefix { $0 != "(" }) }
        let parts = plain.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            openWords.formUnion(parts[0])
            doneWords.formUnion(parts[1])
        } else if let last = plain.last {
            // Without a bar, the last keyword of the setting means "done".
            openWords.formUnion(plain.dropLast())
            doneWords.insert(last)
        }
    }

    private mutating func readHeadline(_ text: Substring, _ level: Int, _ number: Int, _ file: inout ReminderFile) {
        leftOut = 0
        var rest = text.drop(while: \.isWhitespace)
        let first = String(rest.prefix { !$0.isWhitespace })
        isDone = doneWords.contains(first)
        if isDone || openWords.contains(first) { rest = rest.dropFirst(first.count).drop(while: \.isWhitespace) }
        if rest.hasPrefix("[#"), let end = rest.firstIndex(of: "]") {
            rest = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
        }
        var tags = ""
        if let last = rest.split(whereSeparator: \.isWhitespace).last, last.count > 2, last.hasPrefix(":"),
            last.hasSuffix(":")
        {
            tags = last.lowercased()
            rest = rest[..<last.startIndex]
        }
        title = OrgTimestamp.removingAll(from: rest)
        if first == "COMMENT" || tags.contains(":archive:") {
            leftOut = level
            return file.pass(number, "the headline is a comment or archived; it is left out with all below it")
        }
        add(rest, number, &file)
    }

    /// Adds a reminder for each active timestamp of a line.
    private func add(_ line: Substring, _ number: Int, _ file: inout ReminderFile) {
        guard line.contains("<") else { return }
        if line.contains("<%%(") {
            file.refuse(number, "dates that Emacs computes, <%%(...)>, aren't carried over")
        }
        for (stamp, raw) in OrgTimestamp.all(in: line) {
            guard !isDone else {
                file.pass(number, "it is done")
                continue
            }
            let text = title.isEmpty ? OrgTimestamp.removingAll(from: line) : title
            do throws(FileLine) {
                let (trigger, leads) = try stamp.trigger(hour: ReminderFile.hourOfDays, line: number)
                let body = stamp.kind == .deadline ? "Deadline" : ""
                file.add(number, key: [text, raw], title: text, body: body, trigger, leads: leads)
            } catch {
                file.refuse(error.line, error.message)
            }
        }
    }
}
