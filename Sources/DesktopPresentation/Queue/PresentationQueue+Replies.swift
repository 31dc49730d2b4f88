// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import NotificationStore

/// Replies to `Notify`: a number, or an error after which the call is retried or given up.
extension PresentationQueue {
    private static let refusedError = "org.freedesktop.DBus.Error.InvalidArgs"

    mutating func notified(_ id: Int64, _ number: UInt64, _ reply: NotifyReply, from place: String) {
        // The server that replies has gone, and its occurrences are queued again.
        guard let session, session.server.place == place else { return }
        defer {
            // A notification that is open now can make room for others.
            lookForRoom()
            requestDrain()
        }
        guard let record = records[id], let call = record.call, call.number == number, let active = record.active else {
            return nobodyWaits(for: reply)
        }
        deadlines.remove(.window(id))
        switch reply {
        case .number(0):
            crashes.survived(id)
            serverWorks(id)
            giveUp(id, call, because: "the server did not show the notification")
            if !call.isRedraw { endReplaced(by: active.occurrence) }
        case .number(let number):
            crashes.survived(id)
            serverWorks(id)
            numbered(id, number, call, on: session)
        case .malformed:
            crashes.survived(id)
            failed(id, call, .unanswered, error: "a reply without a number")
        case .error(let name) where name == Self.refusedError && active.dispatch.replaces != 0:
            // GNOME refuses to replace a notification of a former agent, so a new one is sent, whose buttons work.
            records.change(id) { $0.active?.dispatch.replaces = 0 }
            endReplaced(by: active.occurrence)
            guard active.machine.phase == .sending else { return forget(id) }
            // A newer occurrence of the same request may have ended the occurrence that was redrawn.
            prepare(
                active.occurrence.inPlaceOfNone, active.dispatch.options, .usual, newTicket(), isRedraw: call.isRedraw,
                check: call.isRedraw ? .isDelivered : .none)
        case .error(let name):
            let fault = NotifyFault(errorNamed: name, hasLimit: session.profile.limits.total != nil)
            failed(id, call, fault, error: name)
        }
    }

    /// Closes a notification that was given up while its `Notify` was in flight: presses on it would not be heard.
    private mutating func nobodyWaits(for reply: NotifyReply) {
        guard case .number(let number) = reply, number != 0 else { return }
        _ = session?.parked.take(number)
        closeCopy(number)
    }

    /// Closes a copy of a notification, unless another occurrence has the copy's number, or is sent under that number.
    mutating func closeCopy(_ number: UInt32) {
        if session?.occurrences[number] == nil, !isOnItsWay(to: number) { close(number) }
    }

    /// Whether an unanswered call after call `earlier` asked the server to replace the notification with this number.
    func isOnItsWay(to number: UInt32, after earlier: UInt64 = 0) -> Bool {
        records.values.contains { record in
            record.active.map { $0.isOnItsWay(to: number) && $0.dispatch.call > earlier } == true
        }
    }

    private mutating func numbered(
        _ id: Int64, _ number: UInt32, _ call: PresentationRecord.Call, on server: ServerSession
    ) {
        guard let active = records[id]?.active else { return }
        let occurrence = active.occurrence
        if let other = server.occurrences[number], let later = records[other]?.active, later.dispatch.call > call.number
        {
            // The replies came in another order than the calls: a newer occurrence has the number already.
            return forget(id)
        }
        if occurrence.notification.request.display.percentDone != nil { tell(.progress(occurrence)) }
        let asked = server.number(of: occurrence.replaces)
        if let asked, asked != number {
            // The server replaced nothing, so the older notification is closed (quirk 11 of `quirks.tsv`).
            if !active.dispatch.hasClosedFormer { close(asked) }
            if let older = session?.occurrences[asked] { step(.replaced, of: older) }
        }
        if let older = session?.occurrences[number], older != id { step(.replaced, of: older) }
        session?.occurrences[number] = id
        let now = current.now.steady
        records.change(id) {
            $0.active?.number = number
            $0.active?.shown = now
            $0.marks.turn = nil
            $0.isNumberBeingWritten = true
        }
        tell(.number(id, number))
        let record = beginTime(of: id, active.machine, on: server.profile)
        // The number is stored before a press that follows at once is handled.
        write(
            .number(
                ServerNumber(owner: server.server.place, number: number), record, isNews: !call.isRedraw,
                isListed: records[id]?.isListed ?? true), of: occurrence)
        tell(.sound(active.dispatch.sound, occurrence))
        records.move(id, to: .shown)
        step(.replied, of: id)
        for event in session?.parked.take(number) ?? [] { step(event, of: id) }
        takeStrays(of: id)
        if let asked, asked != number, occurrence.server == occurrence.replaces { takeFormer(asked, of: id) }
        forgetOldest()
        redrawIfOutdated(id)
    }

    mutating func numberWritten(_ id: Int64, _ outcome: NumberOutcome) {
        records.change(id) { $0.isNumberBeingWritten = false }
        switch outcome {
        // The occurrence was answered, removed or replaced while the call was in flight.
        case .ended: step(.removed, of: id)
        case .noted(let pushedOut) where !pushedOut.isEmpty:
            tell(.log(.tooMany(app: pushedOut.first?.app ?? "", count: pushedOut.count)))
            remove(pushedOut)
        case .noted, .failed: break
        }
        lookForRoom()
    }

    /// Applies signals about an earlier agent's presentation that came while a new one was sent under another number.
    private mutating func takeFormer(_ number: UInt32, of id: Int64) {
        let hasClosedIt = records[id]?.active?.dispatch.hasClosedFormer == true
        // A close that Belfry asked for is not an act of the person.
        let events = (session?.parked.take(number) ?? []).filter { event in
            if case .closed(reason: ServerProfile.closedByCall, _) = event { !hasClosedIt } else { true }
        }
        let acts = events.filter { if case .closed = $0 { false } else { true } }
        // The typed reply went to the former agent, so the person is asked again.
        if acts.isEmpty, session?.profile.repliesToSender == true,
            records[id]?.active?.machine.buttons.textInput != nil
        {
            return
        }
        // After an answer, the steps of the state machine close the new notification; after a close alone, this method
        // must close it. A dismissal may end the presentation at once, so the presentation's number is read first.
        let own = records[id]?.active?.number
        for event in acts.isEmpty ? events : acts { step(event, of: id) }
        if acts.isEmpty, !events.isEmpty, let own { close(own) }
    }

    /// Logs that a notification may be shown twice: the agent exited before it stored the number, or got no reply.
    mutating func noteRepetition(of occurrence: Occurrence) {
        expectStrays(of: occurrence.id)
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .repeated, date: current.now.date)
        write(.event(event), of: occurrence)
    }

    mutating func expectStrays(of id: Int64) { session?.parked.expectStrays(of: id) }

    /// Gives up the presentation; the occurrence stays in the delivered list if it belongs there.
    private mutating func giveUp(_ id: Int64, _ call: PresentationRecord.Call, because reason: String) {
        guard let record = records[id], let occurrence = record.active?.occurrence else { return }
        // The former drawing is closed: it may show text that must be hidden, and its buttons have no effect.
        if call.isRedraw, let former = occurrence.replaces { close(former.number) }
        forget(id)
        write(.unpresented(staysListed: record.isListed, reason: .string(reason), facts: [:]), of: occurrence)
    }

    // MARK: - Retries

    /// Handles an error reply to `Notify`.
    private mutating func failed(_ id: Int64, _ call: PresentationRecord.Call, _ fault: NotifyFault, error: String) {
        guard let active = records[id]?.active else { return }
        // The occurrence was withdrawn while the call was in flight: it is not sent again.
        guard active.machine.phase == .sending else {
            forget(id)
            return endReplaced(by: active.occurrence)
        }
        var occurrence = active.occurrence
        // The former drawing is closed: it may show text that must be hidden, and its buttons have no effect.
        if call.isRedraw, let former = occurrence.replaces {
            close(former.number)
            occurrence = occurrence.inPlaceOfNone
        }
        let hidesAt = deadlines[.hide(id)]
        if hidesAt != nil || active.returns > 0 {
            let turn = DisplayTurn(hidesAt: hidesAt, count: active.turns, since: current.now.steady)
            records.change(id) { $0.marks.turn = turn }
        }
        tell(.log(.notTaken(id, error: error)))
        // The server may have other capabilities when it has started completely.
        if fault == .absent { tell(.capabilitiesDoubtful) }
        clearActive(id)
        records.change(id) { $0.marks.isReturnNoted = false }
        tell(.progressEnded(id))
        records.move(id, to: .retrying)
        let trial = PresentationRetry.Trial(options: active.dispatch.options, manner: active.dispatch.manner)
        perform(retry.handle(.failed(occurrence, trial, fault, error: error), at: current.now.steady))
    }

    /// Notes that the server works: occurrences that wait for the server are sent.
    private mutating func serverWorks(_ id: Int64) {
        tell(.log(.taken))
        perform(retry.handle(.shown(id), at: current.now.steady))
    }

    // MARK: - Records dropped from memory

    /// Drops the oldest shown record if there are too many, because some servers never report a close (quirk 25).
    private mutating func forgetOldest() {
        guard records.count > Self.memory + records.inFlight else { return }
        let shown = records.values.filter { $0.isShown && $0.active?.number != nil }
        guard shown.count > Self.memory else { return }
        // Records with a deadline are dropped last.
        let timeless = shown.filter { deadlines[.hide($0.id)] == nil }.map(\.id).min()
        guard let oldest = timeless ?? shown.map(\.id).min() else { return }
        forget(oldest)
        session?.hasForgotten = true
    }
}
