// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Descriptions of the result of importing another program's reminders, for a person.
enum ReminderWords {
    /// Names of the file formats, as in a sentence.
    private static let formats = [
        "crontab": "crontab", "at": "queue of at", "ics": "calendar", "remind": "file of remind", "org": "Org file",
    ]

    private static func rows(_ result: [String: Value], _ key: String) -> [[String: Value]] {
        result[key]?.array?.compactMap(\.properties) ?? []
    }

    /// Returns a line for each reminder, and one for each line of its command.
    static func rows(_ result: [String: Value]) -> [String] {
        rows(result, "entries").flatMap { row -> [String] in
            let title = (row["title"]?.string ?? "").onOneLine
            let time = (row["text"]?.string ?? "").onOneLine
            let when = row["when"]?.string.map { "  \($0.onOneLine)" } ?? ""
            let state = row["state"]?.string == "kept" ? "  (there already)" : ""
            let text = "line \(row["line"]?.int ?? 0): \(time)\(when)  \(Console.bold(title))\(state)"
            let command = row["command"]?.string ?? ""
            return [text] + settings(row) + command.split(whereSeparator: \.isNewline).map { "    $ \(visible($0))" }
        }
    }

    /// Returns a line for the shell of a command, unless it is `/bin/sh`, and a line for each environment variable.
    private static func settings(_ row: [String: Value]) -> [String] {
        let shell = row["shell"]?.string ?? "/bin/sh"
        let variables = (row["environment"]?.properties ?? [:]).sorted { $0.key < $1.key }
        return (shell == "/bin/sh" ? [] : ["SHELL=\(shell)"])
            .map { "    \(visible($0[...]))" }
            + variables.map { "    \(visible("\($0.key)=\($0.value.string ?? "")"))" }
    }

    /// Returns a line of a command, with invisible characters, which could disguise the command, as numbers.
    private static func visible(_ line: Substring) -> String {
        line.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control where scalar == "\t": text.append(" ")
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Returns a line for each line of the file that became no reminder, in the order of the file.
    static func lines(_ result: [String: Value]) -> [String] {
        let all = rows(result, "refused").map { ($0, "") } + rows(result, "passed").map { ($0, "left out: ") }
        var lines = all.sorted { ($0.0["line"]?.int ?? 0) < ($1.0["line"]?.int ?? 0) }.map { row, prefix in
            "line \(row["line"]?.int ?? 0): \(prefix)\((row["message"]?.string ?? "").onOneLine)"
        }
        let count = (result["refusedLines"]?.int ?? 0) + (result["passedLines"]?.int ?? 0)
        if count > all.count { lines.append("and \(count - all.count) more lines") }
        return lines
    }

    /// Describes the numbers of reminders and lines, such as `added 3 reminders of a crontab; 1 was there already`.
    static func summary(_ result: [String: Value], isTrial: Bool) -> String {
        func count(_ key: String) -> Int { result[key]?.int ?? 0 }
        func number(_ count: Int, _ one: String, _ more: String) -> String { "\(count) \(count == 1 ? one : more)" }
        let format = result["format"]?.string ?? ""
        let name = formats[format] ?? format
        let article = format == "org" ? "an" : "a"
        let added = count("added")
        var text = isTrial ? "would add " : "added "
        text += added == 0 ? "nothing" : number(added, "reminder", "reminders")
        text += " of \(article) \(name)"
        if count("kept") > 0 {
            text += "; \(number(count("kept"), "was", "were")) there already or had been imported before"
        }
        if count("repeated") > 0 { text += "; \(number(count("repeated"), "line", "lines")) came twice" }
        if count("passedLines") > 0 { text += "; \(count("passedLines")) left out as past or done" }
        if count("refusedLines") > 0 { text += "; \(count("refusedLines")) can't be carried over" }
        return text
    }
}
