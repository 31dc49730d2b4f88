// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentFiles
import AgentInterface
import AgentLog
import AgentMachine
import AgentRules
import DBus
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import ReminderFiles
import TimeExpressions
import Triggers

/// `ImportReminders`, which adds the reminders of files of other programs: crontab, at, iCalendar, remind, Org.
struct ReminderImport: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let authorizations: Authorizations
    let intake: RequestIntake

    /// A reminder of the imported file, with the checked request that was made of it.
    private struct Entry {
        let reminder: FileReminder
        let prepared: RequestIntake.Prepared
        var isAdded = false
    }

    /// Adds a file's reminders that were never added before, in one transaction.
    ///
    /// - Returns: The documented result, with the lines that became no reminder.
    /// - Throws: ``Triggers/Refusal`` for a file that can't be read at all; ``DBus/BusError`` for a sandboxed caller;
    ///   ``NotificationStore/StoreError``.
    func take(
        _ file: FileDescriptorHandle, options: Value, of app: String, for caller: Caller
    ) async throws -> [String: Value] {
        guard !caller.isSandboxed else {
            throw BusError.accessDenied("\(caller.app) is sandboxed and may neither export nor import.")
        }
        let options = try DictionaryCoding.decode(ImportRemindersOptions.self, from: options)
        let partsOfDay = await authorizations.configuration.partsOfDay
        let context = TimeExpression.Context(now: clock.now, timeZone: clock.timeZone, partsOfDay: partsOfDay)
        let (reading, digest) = try await offLoop { try Self.read(file.rawValue, options, context) }
        var refused = reading.refused.map { RefusedLine(line: $0.line, refusal: .invalidRequest($0.message)) }
        var entries = try await prepare(reading.reminders, options, app, caller, &refused)
        let results = try await store.take(
            reminders: entries.map(\.prepared.additions),
            ImportOptions(file: "", replaces: options.replaces, again: options.again, isTrial: options.isTrial),
            at: clock.now)
        CrashPoint.reached(.afterAddCommit)
        var (additions, outcomes): ([Addition], [Result<AddOutcome, Refusal>]) = ([], [])
        for (index, result) in results.enumerated().reversed() {
            switch result {
            case .success(.kept): break
            case .success(.added(let added)):
                entries[index].isAdded = true
                additions += entries[index].prepared.additions
                outcomes += added.map { .success($0) }
            case .failure(let refusal):
                refused.append(RefusedLine(line: entries[index].reminder.line, refusal: refusal))
                entries.remove(at: index)
            }
        }
        if !options.isTrial, !additions.isEmpty {
            _ = await intake.noteAdded(additions, outcomes)
            logger.notice("Imported", metadata: [LogKey.count: "\(additions.count)"])
        }
        refused.sort { $0.line < $1.line }
        return answer(reading, entries, refused, options).merging(["digest": .string(digest)]) { own, _ in own }
    }

    /// Reads the caller's whole file; blocks its thread.
    private static func read(
        _ file: Int32, _ options: ImportRemindersOptions, _ context: TimeExpression.Context
    ) throws(Refusal) -> (ReminderFile, digest: String) {
        var format: ReminderFormat?
        if !options.from.isEmpty {
            format = ReminderFormat(rawValue: options.from)
            guard format != nil else {
                let names = ReminderFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidRequest("from is \"\(options.from)\"; it must be one of \(names)")
            }
        }
        let bytes = try SmallFile.bytes(of: file, atMost: ReminderFile.mostBytes)
        let digest = ReminderFile.digest(bytes)
        guard options.digest.isEmpty || options.digest == digest else {
            throw .invalidRequest("the file has changed since its reminders were listed; nothing was added")
        }
        let origin = ReminderFile.Origin(name: options.name, user: SmallFile.userName)
        return (try ReminderFile(bytes, as: format, of: origin, context), digest)
    }

    /// Checks each reminder as a request of the caller; a refused reminder is added to `refused`.
    private func prepare(
        _ reminders: [FileReminder], _ options: ImportRemindersOptions, _ app: String, _ caller: Caller,
        _ refused: inout [RefusedLine]
    ) async throws -> [Entry] {
        var taken: Set<String> = []
        var entries: [Entry] = []
        for reminder in reminders {
            if options.withCommands, let name = reminder.command?.variableThatRunsCode {
                let refusal = Refusal.invalidRequest("\(name) runs other code before the command")
                refused.append(RefusedLine(line: reminder.line, refusal: refusal))
                continue
            }
            do {
                let dictionary = try Self.request(of: reminder, options)
                let prepared = try await intake.prepare(dictionary, app, caller, AddOptions(), &taken)
                entries.append(Entry(reminder: reminder, prepared: prepared))
            } catch let refusal as Refusal {
                // An application that the person doesn't allow to notify may add none of the file's reminders.
                if refusal.code == .notAuthorized { throw refusal }
                refused.append(RefusedLine(line: reminder.line, refusal: refusal))
            }
        }
        return entries
    }

    /// Returns the request of a reminder, as a caller of `Add` would give it.
    private static func request(of reminder: FileReminder, _ options: ImportRemindersOptions) throws -> Value {
        var request: [String: Value] = [
            "identifier": .string(reminder.identifier), "title": .string(reminder.title),
            "trigger": .properties(try DictionaryCoding.properties(of: reminder.trigger)),
        ]
        if !reminder.body.isEmpty { request["body"] = .string(reminder.body) }
        if !reminder.leads.isEmpty {
            request["before"] = .strings(reminder.leads.map { TimeExpression.lengthText(seconds: $0) })
        }
        if options.withCommands, let command = reminder.command {
            let run: Value =
                command.shell == "/bin/sh"
                ? .string(command.text) : .strings([command.shell, "-c", command.text])
            request["on"] = .properties([ResponsePlan.Event.fired.rawValue: run])
            let variables = options.environment.merging(command.environment) { _, own in own }
            request["environment"] = .dictionary(
                Dictionary(uniqueKeysWithValues: variables.map { (.string($0.key), .string($0.value)) }), key: .string,
                value: .string)
        }
        return .properties(request)
    }

    // MARK: - The answer

    /// Maximum number of reminders, and of lines of each kind, in the reply to `ImportReminders`; maximum size of these
    /// reminders in bytes.
    private static let mostRows = 1000
    private static let mostBytes = 8 << 20

    private func answer(
        _ reading: ReminderFile, _ entries: [Entry], _ refused: [RefusedLine], _ options: ImportRemindersOptions
    ) -> [String: Value] {
        let added = entries.count { $0.isAdded }
        var room = Self.mostBytes
        var rows: [[String: Value]] = []
        for entry in entries.prefix(Self.mostRows) {
            room -= entry.reminder.title.utf8.count + 2 * entry.reminder.body.utf8.count + 1000
            if options.withCommands, let command = entry.reminder.command {
                room -= command.environment.reduce(command.shell.utf8.count) {
                    $0 + $1.key.utf8.count + $1.value.utf8.count + 16
                }
            }
            guard room > 0 else { break }
            rows.append(row(of: entry, options))
        }
        return [
            "format": .string(reading.format.rawValue), "added": .uint32(UInt32(added)),
            "kept": .uint32(UInt32(entries.count - added)), "repeated": .uint32(UInt32(reading.repeated)),
            "commands": .uint32(UInt32(entries.count { $0.reminder.command != nil })),
            "entries": .dictionaries(rows),
            "passed": .dictionaries(
                reading.passed.prefix(Self.mostRows).map {
                    ["line": .uint32(UInt32($0.line)), "message": .string($0.message)]
                }),
            "passedLines": .uint32(UInt32(reading.passed.count)),
            "refused": .dictionaries(
                refused.prefix(Self.mostRows).map {
                    [
                        "line": .uint32(UInt32($0.line)), "error": .string($0.refusal.busError.name),
                        "message": .string($0.refusal.message),
                    ]
                }),
            "refusedLines": .uint32(UInt32(refused.count)),
        ]
    }

    private func row(of entry: Entry, _ options: ImportRemindersOptions) -> [String: Value] {
        let (reminder, now) = (entry.reminder, clock.now)
        let zone = reminder.trigger.shownTimeZone ?? clock.timeZone
        var row: [String: Value] = [
            "line": .uint32(UInt32(reminder.line)), "identifier": .string(reminder.identifier),
            "state": .string(entry.isAdded ? "added" : "kept"), "title": .string(reminder.title),
            "text": .string(DateText.describe(reminder.nextDate, now: now, in: zone)),
            "nextTriggerDateUnix": .double(reminder.nextDate.timeIntervalSince1970),
        ]
        if !reminder.body.isEmpty { row["body"] = .string(reminder.body) }
        if reminder.trigger.repeats { row["when"] = .string(reminder.trigger.words(addedAt: now, in: clock.timeZone)) }
        if options.withCommands, let command = reminder.command {
            row["command"] = .string(command.text)
            row["shell"] = .string(command.shell)
            row["environment"] = .dictionary(
                Dictionary(uniqueKeysWithValues: command.environment.map { (.string($0.key), .string($0.value)) }),
                key: .string, value: .string)
        }
        return row
    }
}
