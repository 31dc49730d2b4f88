// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions

/// `Add` and `AddAll`.
extension Inbox {
    /// A request that is understood, and its place in the store.
    private struct Prepared {
        var reading: RequestReader.Reading
        var additions: [Addition]
        /// The folder of its copies; nil without attachments.
        var home: String?
    }

    /// - Throws: ``NotificationModel/Refusal``; nothing was stored then.
    func add(_ dictionary: Value, to app: String, for sender: String) async throws -> Outcome {
        let (app, caller) = try await application(app, for: sender)
        var takenIdentifiers: Set<String> = []
        let prepared = try await prepare(dictionary, app, caller, AddOptions(), &takenIdentifiers)
        let results: [Result<AddOutcome, Refusal>]
        defer { if let home = prepared.home { newHomes.remove(home) } }
        do {
            results = try await store.add(prepared.additions, atomically: true)
        } catch {
            attachments.discard(prepared.reading.request)
            throw error
        }
        CrashPoint.reached(.afterAddCommit)
        guard case .success(let outcome)? = results.first else {
            throw Refusal(.storeUnavailable, "the store gave no answer")
        }
        await follow(prepared.additions, results)
        return await self.outcome(of: prepared.reading, outcome, app)
    }

    /// One outcome for each request, in order.
    ///
    /// - Throws: ``NotificationModel/Refusal`` of the first refused one with `allOrNothing`; nothing was
    ///   stored then.
    func addAll(_ dictionaries: [Value], options: Value, to app: String, for sender: String) async throws -> [Outcome] {
        let (app, caller) = try await application(app, for: sender)
        let options = try DictionaryCoding.decode(AddOptions.self, from: options)
        var takenIdentifiers: Set<String> = []
        var prepared: [Result<Prepared, Refusal>] = []
        var results: ArraySlice<Result<AddOutcome, Refusal>>
        let additions: [Addition]
        defer { for case .success(let one) in prepared { one.home.map { _ = newHomes.remove($0) } } }
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
            additions = prepared.flatMap { (try? $0.get().additions) ?? [] }
            results = try await store.add(additions, atomically: options.allOrNothing)[...]
        } catch {
            for case .success(let one) in prepared { attachments.discard(one.reading.request) }
            throw error
        }
        await follow(additions, Array(results))
        var outcomes: [Outcome] = []
        for (index, item) in prepared.enumerated() {
            switch item {
            case .failure(let refusal):
                outcomes.append(Self.refused(refusal, dictionaries[index]))
            case .success(let one):
                let result = results.prefix(one.additions.count).first
                results = results.dropFirst(one.additions.count)
                switch result {
                case .success(let outcome): outcomes.append(await self.outcome(of: one.reading, outcome, app))
                case .failure(let refusal):
                    attachments.discard(one.reading.request)
                    outcomes.append(Self.refused(refusal, dictionaries[index]))
                case nil: throw Refusal(.storeUnavailable, "the store gave no answer")
                }
            }
        }
        return outcomes
    }

    private static func refused(_ refusal: Refusal, _ dictionary: Value) -> Outcome {
        Outcome(identifier: identifier(of: dictionary), error: refusal.busError.name, message: refusal.message)
    }

    /// What the caller calls it; empty where the agent is to choose.
    private static func identifier(of dictionary: Value) -> String {
        dictionary.properties?["identifier"]?.string ?? ""
    }

    // MARK: - Steps

    private func prepare(
        _ dictionary: Value, _ app: String, _ caller: Caller, _ options: AddOptions, _ taken: inout Set<String>
    ) async throws -> Prepared {
        guard configuration.allows(app) else {
            throw Refusal.notAuthorized("\(app) may not notify: config.toml says no")
        }
        var draft = try DictionaryCoding.decode(RequestDraft.self, from: dictionary)
        try checkSandbox(draft.request, caller)
        if draft.request.identifier.isEmpty {
            guard draft.trigger != .keep else {
                throw Refusal.invalidRequest("trigger.keep needs the identifier of a pending request")
            }
            draft.request.identifier = try await freshIdentifier(for: app, &taken)
        }
        if draft.request.instance.isEmpty { draft.request.instance = Request.newInstance() }
        let now = clock.now
        var reading = try await read(draft, now: now)
        // Before anything is copied for it.
        try await checkQueue(reading, options)
        try await checkButtons(of: reading.request, app)
        let home = try await keepAttachments(of: &reading, app)
        let quota = configuration.quota(of: app)
        // What fires at once is held back as what is due is.
        let held = await scheduler.holdingReason(app, reading.request.content.interruptionLevel)
        func addition(_ request: Request, _ due: Addition.Due) -> Addition {
            Addition(
                app: app, request: request, due: due, addedAt: now, reading: LocalTime(now, in: clock.timeZone),
                fate: held.map { .keep(reason: $0) } ?? .show, quota: quota)
        }
        let due: Addition.Due = reading.keepsDue ? .unchanged : reading.due.map { .at($0) } ?? .now
        let additions =
            [addition(reading.request, due)] + reading.warnings.map { addition($0.request, .at($0.due)) }
        return Prepared(reading: reading, additions: additions, home: home)
    }

    private func read(_ draft: RequestDraft, now: Date) async throws -> RequestReader.Reading {
        let reader = RequestReader(now: now, timeZone: clock.timeZone)
        guard case .exact(let trigger)? = draft.trigger, trigger.isCostly else { return try reader.read(draft) }
        return try await withTaskExecutorPreference(EventLoop.worker) { try await reader.readElsewhere(draft) }
    }

    /// Copies what is attached, and returns the copies' folder, which is not to be swept before it is in the store.
    private func keepAttachments(of reading: inout RequestReader.Reading, _ app: String) async throws -> String? {
        guard !reading.request.content.attachments.isEmpty else { return nil }
        let home = attachments.newHome(of: app, reading.request.identifier)
        newHomes.insert(home)
        do {
            reading.request = try await withTaskExecutorPreference(EventLoop.worker) { [request = reading.request] in
                try await attachments.keep(request, of: app, in: home)
            }
            // The warnings were made before there were copies.
            for index in reading.warnings.indices {
                reading.warnings[index].request.content.attachments = reading.request.content.attachments
            }
        } catch {
            newHomes.remove(home)
            throw error
        }
        return home
    }

    private func checkSandbox(_ request: Request, _ caller: Caller) throws {
        guard caller.isSandboxed else { return }
        if !request.responsePlan.commands.isEmpty {
            throw BusError.accessDenied("on: \(caller.app) is sandboxed and may hand over no command.")
        }
        if let icon = request.presentation.icon, icon.contains("/") {
            throw BusError.accessDenied("icon: \(caller.app) is sandboxed and may hand over no path.")
        }
        if !request.content.attachments.isEmpty {
            throw BusError.accessDenied("attachments: \(caller.app) is sandboxed and may hand over no path.")
        }
    }

    private func checkQueue(_ reading: RequestReader.Reading, _ options: AddOptions) async throws {
        guard options.noQueue, reading.due == nil, !reading.keepsDue else { return }
        guard await desktop.server == nil else { return }
        throw Refusal(
            .serverUnavailable,
            "no notification server runs, so nobody would see it now; start your desktop's, or \"belfry desktop\" in a terminal"
        )
    }

    /// A category that is registered later has its doubles dropped when it is shown.
    private func checkButtons(of request: Request, _ app: String) async throws {
        let name = request.content.categoryIdentifier
        guard !name.isEmpty, !request.responsePlan.actions.isEmpty,
            let category = try await store.category(name, app: app)
        else { return }
        try request.validate(with: category)
    }

    /// A short identifier that the application does not use yet.
    private func freshIdentifier(for app: String, _ taken: inout Set<String>) async throws -> String {
        let letters = Array("23456789abcdefghjkmnpqrstuvwxyz")
        while true {
            let identifier = String((0..<5).compactMap { _ in letters.randomElement() })
            guard !taken.contains(identifier) else { continue }
            let pending = try await store.pending(app: app, identifiers: [identifier])
            let delivered = try await store.delivered(app: app, identifiers: [identifier])
            guard pending.isEmpty, delivered.isEmpty else { continue }
            taken.insert(identifier)
            return identifier
        }
    }

    /// What the rest of the agent must know of what was just stored.
    private func follow(_ additions: [Addition], _ results: [Result<AddOutcome, Refusal>]) async {
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
                fired.append(occurrence)
                mustLook = mustLook || addition.request.policy.nag != nil || addition.request.policy.expires != nil
            case .success(.kept):
                mustLook = true
                hasKept = true
            case .failure: break
            }
        }
        // The schedule finds out when what is held back may come, and what is to become of the shown ones.
        if mustLook { await scheduler.ring() }
        if hasKept { await outbox.runCommands() }
        sweepAttachments(of: replaced)
        if let soonest { await scheduler.expect(soonest) }
        guard !fired.isEmpty else { return }
        // On its own: the caller has its reply before the desktop is asked.
        Task { [desktop, outbox] in
            await desktop.present(fired)
            await outbox.startCommands(of: fired)
        }
    }

    private func outcome(
        of reading: RequestReader.Reading, _ result: AddOutcome, _ app: String
    ) async -> Outcome {
        let request = reading.request
        var outcome = Outcome(identifier: request.identifier, instance: request.instance)
        if !reading.notes.isEmpty { outcome.notes = reading.notes }
        let category = try? await store.category(request.content.categoryIdentifier, app: app)
        let permission = configuration.permission(of: app)
        var degraded = await desktop.degraded(request, category: category) ?? []
        if !request.content.categoryIdentifier.isEmpty, category == nil { degraded.append("category") }
        if !permission.sound, request.content.sound != nil, !degraded.contains("sound") { degraded.append("sound") }
        if !permission.badge, request.content.badge != nil { degraded.append("badge") }
        if request.policy.isWaking, await !scheduler.canWake { degraded.append("wake") }
        if !degraded.isEmpty { outcome.degraded = degraded }
        if case .kept = result { outcome.notes = (outcome.notes ?? []) + [await heldNote(request, app)] }
        if case .pending(let due, let replaced) = result {
            // In the zone that the caller means: it may be another than the person's.
            let timeZone = reading.timeZone ?? request.trigger?.timeZone ?? clock.timeZone
            outcome.nextTriggerDate = due.rfc3339(in: timeZone)
            outcome.nextTriggerDateUnix = due.timeIntervalSince1970
            outcome.text = DateText.describe(due, now: clock.now, in: timeZone)
            outcome.replaced = replaced
        }
        return outcome
    }
}
