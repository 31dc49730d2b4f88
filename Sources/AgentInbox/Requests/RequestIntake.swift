// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
import AgentFiles
import AgentInterface
import AgentMachine
import AgentMedia
import AgentSchedule
import DBus
import NotificationModel
import NotificationStore
import Triggers

/// The calls `Add` and `AddAll`.
extension Inbox {
    /// - Throws: ``NotificationModel/Refusal``, in which case nothing was stored.
    func add(_ dictionary: Value, to app: String, for sender: String) async throws -> Outcome {
        let (app, caller) = try await application(app, for: sender)
        var takenIdentifiers: Set<String> = []
        let prepared = try await prepare(dictionary, app, caller, AddOptions(), &takenIdentifiers)
        let results: [Result<AddOutcome, Refusal>]
        defer { if let home = prepared.home { uncommittedFolders.remove(home) } }
        do {
            results = try await store.add(prepared.additions, atomically: true)
        } catch {
            attachments.discard(prepared.reading.request, of: app)
            throw error
        }
        CrashPoint.reached(.afterAddCommit)
        let outcome = try await snoozed(prepared, results.first, app)
        let fired = await noteAdded(prepared.additions, results)
        // Last: the caller gets its reply before anything is presented.
        defer { present(fired) }
        return await self.outcome(of: prepared.reading, outcome, app)
    }

    /// Returns one outcome for each request, in order.
    ///
    /// - Throws: With `allOrNothing`, before anything is stored, the first ``NotificationModel/Refusal``.
    func addAll(_ dictionaries: [Value], options: Value, to app: String, for sender: String) async throws -> [Outcome] {
        let (app, caller) = try await application(app, for: sender)
        let options = try DictionaryCoding.decode(AddOptions.self, from: options)
        try AddedAnswer.check(rows: dictionaries.count)
        var takenIdentifiers: Set<String> = []
        var prepared: [Result<Prepared, Refusal>] = []
        var results: ArraySlice<Result<AddOutcome, Refusal>>
        let additions: [Addition]
        defer { for case .success(let one) in prepared { one.home.map { _ = uncommittedFolders.remove($0) } } }
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
            additions = prepared.flatMap { (try? $0.get().additions) ?? [] }
            results = try await store.add(additions, atomically: options.allOrNothing)[...]
            CrashPoint.reached(.afterAddCommit)
        } catch {
            for case .success(let one) in prepared { attachments.discard(one.reading.request, of: app) }
            throw error
        }
        var fired = await noteAdded(additions, Array(results))
        // A caller that wants numbers waits until the server has named them; another gets its reply before anything is
        // presented.
        if options.number {
            present(fired)
            fired = []
        }
        defer { present(fired) }
        var outcomes: [Outcome] = []
        for (index, item) in prepared.enumerated() {
            switch item {
            case .failure(let refusal):
                outcomes.append(Self.refused(refusal, dictionaries[index]))
            case .success(let one):
                let result = results.prefix(one.additions.count).first
                results = results.dropFirst(one.additions.count)
                do {
                    let result = try await snoozed(one, result, app)
                    var outcome = await self.outcome(of: one.reading, result, app)
                    if options.number, case .presenting(let occurrence) = result {
                        outcome.number = await desktop.number(of: occurrence.id)
                    }
                    outcomes.append(outcome)
                } catch let refusal as Refusal where refusal.code != .storeUnavailable {
                    if !one.additions.isEmpty { attachments.discard(one.reading.request, of: app) }
                    outcomes.append(Self.refused(refusal, dictionaries[index]))
                }
            }
        }
        return AddedAnswer.fitting(outcomes)
    }

    /// Bytes of the texts about a request that the answer must have.
    private static func texts(_ prepared: Result<Prepared, Refusal>, _ dictionary: Value) -> Int {
        switch prepared {
        case .success(let one): one.reading.request.identifier.utf8.count
        case .failure(let refusal): refusal.message.utf8.count + identifier(of: dictionary).utf8.count
        }
    }

    /// Snoozes a request that was snoozed when it was listed.
    ///
    /// - Throws: ``NotificationModel/Refusal`` `storeUnavailable` if the store gave no outcome for the request.
    private func snoozed(
        _ one: Prepared, _ added: Result<AddOutcome, Refusal>?, _ app: String
    ) async throws -> AddOutcome {
        if let added, one.snooze == nil { return try added.get() }
        guard let snooze = one.snooze, added != nil || one.additions.isEmpty else {
            throw Refusal(.storeUnavailable, "the store gave no answer")
        }
        let outcome = try added?.get() ?? .pending(due: snooze.until, replaced: false)
        try await store.putOff(
            app: app, identifier: one.reading.request.identifier, until: snooze.until, alone: !snooze.isOfOwn,
            at: clock.now)
        await scheduler.expect(snooze.until)
        return outcome
    }

    private static func refused(_ refusal: Refusal, _ dictionary: Value) -> Outcome {
        Outcome(identifier: identifier(of: dictionary), error: refusal.busError.name, message: refusal.message)
    }

    /// The identifier that the caller gave; empty if the agent is to choose one.
    private static func identifier(of dictionary: Value) -> String {
        dictionary.properties?["identifier"]?.string ?? ""
    }
}
