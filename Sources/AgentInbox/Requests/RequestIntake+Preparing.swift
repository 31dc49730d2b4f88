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

/// Prepares a caller's dictionary for the store: decodes, authorizes and checks the request.
extension RequestIntake {
    /// A decoded request, and the additions that store it and its early warnings.
    struct Prepared {
        var reading: RequestReader.Reading
        var additions: [Addition]
        /// The folder with copies of the request's attachments; nil without attachments.
        var home: String?
        /// The snooze's end, and whether the request has its own dates; nil if the request was not listed as snoozed.
        var snooze: (until: Date, isOfOwn: Bool)?

        /// Whether the request changes a pending request.
        var isChange: Bool { additions.first.map { $0.isChange || $0.due == .unchanged } ?? true }
    }

    func prepare(
        _ dictionary: Value, _ app: String, _ caller: Caller, _ options: AddOptions, _ taken: inout Set<String>
    ) async throws -> Prepared {
        let configuration = await authorizations.configuration
        guard configuration.allows(app) else {
            throw Refusal.notAuthorized("\(app) may not notify: config.toml forbids it")
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
        var lowered = lower(&draft.request, of: app, from: caller, configuration.levels)
        var reading = try await read(draft, now: now, kept: kept, for: caller)
        // A notification server that opens something other than a regular file, such as a pipe, may hang.
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
        // The request is checked before its attachments are copied.
        try await checkQueue(reading, options)
        try await checkButtons(of: reading.request, app)
        try await checkAnswers(to: reading, app, options)
        try Self.checkOpening(of: reading.request)
        let home = try await keepAttachments(of: &reading, app, atMost: configuration.attachmentBytes(of: app))
        let quota = configuration.quota(of: app)
        // A request that fires at once is held back like a request that falls due.
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
        return Prepared(reading: reading, additions: additions, home: home, snooze: snooze.map { ($0.0, false) })
    }

    /// Removes the request's parts that the caller may not ask for, and returns the documented keys of these parts.
    ///
    /// A sandboxed caller's interruption level is lowered at once, as a host program may later act for its application.
    private func lower(
        _ request: inout Request, of app: String, from caller: Caller, _ levels: LevelRules
    ) -> [String] {
        let levels = levels.permission(of: app, isSandboxed: caller.isSandboxed)
        let lowered = caller.isSandboxed ? levels.degraded(request.content) : []
        if caller.isSandboxed { request.content = levels.permitted(request.content) }
        let honest = SandboxRules.withoutDisguise(request, from: caller) { InstalledApplication(id: $0).isInstalled }
        request = honest.request
        return lowered + honest.degraded
    }

    /// Tells whether a request has its own dates, in the store or after this call. Snoozing such a request adds a copy.
    private func isPending(_ identifier: String, _ app: String, _ taken: Set<String>) async throws -> Bool {
        if taken.contains(identifier) { return true }
        return try await store.pending(app: app, identifiers: [identifier]).contains { !$0.isSnoozed }
    }

    /// Returns the pending request whose trigger a draft keeps, if the draft changes that trigger or adds warnings.
    private func kept(for draft: RequestDraft, of app: String) async throws -> PendingRequest? {
        guard draft.keepsTrigger, draft.trigger != .keep || !draft.before.isEmpty else { return nil }
        let identifier = draft.request.identifier
        let rows = try await store.pending(app: app, identifiers: [identifier])
        guard let first = rows.first else {
            throw Refusal(.noSuchRequest, "app \"\(app)\" has no pending request \"\(identifier)\"")
        }
        guard let kept = rows.first(where: { !$0.isSnoozed }) else {
            throw Refusal.invalidTrigger(
                "trigger.keep: \"\(first.request.identifier)\" is snoozed and no longer has a trigger")
        }
        return kept
    }

    private func read(
        _ draft: RequestDraft, now: Date, kept: PendingRequest?, for caller: Caller
    ) async throws -> RequestReader.Reading {
        let partsOfDay = await authorizations.configuration.partsOfDay
        var reader = RequestReader(now: now, timeZone: clock.timeZone, partsOfDay: partsOfDay, kept: kept)
        reader.calendar = SandboxRules.calendar(for: caller)
        if case .place(let place, _)? = draft.trigger, place.isReference {
            guard !caller.isSandboxed else {
                throw Refusal.notAuthorized(
                    "trigger.region has only a name, and \(caller.app) is sandboxed and may not use the person's places: "
                        + "give latitude, longitude and radius, or networks")
            }
            reader.places = try await store.places()
        }
        guard case .exact(let trigger)? = draft.trigger, trigger.isCostly else { return try reader.read(draft) }
        return try await offLoop { [reader] in try reader.read(draft) }
    }

    /// Copies the attachments; returns the copies' folder, which no sweep removes before the request is stored.
    private func keepAttachments(
        of reading: inout RequestReader.Reading, _ app: String, atMost limit: Int
    ) async throws -> String? {
        guard reading.request.content.hasFiles else { return nil }
        let kept = try await attachments.keep(reading.request, of: app, atMost: limit)
        reading.request = kept.request
        // The early warnings were made before the attachments were copied, so they still lack the copies' paths.
        for index in reading.warnings.indices {
            reading.warnings[index].request.content.attachments = kept.request.content.attachments
            reading.warnings[index].request.content.sound = kept.request.content.sound
        }
        return kept.home
    }

    private func checkQueue(_ reading: RequestReader.Reading, _ options: AddOptions) async throws {
        guard options.noQueue, reading.due == nil, !reading.keepsDue else { return }
        guard await desktop.serverOrStarted() == nil else { return }
        let advice =
            "so the notification could not be shown; start a notification server, or run \"belfry desktop\" in a terminal"
        let reason =
            await desktop.hasSilentServer
            ? "the notification server does not answer" : "no notification server is running, and none could be started"
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
        // A window or a terminal may take the place of the text field that the notification server lacks.
        let unanswerable = await desktop.stillDegraded(missing, of: reading.request, app)
        guard unanswerable.contains("reply") || unanswerable.contains("secondReply") else { return }
        throw Refusal(
            .serverUnavailable,
            "nobody could type an answer: the notification server has no \(missing.contains("reply") ? "" : "second ")text "
                + "field, no program asks for the words (zenity, kdialog or yad, or prompt.command of config.toml), and "
                + "nobody waits at a terminal")
    }

    /// Refuses a request with a button that its category has, too. If the category is registered after the request,
    /// duplicate buttons are dropped when the request is presented.
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

    /// Returns a short identifier that the application does not use yet.
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
