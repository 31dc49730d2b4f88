// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// Presses on buttons that are no answer yet, because they need text, or an unlocked session.
///
/// From the press until the answer, the store keeps the occurrence as one that is to be presented. If the agent exits
/// before the answer, the next agent presents the occurrence again.
extension PresentationQueue {
    /// The largest number of open prompts: each prompt is a window, and a program.
    private static let promptLimit = 16
    /// Seconds for which a press waits for an unlocked session: after that time, another person may be at the computer.
    private static let unlockPatience: TimeInterval = 120

    /// Asks for the text, or waits for the unlocked session, that a press still needs, and then writes the answer.
    ///
    /// For a presentation that is off the screen, `buttons` are its buttons, and `facts` its facts for the event log.
    mutating func complete(
        _ choice: ShownNotification.Choice, of occurrence: Occurrence, token: String?, offering buttons: Buttons? = nil,
        facts: [String: PropertyListValue]? = nil
    ) {
        switch choice {
        case .asks(let question):
            letGo(of: occurrence.id)
            let active = records[occurrence.id]?.active
            let prompt = OpenPrompt(
                occurrence: occurrence, question: question, facts: facts ?? active?.facts(.reply) ?? [:], token: token)
            ask(prompt, offering: buttons ?? active?.machine.buttons)
        case .whenUnlocked(let label, let choice):
            if isLocked {
                hold(choice, label, on: occurrence, token: token)
            } else {
                complete(choice, of: occurrence, token: token, offering: buttons, facts: facts)
            }
        case .action, .text, .open, .dismiss, .snooze: finish(occurrence, choice, token: token, facts: facts)
        }
    }

    /// Dequeues an occurrence whose button the person pressed; an earlier press no longer returns it to the screen.
    private mutating func takeOut(_ occurrence: Occurrence) {
        records.add(occurrence)
        waiting.remove(occurrence.id)
        records.change(occurrence.id) { $0.marks.isReturning = false }
    }

    private mutating func finish(
        _ occurrence: Occurrence, _ choice: ShownNotification.Choice, token: String?,
        facts: [String: PropertyListValue]? = nil
    ) {
        let id = occurrence.id
        takeOut(occurrence)
        // The facts are those of the presentation that was pressed, which may be off the screen by now.
        let said = facts ?? records[id]?.prompt?.facts ?? records[id]?.active?.facts(choice.end) ?? [:]
        records.change(id) { $0.answersBeingWritten += 1 }
        records.move(id, to: .answering)
        writeAnswer(
            choice, of: occurrence, token: token,
            facts: said.merging(["end": .string(choice.end.rawValue)]) { _, new in new })
    }

    // MARK: - Prompts for text

    private mutating func ask(_ prompt: OpenPrompt, offering buttons: Buttons?) {
        let id = prompt.occurrence.id
        guard records[id]?.prompt == nil else { return }
        takeOut(prompt.occurrence)
        let isTooMany = records.prompts >= Self.promptLimit
        records.move(id, to: .prompting(prompt))
        guard !isTooMany else {
            tell(.log(.tooManyPrompts(records.prompts - 1)))
            return giveBack(prompt.occurrence, because: "limit", awaitingWords: .some(buttons))
        }
        // The notification is closed only after the store knows that it will be presented again.
        records.change(id) { $0.answersBeingWritten += 1 }
        read(.prompt(id, prompt, buttons))
    }

    /// Handles the person's answer to a prompt; nil means that the person can't be asked.
    mutating func prompted(_ id: Int64, _ answer: PromptAnswer?) {
        // The occurrence has ended meanwhile; or the agent is stopping, and the next agent presents it again.
        guard let prompt = records[id]?.prompt, !isStopping else { return }
        switch answer {
        case .text(let text)?:
            finish(prompt.occurrence, .text(identifier: prompt.question.identifier, text), token: nil)
        case .cancelled?:
            giveBack(prompt.occurrence, because: "cancelled")
        case .failed?, nil:
            finish(prompt.occurrence, .action(identifier: prompt.question.identifier), token: prompt.token)
        }
    }

    /// Closes the prompts of a notification that was removed or is over, because it can't be answered any more.
    mutating func endPrompts(of removed: Occurrence) {
        letGo(of: removed.id)
        guard records.prompts > 0 else { return }
        let ended = records.values.filter {
            $0.prompt != nil && $0.occurrence.app == removed.app && $0.occurrence.identifier == removed.identifier
        }
        for record in ended {
            tell(.promptEnded(record.id))
            if record.active == nil { drop(record.id) } else { records.move(record.id, to: .shown) }
        }
    }

    // MARK: - Presses that wait for an unlocked session

    /// Holds a press until the session is unlocked, and presents the occurrence again with a line that names the press.
    private mutating func hold(
        _ choice: ShownNotification.Choice, _ label: String, on occurrence: Occurrence, token: String?
    ) {
        let id = occurrence.id
        letGo(of: id)
        takeOut(occurrence)
        let active = records[id]?.active
        let press = HeldPress(
            occurrence: occurrence, choice: choice, label: label, token: token, facts: active?.facts(choice.end) ?? [:])
        records.change(id) {
            $0.marks.press = press
            $0.answersBeingWritten += 1
        }
        records.move(id, to: .holding)
        deadlines.set(.unlock(id), at: current.now.steady + Self.unlockPatience)
        write(.hold(active?.machine.buttons), of: occurrence)
    }

    mutating func holdWritten(_ id: Int64, _ row: Occurrence?) {
        answersWritten(of: id)
        guard let record = records[id], case .holding = record.phase else { return }
        // The session was unlocked meanwhile, or the occurrence was removed.
        guard record.marks.press != nil, let row else { return leave(id) }
        takeOffScreen(id)
        showOnceMore(row)
    }

    /// Drops a press that is not carried out; the state machine ends a presentation that is still on the screen.
    mutating func leave(_ id: Int64) {
        if records[id]?.active == nil { retire(id) } else { records.move(id, to: .shown) }
    }

    /// Carries out the presses that waited for an unlocked session, in the order of their occurrences.
    mutating func carryOutHeldPresses() {
        for id in records.values.filter({ $0.marks.press != nil }).map(\.id).sorted() {
            guard let press = records[id]?.marks.press else { continue }
            let buttons = records[id]?.active?.machine.buttons
            // The occurrence may be queued again, or being redrawn: its queue entry or redraw ends first.
            takeOutOfSight(id)
            letGo(of: id)
            complete(press.choice, of: press.occurrence, token: press.token, offering: buttons, facts: press.facts)
        }
    }

    /// Takes an occurrence off the screen or out of the queue, and keeps its record.
    mutating func takeOutOfSight(_ id: Int64) {
        waiting.remove(id)
        perform(retry.handle(.withdrawn(id), at: current.now.steady))
        if let number = records[id]?.active?.number { close(number) }
        session?.parked.forgetStrays(of: id)
        tell(.progressEnded(id))
        tell(.number(id, nil))
        clearActive(id)
        records.change(id) {
            $0.marks.turn = nil
            $0.marks.isReturnNoted = false
            $0.marks.isShownByHand = false
        }
    }

    /// Drops a press because the session was not unlocked in time.
    mutating func dropPress(of id: Int64) {
        guard let press = records[id]?.marks.press else { return }
        letGo(of: id)
        giveBack(press.occurrence, because: "locked")
    }

    /// Forgets a press that waits for an unlocked session.
    mutating func letGo(of id: Int64) {
        deadlines.remove(.unlock(id))
        records.change(id) { $0.marks.press = nil }
    }

    // MARK: - Return to the screen

    private mutating func giveBack(
        _ occurrence: Occurrence, because reason: String, awaitingWords buttons: Buttons?? = nil
    ) {
        records.change(occurrence.id) { $0.marks.isReturning = true }
        write(.giveBack(reason: reason, awaitingWords: buttons), of: occurrence)
    }

    /// Presents again, without a sound, an occurrence whose press was not completed.
    ///
    /// Does nothing if the occurrence was removed, or a newer one has taken its place. If a removal was handled before
    /// `row` came, the row is out of date.
    mutating func returned(_ id: Int64, _ row: Occurrence?) {
        guard records[id]?.marks.isReturning == true else { return }
        records.change(id) { $0.marks.isReturning = false }
        takeOutOfSight(id)
        if let row {
            records.add(row)
            showOnceMore(row)
        } else {
            drop(id)
        }
    }

    /// Queues the occurrence again, after all occurrences that wait already.
    mutating func showOnceMore(_ row: Occurrence) {
        let id = row.id
        records.add(row)
        records.change(id) {
            $0.occurrence = row
            $0.marks.isReturnNoted = true
        }
        if records[id]?.isStored != true { records.move(id, to: .stored) }
        guard session != nil, !isStopping else { return waiting.growBacklog() }
        enqueue([row])
        requestDrain()
    }

    mutating func noteUnanswered(_ occurrence: Occurrence, because reason: String) {
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .unanswered, date: current.now.date,
            detail: ["reason": .string(reason)])
        write(.event(event), of: occurrence)
    }
}
