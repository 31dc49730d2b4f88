// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// Execution of the steps that the state machine of one notification on the screen returns.
extension PresentationQueue {
    /// Feeds an event to an occurrence's state machine; does nothing without a presentation.
    mutating func step(_ event: ShownNotification.Event, of id: Int64) {
        guard let before = records[id]?.active?.machine.phase else { return }
        var steps: [ShownNotification.Step] = []
        records.change(id) { steps = $0.active?.machine.handle(event) ?? [] }
        // A redraw in preparation is dropped, because only an open notification is redrawn.
        if let record = records[id], before == .open, !record.isOpen, record.preparing?.isRedraw == true {
            records.move(id, to: .shown)
        }
        if case .closed(let reason, _) = event {
            noteClosed(id, reason, in: before)
            noteClosedByPerson(id, reason, in: before)
        }
        for step in steps { perform(step, of: id) }
        records.note(id)
        if before == .open, records[id]?.isOpen != true { tell(.progressEnded(id)) }
    }

    /// Notes that the person has closed an answered notification while a content extension decides about the answer: a
    /// server that honours `resident` does not close the notification by itself.
    private mutating func noteClosedByPerson(_ id: Int64, _ reason: UInt32, in phase: ShownNotification.Phase) {
        guard phase == .answered, records[id]?.marks.mayBeKept == true, let profile = session?.profile,
            profile.honoursResident, profile.dismissals.contains(reason)
        else { return }
        records.change(id) { $0.marks.isClosedByPerson = true }
    }

    private mutating func perform(_ step: ShownNotification.Step, of id: Int64) {
        guard let record = records[id], let active = record.active else { return }
        let occurrence = active.occurrence
        switch step {
        case .answer(let choice, let token) where choice.isIncomplete:
            complete(choice, of: occurrence, token: token)
        case .answer(let choice, let token):
            records.change(id) { $0.answersBeingWritten += 1 }
            writeAnswer(choice, of: occurrence, token: token, facts: active.facts(choice.end))
        case .answerFormer(let former, let choice, let token):
            guard let former = active.formers[former] else { return }
            guard !choice.isIncomplete else { return complete(choice, of: former, token: token) }
            let response = response(choice, to: former, token: token)
            write(.answer(response, facts: active.facts(choice.end)), of: former)
        case .expire:
            // The response `expired` tells callers that wait for an answer that nobody has answered.
            letGo(of: id)
            let response = Response(
                kind: .expired, actionIdentifier: "", date: current.now.date, notification: occurrence.notification)
            write(.expiry(response, staysListed: record.isListed, facts: active.facts(.expired)), of: occurrence)
        case .unpresent(let reason, let end):
            let why = reason.map { PropertyListValue.integer(Int64($0)) } ?? Self.serverGone
            records.change(id) { $0.marks.turn = nil }
            write(.unpresented(staysListed: record.isListed, reason: why, facts: active.facts(end)), of: occurrence)
        case .dismiss:
            let response = response(.dismiss, to: occurrence, token: nil)
            write(.dismissal(response, facts: active.facts(.dismissed)), of: occurrence)
        case .rest: deadlines.set(.timer(id, .rest), at: current.now.steady + rest(of: active))
        case .showAgain: endRest(of: id)
        case .awaitServer: awaitServer(for: id)
        case .close:
            // While a newer presentation is being sent under this number, a close would close the newer one.
            if let number = active.number, !isOnItsWay(to: number, after: active.dispatch.call) { close(number) }
        case .sendAgain: putBack(id)
        case .start(let timer, let delay): deadlines.set(.timer(id, timer), at: current.now.steady + delay.seconds)
        case .forget:
            // The store writes the close after the occurrence's earlier changes.
            if let number = active.number, let place = session?.server.place {
                write(.closed(ServerNumber(owner: place, number: number)), of: occurrence)
            }
            forget(id)
        }
    }

    mutating func timeIsUp(_ timer: ShownNotification.Timer, of id: Int64) {
        if timer == .closeAnswered, records[id].map({ $0.answersBeingWritten > 0 }) == true {
            // The notification is closed only when the answer is stored, so that no answer is lost without a trace.
            deadlines.set(.timer(id, timer), at: current.now.steady + ShownNotification.closeGrace.seconds)
        } else {
            step(.timer(timer), of: id)
        }
    }

    /// Ends the notification's time on the screen; postpones the end while a content extension decides about an answer.
    mutating func hide(_ id: Int64) {
        guard records[id].map({ $0.marks.mayBeKept && $0.answersBeingWritten > 0 }) == true else {
            return step(.timeIsOver, of: id)
        }
        deadlines.set(.hide(id), at: current.now.steady + ShownNotification.closeGrace.seconds)
    }

    // MARK: - End of a presentation

    /// Ends the presentation of an occurrence, and the record too if nothing else is in progress with the occurrence.
    mutating func forget(_ id: Int64) {
        guard let record = records[id] else { return }
        session?.parked.forgetStrays(of: id)
        tell(.progressEnded(id))
        tell(.number(id, nil))
        records.change(id) {
            $0.marks.isShownByHand = false
            $0.marks.isReturnNoted = false
            $0.marks.turn = nil
        }
        let wasActive = record.active != nil
        clearActive(id)
        switch record.phase {
        case .shown, .sending, .preparing: retire(id)
        case .stored, .queued, .examining, .asking, .listing, .retrying, .prompting, .holding, .answering: break
        }
        if wasActive { lookForRoom() }
    }

    /// Ends the presentation and keeps the record; forgets the presentation's number.
    mutating func clearActive(_ id: Int64) {
        guard let active = records[id]?.active else { return }
        for timer in [ShownNotification.Timer.closeAnswered, .settle, .forget, .rest] {
            deadlines.remove(.timer(id, timer))
        }
        deadlines.remove(.hide(id))
        deadlines.remove(.window(id))
        if let number = active.number, session?.occurrences[number] == id { session?.occurrences[number] = nil }
        records.change(id) { $0.active = nil }
    }

    /// Closes an occurrence that is still on the screen, and ignores its signals from now on.
    mutating func takeOffScreen(_ id: Int64) {
        if let number = records[id]?.active?.number { close(number) }
        forget(id)
    }

    // MARK: - Closing

    /// Closes a number's notification unless the number's server has gone, or a notification in memory has the number.
    mutating func closeIfOver(_ place: ServerNumber) {
        if let session, let number = session.number(of: place), session.occurrences[number] == nil { close(number) }
    }

    mutating func close(_ number: UInt32) {
        guard let session else { return }
        guard session.profile.leavesClosedOnScreen else { return send(.close(number)) }
        // The notification keeps its title until it expires, unless its text is hidden.
        let active = session.occurrences[number].flatMap { records[$0]?.active }
        let isHidden = active?.machine.buttons.marks.isRedacted != false
        let title = isHidden ? "" : active?.occurrence.notification.request.content.title ?? ""
        send(.endAtOnce(number, title: title))
    }

    // MARK: - Answers

    mutating func writeAnswer(
        _ choice: ShownNotification.Choice, of occurrence: Occurrence, token: String?,
        facts: [String: PropertyListValue]
    ) {
        let response = response(choice, to: occurrence, token: token)
        records.change(occurrence.id) { $0.marks.isReturning = false }
        if case .snooze(let words) = choice {
            write(.snooze(words, response, facts: facts), of: occurrence)
        } else {
            let id = occurrence.id
            // While its text is hidden, a notification does not show what the extension would draw.
            let isHidden = records[id]?.active?.machine.buttons.marks.isRedacted == true
            let isDrawn = (records[id]?.occurrence ?? occurrence).drawing != nil
            let mayBeKept = isDrawn && !isHidden && response.kind.isOfButton
            if mayBeKept { records.change(id) { $0.marks.mayBeKept = true } }
            write(.answer(response, facts: facts, mayBeKept: mayBeKept), of: occurrence)
        }
    }

    mutating func answerWritten(_ id: Int64) {
        answersWritten(of: id)
        guard let record = records[id] else { return }
        records.change(id) {
            $0.marks.forgetReturn()
            $0.marks.isClosedByPerson = false
        }
        switch record.phase {
        case .answering:
            guard let active = record.active else { return drop(id) }
            records.move(id, to: .shown)
            // The occurrence was presented again while the answer was being written, so it is closed now.
            if active.machine.phase == .open { takeOffScreen(id) }
        case .stored: retire(id)
        // A server has lost the notification while a content extension decided, and it was presented again.
        case _ where record.marks.mayBeKept && (record.active?.machine.phase ?? .open) == .open:
            remove([record.occurrence])
        default: break
        }
    }

    /// Keeps a notification whose content extension has dealt with the answer, and draws it anew.
    ///
    /// The notification stays in its place if the server still shows it. If the server doesn't show it, or if a prompt
    /// made the store forget its number, the notification is presented again, without a sound. The notification ends if
    /// it was removed, replaced or closed by the person meanwhile.
    mutating func answerKept(_ id: Int64, _ row: Occurrence?) {
        guard let row, let record = records[id], record.marks.mayBeKept else { return answerWritten(id) }
        guard !record.marks.isClosedByPerson else {
            answerWritten(id)
            return write(.dismissal(response(.dismiss, to: row, token: nil), facts: [:]), of: row)
        }
        answersWritten(of: id)
        records.change(id) { $0.marks.forgetReturn() }
        guard record.active?.machine.phase == .answered, row.state == .shown else {
            // An adoption may have read the occurrence earlier, with the number of a notification that is closed now.
            session?.withdraw(id)
            takeOutOfSight(id)
            return showOnceMore(row)
        }
        if case .answering = record.phase { records.move(id, to: .shown) }
        deadlines.remove(.timer(id, .closeAnswered))
        step(.kept, of: id)
        drawn(row)
    }

    mutating func answersWritten(of id: Int64) {
        records.change(id) { $0.answersBeingWritten = max(0, $0.answersBeingWritten - 1) }
    }

    func response(_ choice: ShownNotification.Choice, to occurrence: Occurrence, token: String?) -> Response {
        if case .whenUnlocked(_, let choice) = choice { return response(choice, to: occurrence, token: token) }
        let (kind, identifier, text): (Response.Kind, String, String?) =
            switch choice {
            case .action(let identifier): (.action, identifier, nil)
            case .text(let identifier, let text): (.text, identifier, text)
            case .open: (.default, Action.defaultIdentifier, nil)
            case .dismiss: (.dismiss, Action.dismissIdentifier, nil)
            case .snooze(let words): (.action, SnoozeAction.identifier(words), nil)
            // If no program can ask the person for text, the button counts like any other.
            case .asks(let question): (.action, question.identifier, nil)
            case .whenUnlocked: (.action, "", nil)
            }
        return Response(
            kind: kind, actionIdentifier: identifier, userText: text, date: current.now.date, activationToken: token,
            notification: occurrence.notification)
    }
}

extension Response.Kind {
    /// Whether the person has pressed a button, or typed a text.
    fileprivate var isOfButton: Bool {
        switch self {
        case .action, .text: true
        case .default, .dismiss, .expired: false
        }
    }
}

extension Duration {
    var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
