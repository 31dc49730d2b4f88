// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentInterface
import AgentMachine
import AgentOutbox
import AgentRules
import AgentSchedule
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// Consequences of added requests, for the other stages and for the caller.
extension Inbox {
    /// Tells the other stages of requests that were just stored, and presents those that are due.
    func follow(_ additions: [Addition], _ results: [Result<AddOutcome, Refusal>]) async {
        present(await noteAdded(additions, results))
    }

    /// Presents occurrences in a task of its own: the caller gets its reply before the desktop is asked.
    func present(_ fired: [Occurrence]) {
        guard !fired.isEmpty else { return }
        Task { [desktop, outbox] in
            await desktop.present(fired)
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
                // The request may have replaced a pending one.
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
        // The scheduler finds the dates at which held-back requests may come and shown ones nag or expire.
        if mustLook { await scheduler.ring() }
        if hasKept { await outbox.runCommands() }
        sweepAttachments(of: replaced)
        if let soonest { await scheduler.expect(soonest) }
        return fired
    }

    func outcome(
        of reading: RequestReader.Reading, _ result: AddOutcome, _ app: String
    ) async -> Outcome {
        let request = reading.request
        var outcome = Outcome(identifier: request.identifier, instance: request.instance)
        var notes = reading.notes + [Self.openingNote(request)].compactMap(\.self)
        if case .pending(let due, _) = result {
            // The notes of `Explain` about a daylight-saving gap or fold, for this date.
            let zone = request.trigger?.timeZone ?? reading.timeZone ?? clock.timeZone
            notes +=
                request.trigger?.notes(
                    about: [due], aheadInYear: false, now: clock.now, anchoredAt: clock.now, in: zone) ?? []
            if let note = await holdingNote(request, app, at: due) { notes.append(note) }
        }
        if !notes.isEmpty { outcome.notes = notes }
        let name = request.content.categoryIdentifier
        // The store is asked only if there is a name, because the query waits behind everybody's writes.
        let category = name.isEmpty ? nil : try? await store.category(name, app: app)
        let permission = await permission(of: app)
        var degraded = await desktop.degraded(request, of: app, category: category) ?? []
        degraded = await desktop.stillDegraded(degraded, of: request, app)
        degraded += reading.degraded.isEmpty ? permission.levels.degraded(request.content) : reading.degraded
        if !name.isEmpty, category == nil { degraded.append("category") }
        if !permission.alert, permission.notifications { degraded.append("alert") }
        if !permission.sound, request.content.sound != nil, !degraded.contains("sound") { degraded.append("sound") }
        if !permission.badge, request.content.badge != nil { degraded.append("badge") }
        if request.policy.isWaking, await !scheduler.canWake { degraded.append("wake") }
        if !degraded.isEmpty { outcome.degraded = degraded }
        if case .kept = result { outcome.notes = (outcome.notes ?? []) + [await heldNote(request, app)] }
        if case .pending(let due, let replaced) = result {
            // The zone that the caller means may be another than the person's.
            let timeZone = reading.timeZone ?? request.trigger?.shownTimeZone ?? clock.timeZone
            outcome.nextTriggerDate = due.rfc3339(in: timeZone)
            outcome.nextTriggerDateUnix = due.timeIntervalSince1970
            outcome.text = DateText.describe(due, now: clock.now, in: timeZone)
            outcome.replaced = replaced
        }
        return outcome
    }

    /// Returns a note if nothing here opens the request's URL or application now; it may be installed later.
    private static func openingNote(_ request: Request) -> String? {
        switch request.responsePlan.opening {
        case .application(let id) where !InstalledApplication(id: id).isInstalled:
            "no application \"\(id)\" is installed now, as activate names"
        case .url:
            request.responsePlan.opening?.scheme.flatMap { scheme in
                scheme == "file" || InstalledApplication.handler(ofScheme: scheme) != nil
                    ? nil : "no application opens \(scheme): URLs now, as open names"
            }
        case .application, nil: nil
        }
    }
}
