// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TimeExpressions
import Triggers

/// Reader of a crontab, of a person or of the system (crontab(5)).
///
/// A system crontab has a column with the user. It is recognized by its path, or if all of its jobs have a user's name
/// before the command, and one of the names is `root`.
struct CrontabReader {
    /// A job's line, divided into its parts.
    private struct Job {
        let line: Int
        let schedule: String
        let rest: Substring
        let variables: [String: String]
    }

    private var variables: [String: String] = [:]
    /// Whether variables of the crontab were left out, so that the jobs after them can't have a command.
    private var hasTooMany = false
    private var jobs: [Job] = []

    /// Returns whether a line is a job of cron: five fields or an `@` word, and a command.
    static func recognizes(_ line: Substring) -> Bool {
        guard let (schedule, rest) = divide(line), !rest.isEmpty else { return false }
        if schedule.hasPrefix("@") { return names.contains(schedule.lowercased()) }
        return schedule.utf8.allSatisfy {
            (48...57).contains($0) || "*,-/ ~".utf8.contains($0) || (65...90).contains($0) || (97...122).contains($0)
        }
            && schedule.split(separator: " ").prefix(3).allSatisfy { field in
                field.utf8.contains { (48...57).contains($0) || $0 == UInt8(ascii: "*") }
                    && !field.contains { $0.isLetter }
            }
    }

    private static let names: Set = [
        "@reboot", "@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly",
    ]

    static func read(_ bytes: [UInt8], _ origin: ReminderFile.Origin, into file: inout ReminderFile) {
        var reader = CrontabReader()
        for (number, text) in TextLines(bytes) {
            let line = text.drop { $0 == " " || $0 == "\t" }
            guard !line.isEmpty, line.first != "#" else { continue }
            if reader.jobs.count > ReminderFile.mostLines || file.isFull(at: number) { break }
            guard line.utf8.count <= TextLines.longestLine else {
                file.refuse(number, "the line is longer than \(TextLines.longestLine / 1024) KiB")
                continue
            }
            if reader.takeVariable(line) { continue }
            guard let (schedule, rest) = divide(line), !rest.isEmpty else {
                file.refuse(number, "a job has five fields, or a word such as @daily, and a command")
                continue
            }
            guard !reader.hasTooMany else {
                file.refuse(number, "the variables before the job are longer than \(mostBytes) bytes, or more than 100")
                continue
            }
            reader.jobs.append(Job(line: number, schedule: schedule, rest: rest, variables: reader.variables))
        }
        let hasUsers = reader.hasUsers(origin)
        for job in reader.jobs {
            if file.isFull(at: job.line) { return }
            add(job, hasUser: hasUsers, origin, &file)
        }
    }

    /// Divides a line into its schedule, with single spaces, and the rest of the line; nil if fields are missing.
    private static func divide(_ line: Substring) -> (String, Substring)? {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let count = line.first == "@" ? 1 : 5
        let parts = line.split(maxSplits: count, whereSeparator: isSpace)
        guard parts.count > count else { return parts.count == count ? (parts.joined(separator: " "), "") : nil }
        return (parts[..<count].joined(separator: " "), parts[count].drop(while: isSpace))
    }

    /// Takes a variable from a line `NAME=value`; returns false if the line has another form.
    private mutating func takeVariable(_ line: Substring) -> Bool {
        guard let equals = line.firstIndex(of: "=") else { return false }
        let name = Self.unquoted(line[..<equals])
        guard let first = name.utf8.first, !(48...57).contains(first),
            name.utf8.allSatisfy({ $0 == 95 || (48...57).contains($0) || (65...90).contains($0 & 0xDF) })
        else { return false }
        let value = Self.unquoted(line[line.index(after: equals)...])
        let size = variables.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } + name.utf8.count
        if size + value.utf8.count > Self.mostBytes || variables.count >= 100 { hasTooMany = true }
        if !hasTooMany { variables[name] = value }
        return true
    }

    private static func unquoted(_ text: Substring) -> String {
        var text = text
        while let last = text.last, last.isWhitespace { text.removeLast() }
        text = text.drop(while: \.isWhitespace)
        if let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote {
            text = text.dropFirst().dropLast()
        }
        return String(text)
    }

    private func hasUsers(_ origin: ReminderFile.Origin) -> Bool {
        if origin.name == "/etc/crontab" || origin.name.hasPrefix("/etc/cron.d/") { return true }
        var hasRoot = false
        for job in jobs {
            let words = job.rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard words.count == 2, words[0].utf8.count <= 32,
                words[0].utf8.allSatisfy({
                    "_-.".utf8.contains($0) || (48...57).contains($0) || (97...122).contains($0)
                })
            else { return false }
            if words[0] == "root" { hasRoot = true }
        }
        return hasRoot
    }

    private static func add(
        _ job: Job, hasUser: Bool, _ origin: ReminderFile.Origin, _ file: inout ReminderFile
    ) {
        var (user, rest) = (origin.user, job.rest)
        if hasUser {
            let words = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard words.count == 2 else { return file.refuse(job.line, "there is no command after the user") }
            (user, rest) = (String(words[0]), words[1])
        }
        var context = file.context
        // Cronie reads CRON_TZ; the cron of Debian has no such variable, and uses the machine's time zone.
        if let name = job.variables["CRON_TZ"] {
            guard let zone = Zone(identifier: name) else {
                return file.refuse(job.line, "CRON_TZ is \"\(name)\", which is no zone that is known here")
            }
            (context.timeZone, context.isFixed) = (zone, true)
        }
        let (command, input) = divideAtPercent(rest)
        let trigger: Trigger
        do {
            trigger = try TimeExpression.parseCron(job.schedule, context).trigger
        } catch {
            return file.refuse(job.line, error.message)
        }
        let shell = job.variables["SHELL"] ?? "/bin/sh"
        let own = job.variables.filter { !Self.ofCron.contains($0.key) }
        var runs = FileCommand(text: command, shell: shell, environment: own)
        let program = runs.program
        if let input { runs.text = "printf '%s' \(quoted(input)) | (\(command)\n)" }
        let body = input.map { command + "\n" + $0 } ?? command
        guard max(body.utf8.count, runs.text.utf8.count) <= mostBytes else {
            return file.refuse(job.line, "the command is longer than \(mostBytes) bytes")
        }
        // The same command with other variables is another job.
        let settings = own.map { "\($0.key)=\($0.value)" } + (shell == "/bin/sh" ? [] : ["SHELL=\(shell)"])
        let key =
            [job.schedule, hasUser ? user : "", String(rest)] + (job.variables["CRON_TZ"].map { [$0] } ?? [])
            + settings.sorted()
        file.add(
            job.line, key: key, title: "crontab: \(program)", body: body, trigger,
            // Only the system's cron can run a command as another user.
            command: user == origin.user || !hasUser ? runs : nil)
    }

    /// Variables that cron itself reads.
    private static let ofCron: Set = ["SHELL", "MAILTO", "MAILFROM", "CRON_TZ", "CONTENT_TYPE", "LOGNAME", "USER"]

    /// Maximum number of bytes of a command, and of a reminder's body.
    static let mostBytes = 8000

    /// Divides a command at the first percent sign that has no backslash: the rest is the standard input.
    private static func divideAtPercent(_ text: Substring) -> (command: String, input: String?) {
        var (parts, isEscaped): ([String], Bool) = ([""], false)
        for character in text {
            if isEscaped, character != "%" { parts[parts.count - 1].append("\\") }
            if character == "%", !isEscaped {
                // The further percent signs are line ends of the command's input.
                if parts.count == 1 { parts.append("") } else { parts[1].append("\n") }
            } else if character != "\\" || isEscaped {
                parts[parts.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        if isEscaped { parts[parts.count - 1].append("\\") }
        return (parts[0], parts.count > 1 ? parts[1] + "\n" : nil)
    }

    /// Returns a text in the shell's single quotes.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
