// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ICalendar
package import TimeExpressions
package import Triggers

/// The reminders in a file of another program, and the lines that become no reminder.
package struct ReminderFile: Sendable {
    package let format: ReminderFormat
    package internal(set) var reminders: [FileReminder] = []
    /// Lines whose last date has passed, whose event or task is done or cancelled, or whose timestamp is no reminder.
    package internal(set) var passed: [FileLine] = []
    /// Lines that can't be carried over.
    package internal(set) var refused: [FileLine] = []
    /// Number of lines that repeat an earlier line of the file.
    package internal(set) var repeated = 0
    private var identifiers: Set<String> = []
    /// Number of lines that were added, left out or refused so far.
    private var tries = 0
    let context: TimeExpression.Context

    /// Maximum number of bytes in a file.
    package static let mostBytes = 16 << 20
    /// Maximum number of reminders that a file may add.
    package static let mostReminders = 10_000
    /// Maximum number of lines of a file that are added, left out or refused; the rest of the lines is not read.
    package static let mostLines = 20_000
    /// Hour at which reminders without a time of day fire.
    package static let hourOfDays = 9

    /// Facts about the file besides its content.
    package struct Origin: Hashable, Sendable {
        /// Name of the file, which tells when a job of at's spool folder runs; empty if unknown.
        package var name: String
        /// Name of the person's account; in a system crontab, only the lines of this user keep their command.
        package var user: String

        package init(name: String = "", user: String = "") { (self.name, self.user) = (name, user) }
    }

    /// Reads the reminders of a file.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - format: The format; nil recognizes the format by the content.
    ///   - origin: The names of the file and of the person's account.
    ///   - context: The moment at which the file is read, and the person's time zone.
    /// - Throws: ``Triggers/Refusal`` if the file is too large or of no known format. A line that can't be read is
    ///   added to ``refused``.
    package init(
        _ bytes: [UInt8], as format: ReminderFormat?, of origin: Origin = Origin(), _ context: TimeExpression.Context
    ) throws(Refusal) {
        guard bytes.count <= Self.mostBytes else {
            throw Refusal(.contentTooLarge, "the file is over \(Self.mostBytes >> 20) MiB")
        }
        guard let format = format ?? ReminderFormat(recognizing: bytes) else {
            let isEmpty = bytes.allSatisfy { " \t\r\n".utf8.contains($0) }
            throw .invalidRequest(
                (isEmpty ? "the file is empty" : "the file is of no format that is known here")
                    + "; import reads \(ReminderFormat.list)")
        }
        self.format = format
        self.context = context
        switch format {
        case .crontab: CrontabReader.read(bytes, origin, into: &self)
        case .at: AtQueueReader.read(bytes, origin, into: &self)
        case .ics: CalendarReminders.read(bytes, into: &self)
        case .remind: RemindReader.read(bytes, into: &self)
        case .org: OrgReader.read(bytes, into: &self)
        }
        refused.sort { ($0.line, $0.message) < ($1.line, $1.message) }
        passed.sort { ($0.line, $0.message) < ($1.line, $1.message) }
    }

    /// Returns a hash of a file's content, which tells whether the file has changed when it is read again.
    package static func digest(_ bytes: [UInt8]) -> String { ContentHash.text(bytes) }

    /// Tells whether the file has so many lines that the rest of them is left out; adds this fact to ``refused`` once.
    mutating func isFull(at line: Int) -> Bool {
        guard tries >= Self.mostLines else { return false }
        if refused.last?.message != Self.overLimit { refused.append(FileLine(line: line, Self.overLimit)) }
        return true
    }

    mutating func refuse(_ line: Int, _ message: String) {
        tries += 1
        if refused.count < Self.mostLines { refused.append(FileLine(line: line, message)) }
    }

    mutating func pass(_ line: Int, _ message: String) {
        tries += 1
        if passed.count < Self.mostLines { passed.append(FileLine(line: line, message)) }
    }

    /// Adds a reminder, unless its last date has passed, it can never fire, or it repeats an earlier reminder.
    ///
    /// - Parameters:
    ///   - line: The number of its line.
    ///   - key: The texts that make up its identity.
    ///   - title: Its title; an empty title becomes "(no title)".
    ///   - body: Its body; a body over the limit is refused.
    ///   - trigger: Its trigger.
    ///   - leads: The early warnings, in seconds before each date.
    ///   - command: The command that the line would run.
    mutating func add(
        _ line: Int, key: [String], title: String, body: String = "", _ trigger: Trigger, leads: [Int] = [],
        command: FileCommand? = nil
    ) {
        if reminders.count >= Self.mostReminders { tries = Self.mostLines }
        if isFull(at: line) { return }
        tries += 1
        let first: Date
        do {
            try trigger.validate()
            let (now, zone) = (context.now, context.timeZone)
            guard let next = trigger.nextDate(after: now, anchoredAt: now, in: zone) else {
                _ = try trigger.firstDate(after: Date(timeIntervalSince1970: -62_135_510_400), in: zone)
                return pass(line, trigger.repeats ? "its last date has passed" : "its date has passed")
            }
            first = next
        } catch {
            return refuse(line, error.message)
        }
        let identifier = "\(format.rawValue)-\(ContentHash.text(key))"
        guard identifiers.insert(identifier).inserted else {
            repeated += 1
            return
        }
        let shown = Self.oneLine(title)
        // If the title is cut, the whole title goes into the body.
        let isCut = shown.last == "…" && title.last != "…"
        let whole = isCut ? Self.cut(body.isEmpty ? title : title + "\n" + body, to: Self.mostBodyBytes) : body
        let nearest = Set(leads.filter { $0 > 0 }).sorted()
        reminders.append(
            FileReminder(
                line: line, identifier: identifier, title: shown.isEmpty ? "(no title)" : shown, body: whole,
                trigger: trigger, nextDate: first, leads: Array(nearest.prefix(Self.mostLeads)), command: command))
        if nearest.count > Self.mostLeads {
            let rest = nearest.count - Self.mostLeads
            refuse(
                line,
                "\(rest) early warning\(rest == 1 ? "" : "s") beyond the nearest \(Self.mostLeads) "
                    + "\(rest == 1 ? "is" : "are") left out")
        }
    }

    private static let overLimit = "the limit is \(mostReminders) reminders of a file; the rest is left out"

    /// Returns a title on one line, cut to 240 characters.
    static func oneLine(_ text: String) -> String {
        let words = text.prefix(2000).split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        return words.count <= 240 ? cut(words, to: 1000) : cut(String(words.prefix(239)), to: 990) + "…"
    }

    /// Returns the beginning of a text, cut after a whole character to at most `bytes` bytes.
    static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var size = 0
        return String(
            text.prefix {
                size += $0.utf8.count
                return size <= bytes - 3
            }) + "…"
    }

    /// Maximum number of early warnings of a request.
    private static let mostLeads = 8
    /// Maximum number of bytes of a reminder's body.
    static let mostBodyBytes = 8000
}
