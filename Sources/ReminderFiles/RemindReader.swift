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
        var joined: (number: Int, text: String)?
        for (number, text) in TextLines(bytes) {
            let start = joined?.number ?? number
            var whole = (joined?.text ?? "") + text
            joined = nil
            guard whole.utf8.count <= TextLines.longestLine else {
                file.refuse(start, "the line is longer than \(TextLines.longestLine / 1024) KiB")
                continue
            }
            // A backslash at the end continues the line.
            if whole.hasSuffix("\\") {
                whole.removeLast()
                joined = (start, whole)
                continue
            }
            read(whole[...], start, &file)
        }
        if let joined { read(joined.text[...], joined.number, &file) }
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
                    number, key: key, title: "remind: \(command.program)", body: body, trigger, leads: reader.leads,
                    command: command)
            } else {
                file.add(number, key: key, title: body, trigger, leads: reader.leads)
            }
        } catch {
            file.refuse(error.line, error.message)
        }
    }
}
