// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentMachine
import AgentRules
import DesktopPresentation
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Writes a change of an occurrence to the store, and then tells the presentation queue and the response's receivers.
struct PresentationWriter {
    let occurrence: Occurrence
    /// Number by which the presentation queue knows the work that waits for this write; 0 if no work waits.
    var ticket: UInt64 = 0

    private var id: Int64 { occurrence.id }

    func write(_ change: PresentationChange, on desktop: isolated Desktop) async {
        switch change {
        case .number(let place, let record, let isNews, let isListed):
            let outcome = await number(place, record, isNews: isNews, isListed: isListed, desktop)
            desktop.feed(.numberWritten(id, outcome))
        case .answer(let response, let facts, let mayBeKept):
            let receivers = await desktop.dependencies.receivers(response)
            if mayBeKept { return await decide(response, to: receivers, facts, desktop) }
            await answer(response, to: receivers, facts, desktop)
            desktop.feed(.answerWritten(id))
        case .snooze(let words, let response, let facts): await snooze(words, response, facts, desktop)
        case .expiry(let response, let staysListed, let facts):
            await expire(response, staysListed: staysListed, facts, desktop)
        case .dismissal(let response, let facts): await dismiss(response, facts, desktop)
        case .event(let event): await write(on: desktop) { _, store, _, _ in try await store.note(event) }
        case .closed(let place): desktop.store.noteClosed(place)
        case .displacement(let displacement): await displace(displacement, desktop)
        case .hold(let buttons):
            await note(.unlocking, offering: buttons, on: desktop)
            let row = await stillDelivered(desktop)
            desktop.feed(.holdWritten(id, row))
        case .giveBack(let reason, let awaitingWords): await giveBack(reason, awaitingWords, desktop)
        case .unpresented, .badgeOnly, .overdue, .listing:
            await list(change, desktop)
            if ticket != 0 { desktop.feed(.listed(id, ticket: ticket)) }
        }
    }

    // MARK: - Numbers and displacement

    private func number(
        _ place: ServerNumber, _ record: PersistedPresentation, isNews: Bool, isListed: Bool,
        _ desktop: isolated Desktop
    ) async -> NumberOutcome {
        let buttons = try? JSONEncoder().encode(record)
        guard isNews else {
            let isThere = await keep(on: desktop) { _, store, id, _ in
                try await store.markRedrawn(id, server: place, buttons: buttons)
            }
            // `isThere` is false if the occurrence was answered or removed before the server's reply arrived. If so,
            // the notification with the server's number is closed, because it may be on the screen.
            return isThere == false ? .ended : .noted(pushedOut: [])
        }
        let outcome = await keep(on: desktop) {
            try await $1.markShown($2, server: place, buttons: buttons, isListed: isListed, at: $3)
        }
        CrashPoint.reached(.afterNumberCommit)
        return switch outcome {
        case .ended?: .ended
        case .shown(let pushedOut)?: .noted(pushedOut: pushedOut)
        case nil: .failed
        }
    }

    private func displace(_ displacement: Displacement, _ desktop: isolated Desktop) async {
        do {
            let reposted = try await desktop.store.repost(id, because: "room", at: desktop.clock.now)
            desktop.feed(.displaced(displacement, newer: reposted?.newer, older: reposted?.older, isFailed: false))
        } catch {
            desktop.logger.error("Could not make room on screen", metadata: [LogKey.error: "\(ErrorSummary(error))"])
            desktop.feed(.displaced(displacement, newer: nil, older: nil, isFailed: true))
        }
    }

    // MARK: - Answers

    /// Stores a response and then delivers it. If a newer occurrence has replaced this one, the newer one ends, too.
    func answer(
        _ response: Response, to receivers: [Receiver], _ facts: [String: PropertyListValue],
        _ desktop: isolated Desktop
    ) async {
        CrashPoint.reached(.beforeResponseCommit)
        let newer = await keep(on: desktop) { desktop, store, id, now in
            let answered = try await store.answerAnyPresentation(
                id, with: response, receivers: receivers, facts: facts, at: now)
            CrashPoint.reached(.afterResponseCommit)
            if let answered { await desktop.dependencies.deliver(answered.items) }
            return answered?.newer
        }
        if let newer = newer ?? nil { desktop.feed(.answeredEarly(newer)) }
    }

    private func dismiss(
        _ response: Response, _ facts: [String: PropertyListValue], _ desktop: isolated Desktop
    ) async {
        if let command = response.notification.request.responsePlan.command(for: response.eventName) {
            // The request's key `on` names a command for dismissals, so only the command receives this dismissal.
            await answer(response, to: [.command(command)], facts, desktop)
        } else {
            // The event has the same details as the event of a dismissal that is delivered as a response.
            let detail = facts.merging(["actionIdentifier": .string(response.actionIdentifier)]) { $1 }
            let isGone = await keep(on: desktop) { _, store, id, now in
                try await store.markGone(id, event: .dismissed, detail: detail, at: now)
            }
            // If the store has replaced the occurrence by a newer one, to be presented again, the newer one ends, too.
            if isGone == false { await answer(response, to: [], facts, desktop) }
        }
        // A caller that waits for an answer must stop waiting, even if no program or command wants dismissals.
        await desktop.dependencies.tellWaiting(response)
    }

    private func expire(
        _ response: Response, staysListed: Bool, _ facts: [String: PropertyListValue], _ desktop: isolated Desktop
    ) async {
        let command = response.notification.request.responsePlan.command(for: response.eventName)
        let isNews = await keep(on: desktop) { desktop, store, id, now in
            let items = try await store.expire(
                id, with: response, receivers: command.map { [.command($0)] } ?? [], staysListed: staysListed,
                facts: facts, at: now)
            CrashPoint.reached(.afterResponseCommit)
            if let items { await desktop.dependencies.deliver(items) }
            return items != nil
        }
        // If the occurrence is removed, replaced or answered before its expiry is stored, no caller awaits its answer.
        if isNews == true { await desktop.dependencies.tellWaiting(response) }
    }

    private func snooze(
        _ words: String, _ response: Response, _ facts: [String: PropertyListValue], _ desktop: isolated Desktop
    ) async {
        await keep(on: desktop) { desktop, store, id, now in
            let until = try await desktop.dependencies.snoozeEnd(words, now, desktop.clock.timeZone)
            try await store.snooze(occurrence: id, until: until, facts: facts, at: now)
            CrashPoint.reached(.afterSnoozeCommit)
            await desktop.dependencies.expect(until)
        }
        await desktop.dependencies.tellWaiting(response)
        desktop.feed(.answerWritten(id))
    }

    // MARK: - Presses without an answer

    private func giveBack(_ reason: String, _ awaitingWords: Buttons??, _ desktop: isolated Desktop) async {
        if let awaitingWords { await note(.words, offering: awaitingWords, on: desktop) }
        let row = await stillDelivered(desktop)
        if let row {
            let event = EventRecord(
                app: row.app, identifier: row.identifier, kind: .unanswered, date: desktop.clock.now,
                detail: ["reason": .string(reason)])
            await PresentationWriter(occurrence: row).write(on: desktop) { _, store, _, _ in try await store.note(event)
            }
        }
        desktop.feed(.returned(id, row))
    }

    private func stillDelivered(_ desktop: isolated Desktop) async -> Occurrence? {
        do {
            return try await desktop.store.occurrence(id)
        } catch {
            // If the store can't be read, showing the notification once too often is better than not at all.
            return occurrence
        }
    }

    // MARK: - Occurrences off the screen

    private func list(_ change: PresentationChange, _ desktop: isolated Desktop) async {
        switch change {
        case .unpresented(let staysListed, let reason, let facts):
            await unpresent(staysListed: staysListed, because: reason, facts, desktop)
        case .badgeOnly(let options):
            await signal(options, desktop)
            await write(on: desktop) { try await $1.markGone($2, event: .shown, detail: [:], at: $3) }
        case .overdue:
            let outcome = await write(on: desktop) { _, store, id, now in
                try await store.expireInTime(id, at: now)
            }
            if let outcome = outcome ?? nil { await desktop.take(outcome) }
        case .listing(let options, let reason):
            await signal(options, desktop)
            let isListed = options.map { !$0.isDisjoint(with: ["list", "alert"]) } ?? true
            await unpresent(staysListed: isListed, because: .string(reason), [:], desktop)
        default: break
        }
    }

    /// Sets the badge and plays the sound of an occurrence off the screen, as far as the application's presentation
    /// options and the person's permission allow.
    private func signal(_ options: Set<String>?, _ desktop: isolated Desktop) async {
        let permission = await desktop.dependencies.permission(occurrence.app)
        if permission.badge, options?.contains("badge") != false {
            NoticeBoard().applyBadge(of: occurrence.notification, on: desktop)
        }
        if options?.contains("sound") != false { await PresentationSounds().playAlone(of: occurrence, on: desktop) }
    }

    /// Stores that an unanswered occurrence is not on the screen; if `staysListed`, it stays in the delivered list.
    private func unpresent(
        staysListed: Bool, because reason: PropertyListValue, _ facts: [String: PropertyListValue],
        _ desktop: isolated Desktop
    ) async {
        let detail = facts.merging(["reason": reason]) { _, new in new }
        await write(on: desktop) { _, store, id, now in
            if staysListed {
                try await store.markUnpresented(
                    id, event: .gone, detail: detail, isLost: reason == PresentationQueue.serverGone, at: now)
            } else {
                try await store.markGone(id, event: .gone, detail: detail, at: now)
            }
        }
    }
}
