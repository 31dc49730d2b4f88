// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// The ways into the queue, and the ways out of the queue without a presentation.
extension PresentationQueue {
    mutating func applyChange(_ event: PresentationEvent) {
        switch event {
        case .fired(let occurrences): present(occurrences)
        case .removed(let occurrences): remove(occurrences)
        case .replaced(let replacements, let manner): replace(replacements, manner)
        case .storeGrew:
            waiting.growBacklog()
            if session != nil { read(.lost) } else { tell(.startServer) }
            session?.adoptions += 1
            requestDrain()
        case .answeredEarly(let newer): answeredEarly(newer)
        case .displaced(let displacement, let newer, let older, let isFailed):
            displaced(displacement, by: newer, older, isFailed: isFailed)
        default: break
        }
    }

    // MARK: - Entering the queue

    /// Queues occurrences, oldest first, after those that wait already.
    private mutating func present(_ fired: [Occurrence]) {
        // Earlier presentations have expired; a server may still list them (quirk 13 of `quirks.tsv`).
        for place in fired.compactMap(\.kept) { closeIfOver(place) }
        var fired = fired.filter { !wasAnsweredEarly($0.id) }
        withdrawReplaced(by: fired)
        waiting.replace(by: fired)
        session?.replace(by: fired)
        supersedeDisplaced(by: fired)
        requestDrain()
        fired.removeAll { mayBeOver($0) }
        guard session != nil, !waiting.hasBacklog, waiting.main.count < Self.memory else {
            waiting.growBacklog()
            // On a full screen an urgent occurrence must not wait until the whole backlog is read.
            if session?.profile.isLimited == true { enqueue(fired.filter(\.isUrgent)) }
            if session == nil { tell(.startServer) }
            return
        }
        for occurrence in fired where records[occurrence.id]?.isQueued == true {
            // The occurrence goes to the end of the queue, with its present contents.
            waiting.remove(occurrence.id)
            waiting.append(occurrence.id)
            records.change(occurrence.id) { $0.occurrence = occurrence }
        }
        enqueue(fired)
    }

    /// Whether an occurrence may have been presented or removed before its `fired` event; only the store knows.
    ///
    /// A program gets the reply to its call before this event. Meanwhile the queue may have read the occurrence from
    /// the store, or another program may have removed it.
    private mutating func mayBeOver(_ fired: Occurrence) -> Bool {
        let isNamed = waiting.isNamed(fired)
        waiting.name([fired])
        if isNamed, records[fired.id]?.isStored ?? true { waiting.growBacklog() }
        return isNamed
    }

    private mutating func wasAnsweredEarly(_ id: Int64) -> Bool {
        guard records[id]?.marks.wasAnsweredEarly == true else { return false }
        records.change(id) { $0.marks.wasAnsweredEarly = false }
        retire(id)
        return true
    }

    /// Withdraws occurrences that newer ones of the same request replace, except those that are on the screen already.
    private mutating func withdrawReplaced(by fired: [Occurrence]) {
        let names = Dictionary(fired.map { ([$0.app, $0.identifier], $0.id) }) { max($0, $1) }
        let older = records.values.filter { record in
            names[[record.occurrence.app, record.occurrence.identifier]].map { $0 > record.id } ?? false
        }.sorted { $0.id < $1.id }
        for record in older where record.marks.mayReturn || !record.isStored && record.active?.number == nil {
            withdraw(record.id)
            // The notification of a call in flight is closed when its number is known, and not sent again.
            if records[record.id]?.call != nil { step(.removed, of: record.id) }
        }
        // The store is about to return these occurrences, because their presses wait: such presses are dropped.
        for record in older where record.isHolding && record.marks.press != nil {
            letGo(of: record.id)
            noteUnanswered(record.occurrence, because: "replaced")
        }
    }

    /// Makes records of occurrences that only the store has.
    ///
    /// - Returns: The ids of the new records.
    mutating func takeIn(_ occurrences: [Occurrence]) -> [Int64] {
        occurrences.compactMap { occurrence in
            let id = occurrence.id
            // An occurrence that may be presented again is not queued before this is decided.
            guard records[id].map({ $0.isStored && !$0.marks.mayReturn }) ?? true else { return nil }
            records.add(occurrence)
            records.change(id) {
                $0.occurrence = occurrence
                if !occurrence.isListed { $0.isListed = false }
            }
            records.move(id, to: .queued)
            return id
        }
    }

    mutating func enqueue(_ occurrences: [Occurrence]) {
        for id in takeIn(occurrences) { waiting.append(id) }
    }

    mutating func perform(_ effects: [PresentationRetry.Effect]) {
        for effect in effects {
            switch effect {
            case .queueFirst(let occurrences): waiting.prepend(requeue(occurrences))
            case .queueLast(let occurrences): for id in requeue(occurrences) { waiting.append(id) }
            case .noteRepetition(let occurrence): noteRepetition(of: occurrence)
            case .noteRefusal(let occurrence, let error): noteRefusal(of: occurrence, error)
            }
        }
    }

    private mutating func requeue(_ occurrences: [Occurrence]) -> [Int64] {
        occurrences.compactMap { occurrence in
            guard records[occurrence.id]?.isRetrying == true else { return nil }
            records.change(occurrence.id) { $0.take(occurrence) }
            records.move(occurrence.id, to: .queued)
            requestDrain()
            return occurrence.id
        }
    }

    private mutating func noteRefusal(of occurrence: Occurrence, _ error: String) {
        tell(.log(.refused(occurrence.id, error: error)))
        let server = session?.server.information.first ?? ""
        write(
            .event(
                EventRecord(
                    app: occurrence.app, identifier: occurrence.identifier, kind: .refused, date: current.now.date,
                    detail: [
                        "error": .string(error),
                        "server": .string(PlainText.clean(String(server.prefix(64)), keepingLines: false)),
                    ])), of: occurrence)
    }

    // MARK: - Leaving the queue

    /// Closes the notifications that a program has removed from the delivered list.
    mutating func remove(_ removed: [Occurrence]) {
        waiting.name(removed)
        supersedeDisplaced(by: removed)
        for occurrence in removed {
            endPrompts(of: occurrence)
            withdraw(occurrence.id)
            if records[occurrence.id]?.active != nil {
                step(.removed, of: occurrence.id)
            } else if let place = occurrence.server ?? occurrence.kept {
                // Expired notifications may still be in the server's own list (quirk 13). If no server is ready, the
                // store keeps the number as one that is still to be closed.
                closeIfOver(place)
            } else {
                endReplaced(by: occurrence)
            }
        }
    }

    /// Closes the older notification that this occurrence was to replace, because that notification is over, too.
    mutating func endReplaced(by occurrence: Occurrence) {
        guard let number = session?.number(of: occurrence.replaces) else { return }
        switch session?.occurrences[number] {
        case occurrence.id?: break
        case let older? where records[older]?.active?.machine.phase != .closing: step(.removed, of: older)
        // The older notification may be over: its close had to wait while the newer one was sent under the same number.
        default: if !isOnItsWay(to: number) { close(number) }
        }
    }

    /// Replaces older presentations by newer ones; drops and logs presses on older ones that await an unlocked session.
    private mutating func replace(_ replacements: [Replacement], _ manner: Replacement.Manner) {
        for newer in replacements.map(\.newer) where manner != .nag {
            records.add(newer)
            records.change(newer.id) {
                if manner == .silent { $0.marks.turn = DisplayTurn() } else { $0.marks.isShownByHand = true }
            }
            records.note(newer.id)
        }
        // The older notifications are closed first, because many servers pop up nothing for a replacement.
        let pressed = replacements.map(\.older).filter { records[$0.id]?.marks.press != nil }
        remove(replacements.map(\.older))
        for occurrence in pressed { noteUnanswered(occurrence, because: "replaced") }
        present(replacements.map(\.newer))
    }

    /// Dequeues an occurrence that was removed or replaced.
    mutating func withdraw(_ id: Int64) {
        waiting.withdraw(id)
        session?.withdraw(id)
        perform(retry.handle(.withdrawn(id), at: current.now.steady))
        guard let record = records[id] else { return }
        records.change(id) {
            $0.marks.turn = nil
            $0.marks.isReturnNoted = false
            $0.marks.forgetReturn()
        }
        switch record.phase {
        case .stored: if !record.marks.wasAnsweredEarly { drop(id) }
        case .queued, .retrying, .examining, .asking: drop(id)
        case .preparing:
            // The notification is on the screen, and its redraw is dropped.
            if record.active?.number != nil { records.move(id, to: .shown) } else { forget(id) }
        // The prompt has ended without text, and the row that the store is about to return is not presented.
        case .prompting where record.marks.mayReturn: leave(id)
        case .sending, .shown, .prompting, .holding, .answering, .listing: break
        }
    }

    /// Drops the record, because the store has the occurrence; a record with marks to remember stays.
    mutating func retire(_ id: Int64) {
        guard let record = records[id] else { return }
        if record.marks != .init() { records.move(id, to: .stored) } else { drop(id) }
    }

    mutating func drop(_ id: Int64) {
        waiting.remove(id)
        deadlines.remove(.unlock(id))
        // The store will return a newer occurrence: until then the record says whether to present the newer occurrence.
        guard let displacement = records[id]?.marks.displacement else { return records.remove(id) }
        records.change(id) { $0.marks = PresentationRecord.Marks(displacement: displacement) }
        records.move(id, to: .stored)
    }

    /// Handles an answer to an older presentation of an occurrence that was about to be presented again.
    private mutating func answeredEarly(_ newer: Occurrence) {
        if records[newer.id].map({ $0.isStored }) ?? true, records.count < Self.memory * 2 {
            records.add(newer)
            records.change(newer.id) { $0.marks.wasAnsweredEarly = true }
            records.note(newer.id)
        }
        remove([newer])
    }
}
