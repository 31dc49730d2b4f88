// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TimeExpressions
import Triggers

/// Reader of at's jobs: the list of `atq` with the output of `at -c` for each job, or a file of at's spool folder.
///
/// The list has the dates, the scripts have the commands. The n-th line of the list belongs to the n-th script.
struct AtQueueReader {
    /// A line of `atq`.
    private struct Entry {
        let line: Int
        let number: String
        let date: LocalTime
    }

    /// A script of `at -c`, from its first line on.
    private struct Script {
        let line: Int
        var lines: [Substring] = []
    }

    /// Returns whether a line is a line of `atq`, or marks a script of at.
    static func recognizes(_ line: Substring) -> Bool { line.hasPrefix("# atrun uid=") || entry(line, 0) != nil }

    static func read(_ bytes: [UInt8], _ origin: ReminderFile.Origin, into file: inout ReminderFile) {
        var (entries, scripts): ([Entry], [Script]) = ([], [])
        var previous: (number: Int, text: Substring)?
        for (number, text) in TextLines(bytes) {
            defer { previous = (number, text) }
            if entries.count > ReminderFile.mostLines || file.isFull(at: number) { break }
            if text.hasPrefix("# atrun uid=") {
                var script = Script(line: number)
                if let previous, previous.text.hasPrefix("#!") {
                    script = Script(line: previous.number)
                    // The previous line, starting with `#!`, begins this script, and does not end the previous script.
                    if let last = scripts.indices.last { scripts[last].lines.removeLast() }
                    script.lines.append(previous.text)
                }
                scripts.append(script)
                scripts[scripts.count - 1].lines.append(text)
            } else if let last = scripts.indices.last {
                if let entry = entry(text, number), entries.count <= scripts.count {
                    entries.append(entry)
                } else {
                    scripts[last].lines.append(text)
                }
            } else if let entry = entry(text, number) {
                entries.append(entry)
            } else if !text.hasPrefix("#"), !text.allSatisfy(\.isWhitespace) {
                file.refuse(number, "this is no line of atq in English; run it as LC_ALL=C atq")
            }
        }
        join(entries, scripts, origin, &file)
    }

    private static func join(
        _ entries: [Entry], _ scripts: [Script], _ origin: ReminderFile.Origin, _ file: inout ReminderFile
    ) {
        if entries.isEmpty, scripts.count == 1, let (number, minute) = job(ofSpoolFile: origin.name) {
            let date = Date(timeIntervalSince1970: Double(minute) * 60)
            return add(scripts[0], scripts[0].line, number, LocalTime(date, in: file.context.timeZone), &file)
        }
        guard scripts.isEmpty || scripts.count == entries.count else {
            for script in scripts {
                file.refuse(
                    script.line,
                    "there are \(scripts.count) scripts of at -c and \(entries.count) lines of atq, so "
                        + "nobody knows when this job runs; give both lists, in the same order")
            }
            for entry in entries { add(nil, entry.line, entry.number, entry.date, &file) }
            return
        }
        for (index, entry) in entries.enumerated() {
            if file.isFull(at: entry.line) { return }
            add(scripts.isEmpty ? nil : scripts[index], entry.line, entry.number, entry.date, &file)
        }
    }

    private static func add(
        _ script: Script?, _ line: Int, _ number: String, _ date: LocalTime, _ file: inout ReminderFile
    ) {
        let command = script.map(Self.command)
        guard max(command?.runs.text.utf8.count ?? 0, command?.body.utf8.count ?? 0) <= CrontabReader.mostBytes else {
            return file.refuse(line, "the job is longer than \(CrontabReader.mostBytes) bytes")
        }
        let program = command.map { FileCommand(text: $0.body).program } ?? ""
        file.add(
            // The reminder's key lacks the script, so that a job is the same with and without its script.
            line, key: [number, "\(date)"], title: program.isEmpty ? "at: job \(number)" : "at: \(program)",
            body: command?.body ?? "",
            // A job of at runs at a fixed instant, even if the person's zone has changed by then.
            CalendarReminders.once(date, file.context.timeZone), command: command?.runs)
    }

    /// Returns the person's commands for at, and the same commands after at's own lines for umask, path and folder.
    private static func command(_ script: Script) -> (body: String, runs: FileCommand) {
        let lines = script.lines
        // The line that sets the folder comes after the environment, whose values may have line ends.
        let folder = zip(lines.indices, lines.dropFirst()).first { index, next in
            lines[index].hasPrefix("cd ") && lines[index].hasSuffix("|| {")
                && next.contains("Execution directory inaccessible")
        }
        var start = folder?.0 ?? lines.firstIndex { !$0.hasPrefix("#") && !isSetting($0) } ?? lines.count
        var kept = lines[..<start].filter { $0.hasPrefix("umask ") || $0.hasPrefix("PATH=") }.map(String.init)
        if folder != nil, let end = lines[start...].firstIndex(of: "}") {
            kept += lines[start...end].map(String.init)
            start = end + 1
        }
        var own = lines[start...]
        // Red Hat's at hands the commands to the person's shell by a here-document.
        if let first = own.first, let mark = first.firstRange(of: "<< '"), first.hasSuffix("'"),
            first.hasPrefix("${SHELL")
        {
            let delimiter = first[mark.upperBound...].dropLast()
            own = own.dropFirst()
            if let end = own.firstIndex(where: { $0 == delimiter }) { own = own[..<end] }
        }
        while own.last?.allSatisfy(\.isWhitespace) == true { own.removeLast() }
        while own.first?.allSatisfy(\.isWhitespace) == true { own.removeFirst() }
        let body = own.joined(separator: "\n")
        return (body, FileCommand(text: (kept + [body]).joined(separator: "\n")))
    }

    /// Returns whether a line of a script sets a part of the environment, which at has recorded.
    private static func isSetting(_ line: Substring) -> Bool {
        if line.hasPrefix("umask ") { return true }
        guard let equals = line.firstIndex(of: "="), let end = line.firstRange(of: "; export ") else { return false }
        return line[end.upperBound...] == line[..<equals]
    }

    /// Parses a line of `atq`: a number, a tab, a date, the queue and the user.
    private static func entry(_ line: Substring, _ number: Int) -> Entry? {
        guard let first = line.utf8.first, (48...57).contains(first) else { return nil }
        let words = line.prefix(200).split(whereSeparator: \.isWhitespace)
        guard words.count >= 4, words[0].isDigits, words[0].count <= 9 else { return nil }
        if words[1].contains("-"), let date = LocalTime("\(words[1]) \(words[2])"), words[3].count == 1 {
            return Entry(line: number, number: String(words[0]), date: date)
        }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count >= 7, let month = months.firstIndex(of: String(words[2])), let day = Int(words[3]),
            let year = Int(words[5]), words[6].count == 1
        else { return nil }
        let time = words[4].split(separator: ":").map { Int($0) ?? -1 }
        guard time.count == 3,
            let date = LocalTime(
                year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
        else { return nil }
        return Entry(line: number, number: String(words[0]), date: date)
    }

    /// Returns the number and the minute since 1970 of a job of at's spool folder, whose name has a queue, five digits
    /// of the number and eight of the minute.
    private static func job(ofSpoolFile path: String) -> (number: String, minute: Int)? {
        guard let name = path.split(separator: "/").last, name.utf8.count == 14,
            name.first?.isLetter == true || name.first == "=", name.dropFirst().allSatisfy(\.isHexDigit),
            let number = Int(name.dropFirst().prefix(5), radix: 16), let minute = Int(name.suffix(8), radix: 16)
        else { return nil }
        return (String(number), minute)
    }
}
