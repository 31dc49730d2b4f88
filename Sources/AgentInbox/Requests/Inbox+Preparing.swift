// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentInterface
import AgentMachine
import AgentMedia
import AgentRules
import AgentSchedule
import DBus
import EventLoop
import FoundationEssentials
import NotificationModel
import NotificationStore
import Triggers

/// From a caller's dictionary to what the store is to add: understood, allowed, within limits.
extension Inbox {
    /// A request that is understood, and its place in the store.
    struct Prepared {
        var reading: RequestReader.Reading
        var additions: [Addition]
        /// The folder of its copies; nil without attachments.
        var home: String?
        /// Until when it is put off, as it was when it was listed; and whether it repeats beside that.
        var snooze: (until: Date, isOfOwn: Bool)?
    }

    func prepare(
        _ dictionary: Value, _ app: String, _ caller: Caller, _ options: AddOptions, _ taken: inout Set<String>
    ) async throws -> Prepared {
        guard configuration.allows(app) else {
            throw Refusal.notAuthorized("\(app) may not notify: config.toml says no")
        }
        var draft = try DictionaryCoding.decode(RequestDraft.self, from: HintTypes.noted(in: dictionary))
        try SandboxRules.check(draft.request, from: caller)
        if draft.request.identifier.isEmpty {
            guard !draft.keepsTrigger else {
                throw Refusal.invalidRequest("trigger.keep needs the identifier of a pending request")
            }
            draft.request.identifier = try await freshIdentifier(for: app, &taken)
        }
        if draft.request.instance.isEmpty { draft.request.instance = Request.newInstance() }
        let now = clock.now
        let kept = try await kept(for: draft, of: app)
        // What a sandboxed program may not be, its request never was: any program may speak for its id later.
        let levels = configuration.levels.permission(of: app, isSandboxed: caller.isSandboxed)
        var lowered = caller.isSandboxed ? levels.degraded(draft.request.content) : []
        if caller.isSandboxed { draft.request.content = levels.permitted(draft.request.content) }
        let honest = SandboxRules.withoutDisguise(draft.request, from: caller) {
            InstalledApplication(id: $0).isInstalled
        }
        draft.request = honest.request
        lowered += honest.degraded
        var reading = try await read(draft, now: now, kept: kept)
        // A server that reads what is no file may hang.
        if ShownFiles.areNamed(in: reading.request) {
            let checked = await offLoop { [request = reading.request] in ShownFiles.checked(request) }
            reading.request = checked.request
            lowered += checked.degraded
        }
        reading.degraded = lowered
        let snooze = draft.isSnoozed ? reading.due.map { ($0, draft.request.identifier) } : nil
        if let (until, identifier) = snooze, try await isPending(identifier, app, taken) {
            return Prepared(reading: reading, additions: [], snooze: (until, true))
        }
        // Before anything is copied for it.
        try await checkQueue(reading, options)
        try await checkButtons(of: reading.request, app)
        try await checkAnswers(to: reading, app, options)
        try Self.checkOpening(of: reading.request)
        let home = try await keepAttachments(of: &reading, app)
        let quota = configuration.quota(of: app)
        // What fires at once is held back as what is due is.
        let isDueNow = reading.due == nil && !reading.keepsDue
        let held = await scheduler.keepingReason(reading.request, of: app, isDueNow: isDueNow)
        func addition(_ request: Request, _ due: Addition.Due, isChange: Bool = false) -> Addition {
            Addition(
                app: app, request: request, due: due, isChange: isChange,
                addedAt: reading.anchor ?? kept?.addedAt ?? now,
                changedAt: now,
                reading: LocalTime(now, in: clock.timeZone),
                fate: held.map { .keep(reason: $0) } ?? .show, quota: quota)
        }
        let due: Addition.Due = reading.keepsDue ? .unchanged : reading.due.map { .at($0) } ?? .now
        let additions =
            [addition(reading.request, due, isChange: kept != nil)]
            + reading.warnings.map { addition($0.request, .at($0.due)) }
        taken.insert(reading.request.identifier)
        return Prepared(
            reading: reading, additions: additions, home: home, snooze: snooze.map { ($0.0, false) })
    }

    /// Whether a request waits for dates of its own, or is about to: what was put off of it is beside those.
    private func isPending(_ identifier: String, _ app: String, _ taken: Set<String>) async throws -> Bool {
        if taken.contains(identifier) { return true }
        return try await store.pending(app: app, identifiers: [identifier]).contains { !$0.isSnoozed }
    }

    /// The pending request that a draft changes by more than what it says; nil where it says all, or leaves its time alone.
    private func kept(for draft: RequestDraft, of app: String) async throws -> PendingRequest? {
        guard draft.keepsTrigger, draft.trigger != .keep || !draft.before.isEmpty else { return nil }
        let identifier = draft.request.identifier
        let rows = try await store.pending(app: app, identifiers: [identifier])
        guard let first = rows.first else {
            throw Refusal(.noSuchRequest, "app \"\(app)\" has no pending request \"\(identifier)\"")
        }
        guard let kept = rows.first(where: { !$0.isSnoozed }) else {
            throw Refusal.invalidTrigger(
                "trigger.keep: \"\(first.request.identifier)\" was put off, and comes back once")
        }
        return kept
    }

    private func read(
        _ draft: RequestDraft, now: Date, kept: PendingRequest?
    ) async throws -> RequestReader.Reading {
        let reader = RequestReader(now: now, timeZone: clock.timeZone, kept: kept)
        guard case .exact(let trigger)? = draft.trigger, trigger.isCostly else { return try reader.read(draft) }
        return try await withTaskExecutorPreference(EventLoop.worker) { try await reader.readElsewhere(draft) }
    }

    /// Copies what is attached, and returns the copies' folder, which is not to be swept before it is in the store.
    private func keepAttachments(of reading: inout RequestReader.Reading, _ app: String) async throws -> String? {
        guard reading.request.content.hasFiles else { return nil }
        await counting?.value
        let home = attachments.newHome(of: app, reading.request.identifier)
        uncommittedFolders.insert(home)
        let limit = configuration.attachmentBytes(of: app)
        do {
            reading.request = try await withTaskExecutorPreference(EventLoop.worker) { [request = reading.request] in
                try await attachments.keep(request, of: app, in: home, atMost: limit)
            }
            // The warnings were made before there were copies.
            for index in reading.warnings.indices {
                reading.warnings[index].request.content.attachments = reading.request.content.attachments
                reading.warnings[index].request.content.sound = reading.request.content.sound
            }
        } catch {
            uncommittedFolders.remove(home)
            throw error
        }
        return home
    }

    private func checkQueue(_ reading: RequestReader.Reading, _ options: AddOptions) async throws {
        guard options.noQueue, reading.due == nil, !reading.keepsDue else { return }
        guard await desktop.serverOrStarted() == nil else { return }
        let advice = "so nobody would see it now; start your desktop's, or \"belfry desktop\" in a terminal"
        let reason =
            await desktop.hasSilentServer
            ? "the notification server does not answer" : "no notification server runs, and the bus could start none"
        throw Refusal(.serverUnavailable, "\(reason), \(advice)")
    }

    /// Refuses a question that the person would see and could not answer.
    private func checkAnswers(to reading: RequestReader.Reading, _ app: String, _ options: AddOptions) async throws {
        guard options.answerable, reading.due == nil, !reading.keepsDue else { return }
        let name = reading.request.content.categoryIdentifier
        let category = name.isEmpty ? nil : try await store.category(name, app: app)
        let missing = await desktop.degraded(reading.request, of: app, category: category) ?? []
        if missing.contains("actions") {
            throw Refusal(
                .serverUnavailable, "the notification server has no buttons, so nobody could answer the question there")
        }
        // Whether the person can be asked in a window, or at a terminal.
        let unanswerable = await desktop.stillDegraded(missing, of: reading.request, app)
        guard unanswerable.contains("reply") || unanswerable.contains("secondReply") else { return }
        throw Refusal(
            .serverUnavailable,
            "nobody could type an answer: the notification server has no \(missing.contains("reply") ? "" : "second ")text "
                + "field, no program asks for the words (zenity, kdialog or yad, or prompt.command of config.toml), and "
                + "nobody waits at a terminal")
    }

    /// A category that is registered later has its doubles dropped when it is shown.
    private func checkButtons(of request: Request, _ app: String) async throws {
        let name = request.content.categoryIdentifier
        guard !name.isEmpty, !request.responsePlan.actions.isEmpty || !request.responsePlan.commands.isEmpty,
            let category = try await store.category(name, app: app)
        else { return }
        try request.validate(with: category)
    }

    private static func checkOpening(of request: Request) throws {
        guard case .application(let id)? = request.responsePlan.opening, !ApplicationID.isValid(id) else { return }
        throw Refusal.invalidRequest(
            "activate is \"\(id)\"; it must be an application's id: its desktop file's name without the suffix")
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
}
