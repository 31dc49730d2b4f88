// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Reader of files of the program remind (remind(1)), in part.
///
/// The dates of `REM` lines are read: parts of a date, weekdays, a step back, `+delta`, `*repeat`, `UNTIL`, `THROUGH`
/// and `AT`. Lines that compute something, such as `OMIT`, `SATISFY` and expressions in brackets, are refused.
enum RemindReader {
    /// Commands of remind other than `REM`, which are refused by name.
    private static let commands: Set = [
        "BANNER", "CLEAR-OMIT-CONTEXT", "DEBUG", "DO", "DUMP", "DUMPVARS", "ELSE", "ENDIF", "ERRMSG", "EXIT", "EXPR",
        "FLUSH", "FRENAME", "FSET", "FUNSET", "IF", "IFTRIG", "INCLUDE", "INCLUDECMD", "INCLUDER", "INCLUDESYS",
        "OMIT", "OMITFUNC", "POP", "POP-OMIT-CONTEXT", "PRESERVE", "PUSH", "PUSH-OMIT-CONTEXT", "RETURN", "RUN",
        "SET", "SYSINCLUDE", "TRANSLATE", "TRANS", "UNSET",
    ]

    /// Returns whether a line begins with `REM` and a space.
    static func recognizes(_ line: Substring) -> Bool {
        let words = line.prefix(200).split(maxSplits: 1, whereSeparator: \.isWhitespace)
        return words.count == 2 && words[0].uppercased() == "REM"
    }

    static func read(_ bytes: [UInt8], into file: inout ReminderFile) {
        var (joined, start) = ("", 1)
        for (number, text) in TextLines(bytes) {
            if file.isFull(at: number) { return }
            if joined.isEmpty { start = number }
            joined += text
            guard joined.utf8.count <= TextLines.longestLine else {
                file.refuse(start, "the line is longer than \(TextLines.longestLine / 1024) KiB")
                joined = ""
                continue
            }
            // A backslash at the end continues the line.
            if text.utf8.last == UInt8(ascii: "\\") {
                joined.unicodeScalars.removeLast()
                continue
            }
            read(joined[...], start, &file)
            joined = ""
        }
        read(joined[...], start, &file)
    }

    private static func read(_ text: Substring, _ number: Int, _ file: inout ReminderFile) {
        let line = text.drop(while: \.isWhitespace)
        guard let first = line.first, first != "#", first != ";" else { return }
        let word = line.prefix { !$0.isWhitespace }.uppercased()
        guard word == "REM" else {
            let message =
                commands.contains(word)
                ? "\(word) isn't carried over: only REM lines are" : "only lines that begin with REM are read"
            return file.refuse(number, message)
        }
        do throws(FileLine) {
            var reader = RemindLine(line.dropFirst(3), number)
            try reader.read()
            let trigger = try reader.date.trigger(time: reader.time, hour: ReminderFile.hourOfDays, line: number)
            let body = reader.body
            guard body.utf8.count <= CrontabReader.mostBytes else {
                throw FileLine(line: number, "the text is longer than \(CrontabReader.mostBytes) bytes")
            }
            let key = [line.split(whereSeparator: \.isWhitespace).joined(separator: " ")]
            if reader.isCommand {
                let command = FileCommand(text: body)
                file.add(
                    // White space matters in a command.
                    number, key: key + [body], title: "remind: \(command.program)", body: body, trigger,
                    leads: reader.leads,
                    command: command)
            } else {
                file.add(number, key: key, title: body, trigger, leads: reader.leads)
            }
        } catch {
            file.refuse(error.line, error.message)
        }
    }
}
