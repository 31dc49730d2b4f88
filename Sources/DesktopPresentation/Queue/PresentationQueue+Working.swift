// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import NotificationStore

/// The way from the queue to the screen: one occurrence at a time is dequeued, examined and prepared.
extension PresentationQueue {
    /// Begins to drain the queue; does nothing while it is being drained.
    mutating func drain() {
        guard waiting.isDrainRequested else { return }
        waiting.isDrainRequested = false
        guard waiting.worker == .idle, !isStopping, let session else { return }
        // An adoption of a former agent's notifications reads how full the screen is; its end requests another drain.
        guard !session.isAdopting || !session.profile.isLimited else { return }
        // A server whose information is incomplete is asked once more before anything is sent to it.
        guard session.server.isComplete || retry.phase == .ready else {
            waiting.worker = .completingServer
            return read(.completeServer)
        }
        waiting.isCrowded = false
        takeNext()
    }

    /// Whether another call may be sent. After a crash during calls, calls are sent one at a time, to find the culprit.
    private var hasPlaceInWindow: Bool {
        let window = crashes.hasSuspects(at: current.now.steady) ? 1 : Self.window
        return records.inFlight < retry.room(of: window, at: current.now.steady)
            && counters.questions < Self.askingLimit
    }

    private mutating func takeNext(afterReading: Bool = false) {
        waiting.worker = .idle
        guard let session, !isStopping, hasPlaceInWindow else { return }
        let isCrowding = session.profile.isLimited && waiting.main.count < Self.memory
        if !afterReading, waiting.main.isEmpty || isCrowding, waiting.hasBacklog { return readBacklog() }
        guard let id = dequeue() else {
            let mayGoOn = !waiting.isCrowded && deadlines[.backlog] == nil
            if mayGoOn, waiting.hasBacklog { readBacklog() }
            return
        }
        examine(id)
    }

    private mutating func readBacklog() {
        let known = Set(
            records.values.lazy.filter { !$0.isStored || $0.marks.press != nil || $0.marks.mayReturn }.map(\.id))
        waiting.worker = .readingBacklog(generation: waiting.generation, outdated: OutdatedRows(known))
        read(.backlog(limit: 64 + known.count))
    }

    mutating func continueWork(after event: PresentationEvent) {
        switch (waiting.worker, event) {
        case (.completingServer, .serverCompleted):
            waiting.isCrowded = false
            takeNext()
        case (.readingBacklog(let generation, let outdated), .backlogRead(let rows)):
            waiting.name(rows)
            let news = rows.filter { !outdated.contains($0) }
            enqueue(news)
            if news.isEmpty { waiting.finishReading(generation) }
            takeNext(afterReading: true)
        case (.readingBacklog, .backlogFailed):
            deadlines.set(.backlog, at: current.now.steady + Self.rereadingPause)
            takeNext(afterReading: true)
        default: break
        }
    }

    mutating func workDone(_ ticket: UInt64) {
        if waiting.worker == .busy(ticket: ticket) { takeNext() }
        if redraws.ticket == ticket { redraws.ticket = nil }
    }

    // MARK: - Examination of one occurrence

    private mutating func examine(_ id: Int64) {
        guard let occurrence = records[id]?.occurrence else { return takeNext() }
        let ticket = newTicket()
        waiting.worker = .busy(ticket: ticket)
        if let expires = occurrence.notification.request.policy.expires, expires <= current.now.date {
            // The scheduler expires the occurrence at the same moment; at the agent's start, either of the scheduler
            // and the queue may be the first to do so.
            records.move(id, to: .listing(ticket: ticket))
            return write(.overdue, of: occurrence, ticket: ticket)
        }
        records.move(id, to: .examining(ticket: ticket))
        read(.examination(occurrence, ticket: ticket))
    }

    mutating func examined(_ id: Int64, _ ticket: UInt64, _ result: Examination) {
        guard let record = records[id], case .examining(ticket) = record.phase, let session else {
            return workDone(ticket)
        }
        let occurrence = record.occurrence
        if !result.notifications {
            unpresent(occurrence, ticket, staysListed: false, because: "config.toml")
            // The occurrence was to be presented again under its old number, which is closed now.
            if let place = occurrence.server { closeIfOver(place) }
        } else if occurrence.notification.request.content.hasNoText {
            if result.wantsToBeAsked, occurrence.state == .presenting { return ask(occurrence, ticket) }
            keepBadge(occurrence, nil, ticket)
        } else if !result.alert, !record.marks.isShownByHand {
            keepOffScreen(record, ticket, result)
        } else if crashes.isGuilty(id), !retry.isPardoned(id) {
            accuse(occurrence)
            workDone(ticket)
        } else if occurrence.awaitedPress,
            occurrence.state == .presenting || occurrence.server?.owner == session.server.place
        {
            // An earlier agent has left a press on this occurrence unanswered.
            if !record.marks.isReturnNoted { noteUnanswered(occurrence, because: "restart") }
            records.change(id) { $0.marks.isReturnNoted = false }
            prepare(occurrence.uninterrupted, Self.soundless, .silent, ticket)
        } else if record.marks.turn != nil, occurrence.state == .presenting {
            prepare(occurrence, Self.soundless, .silent, ticket)
        } else if occurrence.state != .presenting {
            showAgain(occurrence, on: session, ticket)
        } else if let trial = retry.trial(of: id) {
            prepare(occurrence, trial.options, trial.manner, ticket)
        } else if result.wantsToBeAsked {
            ask(occurrence, ticket)
        } else {
            prepare(occurrence, nil, .usual, ticket)
        }
    }

    private mutating func accuse(_ occurrence: Occurrence) {
        let id = occurrence.id
        let effects = retry.handle(.guilty(occurrence, count: crashes.count(of: id)), at: current.now.steady)
        if retry.holds(id) { records.move(id, to: .retrying) } else { retire(id) }
        perform(effects)
    }

    /// Presents again an occurrence that an earlier agent showed on this server, or that a former server lost.
    private mutating func showAgain(_ occurrence: Occurrence, on session: ServerSession, _ ticket: UInt64) {
        switch occurrence.state {
        case .presenting: prepare(occurrence, nil, .usual, ticket)
        case .shown:
            // A new server has replaced the one that showed the occurrence, so the occurrence is off the screen.
            guard occurrence.server?.owner == session.server.place else {
                retire(occurrence.id)
                return workDone(ticket)
            }
            // A newer occurrence of the request may have ended this one since the store was read.
            let manner: AlertStyle = session.profile.dropsWithSender ? .quiet : .silent
            prepare(occurrence, Self.soundless, manner, ticket, check: .isDelivered)
        case .unpresented:
            prepare(occurrence, Self.soundless, .quiet, ticket, check: .isUnpresented)
        }
    }

    // MARK: - Occurrences that are not presented

    private mutating func unpresent(
        _ occurrence: Occurrence, _ ticket: UInt64, staysListed: Bool, because reason: String
    ) {
        records.change(occurrence.id) { $0.marks.turn = nil }
        records.move(occurrence.id, to: .listing(ticket: ticket))
        write(
            .unpresented(staysListed: staysListed, reason: .string(reason), facts: [:]), of: occurrence, ticket: ticket)
    }

    /// Sets the badge of a request without a text, and plays its sound, unless the application wants neither.
    private mutating func keepBadge(_ occurrence: Occurrence, _ options: Set<String>?, _ ticket: UInt64) {
        records.move(occurrence.id, to: .listing(ticket: ticket))
        write(.badgeOnly(options: options), of: occurrence, ticket: ticket)
    }

    /// Only lists an occurrence whose application may not put it on the screen; a running application is asked first.
    ///
    /// If the person forbade the presentation while the occurrence was on the screen, the occurrence is closed.
    private mutating func keepOffScreen(_ record: PresentationRecord, _ ticket: UInt64, _ result: Examination) {
        let occurrence = record.occurrence
        // The application is not asked about an occurrence that was on the screen before.
        if occurrence.state == .presenting, record.marks.turn == nil, !occurrence.awaitedPress {
            if result.wantsToBeAsked { return ask(occurrence, ticket) }
            records.move(occurrence.id, to: .listing(ticket: ticket))
            write(.listing(options: nil, reason: "settings"), of: occurrence, ticket: ticket)
        } else {
            if let place = occurrence.server { closeIfOver(place) }
            unpresent(occurrence, ticket, staysListed: true, because: "settings")
        }
    }

    mutating func listed(_ id: Int64, _ ticket: UInt64) {
        if let record = records[id], case .listing(ticket) = record.phase {
            endReplaced(by: record.occurrence)
            records.change(id) { $0.marks.turn = nil }
            retire(id)
        }
        workDone(ticket)
        requestDrain()
    }

    // MARK: - Questions to the application

    /// Asks the application how to present the occurrence; the queue does not wait, as the answer may take ten seconds.
    private mutating func ask(_ occurrence: Occurrence, _ work: UInt64) {
        let ticket = newTicket()
        counters.questions += 1
        records.move(occurrence.id, to: .asking(ticket: ticket))
        read(.application(occurrence, ticket: ticket))
        workDone(work)
    }

    mutating func applicationAnswered(_ id: Int64, _ ticket: UInt64, _ options: Set<String>?, mayAlert: Bool) {
        counters.questions -= 1
        requestDrain()
        guard let record = records[id], case .asking(ticket) = record.phase else { return }
        guard !record.occurrence.notification.request.content.hasNoText else {
            return keepBadge(record.occurrence, options, ticket)
        }
        let isUnwanted = options?.isDisjoint(with: ["banner", "alert"]) == true
        if isUnwanted || !mayAlert {
            // The record stays until the store has noted the listing; otherwise the store's row would be queued again.
            records.move(id, to: .listing(ticket: ticket))
            let reason = isUnwanted ? "willPresent" : "settings"
            write(.listing(options: options, reason: reason), of: record.occurrence, ticket: ticket)
        } else if session != nil {
            // The application wants a banner only: the occurrence is in no list after its presentation.
            if let options, options.isDisjoint(with: ["list", "alert"]) { records.change(id) { $0.isListed = false } }
            prepare(record.occurrence, options, .usual, ticket)
        } else {
            retire(id)
            waiting.growBacklog()
        }
    }
}

extension Occurrence {
    /// Whether an earlier agent exited while a press on the occurrence was not an answer yet.
    var awaitedPress: Bool { PersistedPresentation(of: self)?.buttons.marks.awaits != nil }

    /// The same occurrence, without the mark that an exit of the agent interrupted its presentation.
    var uninterrupted: Occurrence {
        Occurrence(
            id: id, notification: notification, state: state, server: server, replaces: replaces, kept: kept,
            buttons: buttons, isListed: isListed)
    }

    /// The same occurrence, to be sent under the number that it has on the server.
    var inItsOwnPlace: Occurrence {
        Occurrence(
            id: id, notification: notification, state: state, server: server, replaces: server, buttons: buttons,
            isListed: isListed)
    }

    /// The same occurrence, to be sent under a new number, which replaces nothing on the screen.
    var inPlaceOfNone: Occurrence {
        var notification = notification
        notification.request.display.replacesNumber = 0
        return Occurrence(
            id: id, notification: notification, state: state, server: server, buttons: buttons, isListed: isListed)
    }
}
