// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentInterface
import AgentLocation
import AgentMachine
import AgentRules
import AgentSchedule
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// The answer about an added request: its next date, what the desktop lacks for it, and notes.
struct OutcomeReport: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let authorizations: Authorizations
    let scheduler: Scheduler
    let desktop: Desktop
    let holds: HoldReport
    let location: LocationService

    func outcome(of reading: RequestReader.Reading, _ result: AddOutcome, _ app: String) async -> Outcome {
        let request = reading.request
        var outcome = Outcome(identifier: request.identifier, instance: request.instance)
        var notes = reading.notes + [Self.openingNote(request)].compactMap(\.self)
        var mayUseLocation = true
        if let region = request.trigger?.region {
            mayUseLocation = await location.permission(of: app) == .allowed
            if mayUseLocation { notes += await presenceNote(about: region) }
        } else if case .pending(let due, _) = result {
            // The trigger's notes tell whether the due date lies in a daylight-saving gap or fold, as in `Explain`.
            let zone = request.trigger?.timeZone ?? reading.timeZone ?? clock.timeZone
            notes +=
                request.trigger?.notes(
                    about: [due], aheadInYear: false, now: clock.now, anchoredAt: clock.now, in: zone) ?? []
            if let note = await holds.holdingNote(request, app, at: due) { notes.append(note) }
        }
        if !notes.isEmpty { outcome.notes = notes }
        let name = request.content.categoryIdentifier
        // The store is asked only if the request names a category, because a read waits for all earlier writes.
        let category = name.isEmpty ? nil : try? await store.category(name, app: app)
        let permission = await authorizations.permission(of: app)
        var degraded = await desktop.degraded(request, of: app, category: category) ?? []
        degraded = await desktop.stillDegraded(degraded, of: request, app)
        degraded += reading.degraded
        degraded += permission.levels.degraded(request.content).filter { !reading.degraded.contains($0) }
        if !name.isEmpty, category == nil { degraded.append("category") }
        if !permission.alert, permission.notifications { degraded.append("alert") }
        if !permission.sound, request.content.sound != nil, !degraded.contains("sound") { degraded.append("sound") }
        if !permission.badge, request.content.badge != nil { degraded.append("badge") }
        if request.policy.isWaking, await !scheduler.canWake { degraded.append("wake") }
        if !mayUseLocation { degraded.append("location") }
        if !degraded.isEmpty { outcome.degraded = degraded }
        if case .kept = result { outcome.notes = (outcome.notes ?? []) + [await holds.heldNote(request, app)] }
        if case .pending(_, let replaced) = result, let region = request.trigger?.region {
            (outcome.text, outcome.replaced) = (region.text, replaced)
        } else if case .pending(let due, let replaced) = result {
            // The caller's time zone may differ from the person's.
            let timeZone = reading.timeZone ?? request.trigger?.shownTimeZone ?? clock.timeZone
            outcome.nextTriggerDate = due.rfc3339(in: timeZone)
            outcome.nextTriggerDateUnix = due.timeIntervalSince1970
            outcome.text = DateText.describe(due, now: clock.now, in: timeZone)
            outcome.replaced = replaced
            outcome.when = await words(of: reading, app)
        }
        return outcome
    }

    /// Returns the trigger in words if it repeats; nil otherwise.
    private func words(of reading: RequestReader.Reading, _ app: String) async -> String? {
        var (trigger, added) = (reading.request.trigger, reading.anchor ?? clock.now)
        if reading.keepsDue {
            // An edit that keeps the trigger does not contain it, so the trigger is read from the store.
            let rows = try? await store.pending(app: app, identifiers: [reading.request.identifier])
            guard let kept = rows?.first(where: { !$0.isSnoozed }) else { return nil }
            (trigger, added) = (kept.request.trigger, kept.addedAt)
        }
        guard let trigger, trigger.repeats else { return nil }
        return trigger.words(addedAt: added, in: clock.timeZone)
    }

    /// Returns a note if the person is at the request's place now: the request then fires only at the next arrival.
    private func presenceNote(about region: Region) async -> [String] {
        // A request for leaving has no such note, so its caller needn't await the position, which may take two seconds.
        guard region.notifyOnEntry, await location.isInside(region) else { return [] }
        return ["You are there now; the notification comes when you arrive the next time."]
    }

    /// Returns a note if the application that the request activates, or one that opens its URL, is not installed now.
    private static func openingNote(_ request: Request) -> String? {
        switch request.responsePlan.opening {
        case .application(let id) where !InstalledApplication(id: id).isInstalled:
            "activate names \"\(id)\", which is not installed now"
        case .url:
            request.responsePlan.opening?.scheme.flatMap { scheme in
                scheme == "file" || InstalledApplication.handler(ofScheme: scheme) != nil
                    ? nil : "no installed application opens \(scheme): URLs, such as the one that open names"
            }
        case .application, nil: nil
        }
    }
}
