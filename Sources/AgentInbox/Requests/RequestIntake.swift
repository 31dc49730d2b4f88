// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentExtensions
import AgentFiles
import AgentInterface
import AgentLocation
import AgentMachine
import AgentMedia
import AgentOutbox
import AgentSchedule
import DBus
import FoundationEssentials
package import NotificationModel
import NotificationStore
import Triggers

/// Takes a new request into the store: prepares and stores it, tells the agent's other parts, and answers the caller.
package struct RequestIntake: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let authorizations: Authorizations
    let attachments: AttachmentCopies
    let scheduler: Scheduler
    let desktop: Desktop
    let outbox: Outbox
    let extensions: ServiceExtensions
    let location: LocationService
    let report: OutcomeReport

    /// - Throws: ``NotificationModel/Refusal``, in which case nothing was stored.
    func add(_ dictionary: Value, to app: String, by caller: Caller) async throws -> Outcome {
        var takenIdentifiers: Set<String> = []
        let prepared = try await prepare(dictionary, app, caller, AddOptions(), &takenIdentifiers)
        let results = try await store([prepared], of: app, atomically: true)
        CrashPoint.reached(.afterAddCommit)
        let outcome = try await snoozed(prepared, results.first, app)
        let fired = await noteAdded(prepared.additions, results)
        // The occurrences are presented last, so that the caller gets its reply before the desktop is asked.
        defer { present(fired) }
        return await report.outcome(of: prepared.reading, outcome, app)
    }

    /// Adds requests, and returns one outcome for each request, in order.
    ///
    /// - Throws: With `allOrNothing` the first ``NotificationModel/Refusal``; nothing is stored then.
    func addAll(_ dictionaries: [Value], options: Value, to app: String, by caller: Caller) async throws -> [Outcome] {
        let options = try DictionaryCoding.decode(AddOptions.self, from: options)
        var undo = try options.mark.key(.add, of: caller)
        try AddedAnswer.check(rows: dictionaries.count)
        let prepared = try await prepareAll(dictionaries, app, caller, options)
        let accepted = prepared.compactMap { try? $0.get() }
        if accepted.allSatisfy(\.isChange) { undo?.kind = .edit }
        let results = try await store(
            accepted, of: app, atomically: options.allOrNothing, isTrial: options.isTrial, undo: undo)
        if options.isTrial {
            let tried = try await outcomes(of: prepared, results[...], dictionaries, options, app, undo)
            await discard(accepted.filter { !$0.additions.isEmpty }, of: app)
            return AddedAnswer.fitting(tried)
        }
        CrashPoint.reached(.afterAddCommit)
        var fired = await noteAdded(accepted.flatMap(\.additions), results)
        // A caller that wants the notifications' numbers waits until the notification server has given them. Any other
        // caller gets its reply before a notification is presented.
        if options.number {
            present(fired)
            fired = []
        }
        defer { present(fired) }
        return AddedAnswer.fitting(try await outcomes(of: prepared, results[...], dictionaries, options, app, undo))
    }

    /// Prepares each request; a refused request keeps the other requests from being added only with `allOrNothing`.
    ///
    /// - Throws: With `allOrNothing` the first ``NotificationModel/Refusal``; a refusal if the answer may be too large.
    private func prepareAll(
        _ dictionaries: [Value], _ app: String, _ caller: Caller, _ options: AddOptions
    ) async throws -> [Result<Prepared, Refusal>] {
        var takenIdentifiers: Set<String> = []
        var prepared: [Result<Prepared, Refusal>] = []
        do {
            for (index, dictionary) in dictionaries.enumerated() {
                do {
                    let one = try await prepare(dictionary, app, caller, options, &takenIdentifiers)
                    prepared.append(.success(one))
                } catch let refusal as Refusal {
                    guard !options.allOrNothing else {
                        let row = RefusedRow(
                            number: index + 1, identifier: Self.identifier(of: dictionary), sentence: refusal.message)
                        throw Refusal(refusal.code, row.message)
                    }
                    prepared.append(.failure(refusal))
                }
            }
            try AddedAnswer.check(
                rows: prepared.count,
                texts: prepared.enumerated().reduce(0) { $0 + Self.texts($1.1, dictionaries[$1.0]) })
            return prepared
        } catch {
            await discard(prepared.compactMap { try? $0.get() }, of: app)
            throw error
        }
    }

    /// Stores prepared requests; removes the copies of their attachments if the requests can't be stored.
    private func store(
        _ prepared: [Prepared], of app: String, atomically: Bool, isTrial: Bool = false, undo: UndoKey? = nil
    ) async throws -> [Result<AddOutcome, Refusal>] {
        do {
            let results = try await store.add(
                prepared.flatMap(\.additions), atomically: atomically, isTrial: isTrial, undo: undo)
            if !isTrial { await attachments.unprotect(prepared.compactMap(\.home)) }
            return results
        } catch {
            await discard(prepared, of: app)
            throw error
        }
    }

    private func discard(_ prepared: [Prepared], of app: String) async {
        for one in prepared { attachments.files.discard(one.reading.request, of: app) }
        await attachments.unprotect(prepared.compactMap(\.home))
    }

    private func outcomes(
        of prepared: [Result<Prepared, Refusal>], _ results: ArraySlice<Result<AddOutcome, Refusal>>,
        _ dictionaries: [Value], _ options: AddOptions, _ app: String, _ undo: UndoKey?
    ) async throws -> [Outcome] {
        var results = results
        var outcomes: [Outcome] = []
        for (index, item) in prepared.enumerated() {
            switch item {
            case .failure(let refusal):
                outcomes.append(Self.refused(refusal, dictionaries[index]))
            case .success(let one):
                let result = results.prefix(one.additions.count).first
                results = results.dropFirst(one.additions.count)
                do {
                    let result = try await snoozed(one, result, app, isTrial: options.isTrial, undo: undo)
                    var outcome = await report.outcome(of: one.reading, result, app)
                    if options.number, !options.isTrial, case .presenting(let occurrence) = result {
                        outcome.number = await desktop.number(of: occurrence.id)
                    }
                    outcomes.append(outcome)
                } catch let refusal as Refusal where refusal.code != .storeUnavailable {
                    if !one.additions.isEmpty { attachments.files.discard(one.reading.request, of: app) }
                    outcomes.append(Self.refused(refusal, dictionaries[index]))
                }
            }
        }
        return outcomes
    }

    /// Returns the size in bytes of the texts that the answer must contain about a request.
    private static func texts(_ prepared: Result<Prepared, Refusal>, _ dictionary: Value) -> Int {
        switch prepared {
        case .success(let one): one.reading.request.identifier.utf8.count
        case .failure(let refusal): refusal.message.utf8.count + identifier(of: dictionary).utf8.count
        }
    }

    /// Snoozes an added request that was snoozed when its caller listed it; any other request stays as it is.
    ///
    /// - Throws: ``NotificationModel/Refusal`` `storeUnavailable` if the store gave no outcome for the request.
    private func snoozed(
        _ one: Prepared, _ added: Result<AddOutcome, Refusal>?, _ app: String, isTrial: Bool = false,
        undo: UndoKey? = nil
    ) async throws -> AddOutcome {
        if let added, one.snooze == nil { return try added.get() }
        guard let snooze = one.snooze, added != nil || one.additions.isEmpty else {
            throw Refusal(.storeUnavailable, "the store gave no answer")
        }
        let outcome = try added?.get() ?? .pending(due: snooze.until, replaced: false)
        if isTrial { return outcome }
        try await store.putOff(
            app: app, identifier: one.reading.request.identifier, until: snooze.until, alone: !snooze.isOfOwn,
            undo: undo, at: clock.now)
        await scheduler.expect(snooze.until)
        return outcome
    }

    private static func refused(_ refusal: Refusal, _ dictionary: Value) -> Outcome {
        Outcome(identifier: identifier(of: dictionary), error: refusal.busError.name, message: refusal.message)
    }

    /// Returns the identifier that the caller gave; empty if the agent is to choose one.
    private static func identifier(of dictionary: Value) -> String {
        dictionary.properties?["identifier"]?.string ?? ""
    }
}

/// Presents added requests, and tells the scheduler, the outbox and the location service of them.
extension RequestIntake {
    /// Stores a notification in Belfry's own name, to be shown as soon as there is a notification server.
    package func say(_ request: Request) async throws {
        let now = clock.now
        let addition = Addition(
            app: AgentNames.desktopEntry, request: request, due: .now, addedAt: now,
            reading: LocalTime(now, in: clock.timeZone))
        present(await noteAdded([addition], try await store.add([addition], atomically: true)))
    }

    /// Presents occurrences in a later turn of the event loop, so that the caller gets its reply before the desktop is
    /// asked. Service extensions may rewrite the occurrences first.
    func present(_ fired: [Occurrence]) {
        guard !fired.isEmpty else { return }
        // Why: this is a task of its own, because the caller must not wait for the notification server.
        Task { [extensions, outbox] in
            await extensions.pass(fired)
            await outbox.startCommands(of: fired)
        }
    }

    /// Tells the scheduler and the outbox of requests that were just stored.
    ///
    /// - Returns: The occurrences that are to be presented now.
    func noteAdded(_ additions: [Addition], _ results: [Result<AddOutcome, Refusal>]) async -> [Occurrence] {
        var fired: [Occurrence] = []
        var soonest: Date?
        var replaced: [(String, String)] = []
        var (mustLook, hasKept) = (false, false)
        for (addition, result) in zip(additions, results) {
            switch result {
            case .success(.pending(let due, let isReplacement)):
                let latest = due + addition.request.policy.leeway
                soonest = min(soonest ?? latest, latest)
                if isReplacement { replaced.append((addition.app, addition.request.identifier)) }
            case .success(.presenting(let occurrence)):
                // The request may have replaced a pending request, whose attachments are no longer needed.
                replaced.append((addition.app, addition.request.identifier))
                fired.append(occurrence)
                mustLook = mustLook || addition.request.policy.nag != nil || addition.request.policy.expires != nil
            case .success(.kept):
                replaced.append((addition.app, addition.request.identifier))
                mustLook = true
                hasKept = true
            case .failure: break
            }
        }
        for app in Set(additions.filter { $0.request.trigger?.region != nil }.map(\.app)) {
            await location.changed()
            await location.ask(about: app)
        }
        // The scheduler finds the dates at which held-back requests may be shown, or shown requests nag or expire.
        if mustLook { await scheduler.ring() }
        if hasKept { await outbox.runCommands() }
        await attachments.sweep(of: replaced)
        if let soonest, soonest < Trigger.noDate { await scheduler.expect(soonest) }
        return fired
    }
}
