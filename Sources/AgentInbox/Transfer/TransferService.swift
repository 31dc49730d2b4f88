// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentFiles
import AgentInterface
import AgentLocation
import AgentLog
import AgentMachine
import AgentMaintenance
import AgentMedia
import AgentOutbox
import AgentPush
import AgentRules
import AgentSchedule
import DBus
import EventLoop
import Logging
import NotificationStore
import Triggers

/// `Export` and `Import`, which move the agent's records to another machine by a file that the caller hands over.
struct TransferService: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let authorizations: Authorizations
    let attachments: AttachmentCopies
    let scheduler: Scheduler
    let desktop: Desktop
    let outbox: Outbox
    let push: PushService
    let location: LocationService
    let signals: EventSignals

    /// Writes all records of an application, or of all applications, into a file.
    ///
    /// - Returns: The numbers of written records, by kind.
    /// - Throws: ``NotificationModel/Refusal``, ``DBus/BusError``, ``NotificationStore/StoreError``.
    func export(
        _ file: FileDescriptorHandle, of app: String?, withPlaces: Bool, for caller: Caller
    ) async throws -> [String: Value] {
        try Self.check(caller)
        let job = ExportJob(
            store: store, attachments: attachments.files, app: app, now: clock.now, timeZone: clock.timeZone,
            includesPlaces: withPlaces)
        let outcome = try await offLoop { try job.write(to: file.rawValue) }
        logger.notice("Exported", metadata: [LogKey.count: "\(outcome.lines)"])
        var counts = Self.counts(outcome.counts)
        counts["lines"] = .int64(Int64(outcome.lines))
        if outcome.missing > 0 { counts["missingFiles"] = .int64(Int64(outcome.missing)) }
        if outcome.unreadable > 0 { counts["unreadable"] = .int64(Int64(outcome.unreadable)) }
        return counts
    }

    /// Imports an export of this or another agent, entirely or not at all.
    ///
    /// - Returns: The numbers of imported records, by kind, and with `dryRun` the lines that would be refused.
    /// - Throws: ``NotificationModel/Refusal`` that names the line; ``DBus/BusError``;
    ///   ``NotificationStore/StoreError``.
    func takeIn(
        _ file: FileDescriptorHandle, options: Value, of app: String?, for caller: Caller
    ) async throws -> [String: Value] {
        try Self.check(caller)
        let configuration = await authorizations.configuration
        let options = try DictionaryCoding.decode(ImportCallOptions.self, from: options)
        let job = ImportJob(
            attachments: attachments.files, attachmentBytes: { configuration.attachmentBytes(of: $0) },
            app: app, now: clock.now, timeZone: clock.timeZone, places: try await store.places())
        await attachments.finishCounting()
        var reading = try await withTaskExecutorPreference(EventLoop.worker) {
            try await job.read(file.rawValue) { await attachments.protect($0) }
        }
        do {
            var outcome = ImportOutcome()
            if let stage = reading.stage {
                do {
                    outcome = try await take(stage, of: reading, app, options, configuration)
                } catch let line as RefusedLine {
                    try reading.refuse(line.line, line.refusal)
                }
            }
            if reading.refusedCount > 0 || options.isTrial || outcome.before != nil { removeCopies(of: reading) }
            if !options.isTrial, let first = reading.refused.first {
                throw Self.refusal(first, of: reading.refusedCount)
            }
            await finish(reading)
            if !options.isTrial, outcome.before == nil { await follow(outcome, reading) }
            return Self.answer(outcome, reading, of: clock.timeZone)
        } catch {
            removeCopies(of: reading)
            await finish(reading)
            throw error
        }
    }

    /// Lets the sweeps of unused attachments handle the copies of the imported attachments, too. Empties the cache of
    /// authorizations, because even a failed import may have changed authorizations.
    private func finish(_ reading: ImportJob.Reading) async {
        await attachments.unprotect(reading.homes.keys)
        await authorizations.forget()
    }

    private func removeCopies(of reading: ImportJob.Reading) {
        for (home, app) in reading.homes { attachments.files.remove(home, of: app) }
    }

    /// - Throws: `AccessDenied` if the caller is sandboxed.
    private static func check(_ caller: Caller) throws {
        guard !caller.isSandboxed else {
            throw BusError.accessDenied("\(caller.app) is sandboxed and may neither export nor import.")
        }
    }

    private func take(
        _ stage: SealedStage, of reading: ImportJob.Reading, _ app: String?, _ options: ImportCallOptions,
        _ configuration: Configuration
    ) async throws -> ImportOutcome {
        // An import of one application's part of an export is recorded as that of a separate export.
        let file = (reading.header?.id ?? "") + (app.map { " \($0)" } ?? "")
        return try await store.take(
            stage,
            ImportOptions(
                file: file, replaces: options.replaces, again: options.again, isTrial: options.isTrial,
                quota: { configuration.quota(of: $0) }), at: clock.now, reached: { CrashPoint.reached($0) })
    }

    /// Tells the agent's other parts what was imported.
    private func follow(_ outcome: ImportOutcome, _ reading: ImportJob.Reading) async {
        logger.notice("Imported", metadata: [LogKey.count: "\(outcome.imported.values.reduce(0, +))"])
        await desktop.remove(outcome.ended)
        await scheduler.readPauses()
        await outbox.takeUp()
        await desktop.takeUp()
        await desktop.showBadges()
        if outcome.imported[.pending] != nil { await location.changed() }
        if outcome.imported[.registration] != nil { await push.registrar.takeUp() }
        // The copied attachments of records that were not imported are removed.
        await attachments.sweep(Array(reading.homes.keys))
        await attachments.sweep(of: outcome.ended.map { ($0.app, $0.identifier) } + outcome.gaveWay)
        await signals.tellStatus()
    }

    // MARK: - Answers to the caller

    private static func refusal(_ first: RefusedLine, of count: Int) -> Refusal {
        let rest = count == 1 ? "" : " (and \(count - 1) more lines are refused)"
        return Refusal(first.refusal.code, "line \(first.line): \(first.refusal.message)\(rest); nothing was imported")
    }

    private static func counts(_ counts: [StoreRecord.Kind: Int]) -> [String: Value] {
        var values: [String: Value] = [:]
        for kind in StoreRecord.Kind.allCases { values[kind.countKey] = .int64(Int64(counts[kind] ?? 0)) }
        return values
    }

    private static func answer(
        _ outcome: ImportOutcome, _ reading: ImportJob.Reading, of timeZone: Zone
    ) -> [String: Value] {
        var answer = counts(outcome.imported)
        answer["kept"] = .int64(Int64(outcome.kept))
        answer["replaced"] = .int64(Int64(outcome.replaced))
        answer["lines"] = .int64(Int64(reading.lines))
        if let header = reading.header {
            answer["exported"] = .string(header.date.rfc3339(in: timeZone))
            answer["version"] = .string(header.version)
        }
        if let before = outcome.before { answer["before"] = .string(before.rfc3339(in: timeZone)) }
        if reading.refusedCount > 0 {
            answer["refusedLines"] = .int64(Int64(reading.refusedCount))
            answer["refused"] = .dictionaries(
                reading.refused.map { line in
                    [
                        "line": .int64(Int64(line.line)), "error": .string(line.refusal.busError.name),
                        "message": .string(line.refusal.message),
                    ]
                })
        }
        return answer
    }
}

extension StoreRecord.Kind {
    /// The documented key for the number of records of this kind.
    fileprivate var countKey: String {
        switch self {
        case .application: "applications"
        case .category: "categories"
        case .pause: "pauses"
        case .disabledExtension: "extensions"
        case .registration: "registrations"
        case .pending: "pending"
        case .delivered: "delivered"
        case .missed: "missed"
        case .response: "responses"
        case .command: "commands"
        case .history: "history"
        case .event: "events"
        }
    }
}
