// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// The way into the queue, and out of it unpresented.
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

    // MARK: - In

    /// Queues these, oldest first, after those that wait already.
    private mutating func present(_ fired: [Occurrence]) {
        // The former ones have expired, and may live on in the server's own list (quirk 13).
        for place in fired.compactMap(\.kept) { closeIfOver(place) }
        let fired = fired.filter { !wasAnsweredEarly($0.id) }
        withdrawReplaced(by: fired)
        requestDrain()
        guard session != nil, !waiting.hasBacklog, waiting.main.count < Self.memory else {
            waiting.growBacklog()
            // On a full screen what presses is not to wait until all before it has been read.
            if session?.profile.isLimited == true { enqueue(fired.filter(\.presses)) }
            if session == nil { tell(.startServer) }
            return
        }
        for occurrence in fired where records[occurrence.id]?.isQueued == true {
            // It comes last, as it is now.
            waiting.remove(occurrence.id)
            waiting.append(occurrence.id)
            records.change(occurrence.id) { $0.occurrence = occurrence }
        }
        enqueue(fired)
    }

    private mutating func wasAnsweredEarly(_ id: Int64) -> Bool {
        guard records[id]?.marks.wasAnsweredEarly == true else { return false }
        records.change(id) { $0.marks.wasAnsweredEarly = false }
        retire(id)
        return true
    }

    /// A newer occurrence of a request takes the place of one that is not on the screen yet.
    private mutating func withdrawReplaced(by fired: [Occurrence]) {
        let names = Dictionary(fired.map { ([$0.app, $0.identifier], $0.id) }) { max($0, $1) }
        let older = records.values.filter { record in
            guard !record.isStored, record.active?.number == nil else { return false }
            return names[[record.occurrence.app, record.occurrence.identifier]].map { $0 > record.id } ?? false
        }
        for id in older.map(\.id).sorted() {
            withdraw(id)
            // What the server has in hand is closed when it has a number, and not sent again.
            if records[id]?.call != nil { step(.removed, of: id) }
        }
    }

    /// Takes those in hand that the store alone has.
    ///
    /// - Returns: Their ids.
    mutating func takeIn(_ occurrences: [Occurrence]) -> [Int64] {
        occurrences.compactMap { occurrence in
            let id = occurrence.id
            guard records[id].map({ $0.isStored }) ?? true else { return nil }
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

    /// Carries out what the retries ask for.
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
            records.change(occurrence.id) { $0.occurrence = occurrence }
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

    // MARK: - Out

    /// Takes off the screen what a program has removed from the delivered list.
    mutating func remove(_ removed: [Occurrence]) {
        for occurrence in removed {
            endPrompts(of: occurrence)
            withdraw(occurrence.id)
            if records[occurrence.id]?.active != nil {
                step(.removed, of: occurrence.id)
            } else if let place = occurrence.server ?? occurrence.kept {
                // Expired ones may live on in the server's own list (quirk 13). Where there is no server now, or a new one
                // is being met, the store has the number as unclosed.
                closeIfOver(place)
            } else {
                endReplaced(by: occurrence)
            }
        }
    }

    /// Takes the older one off the screen whose place this one was to take: it is over, too.
    mutating func endReplaced(by occurrence: Occurrence) {
        guard let number = session?.number(of: occurrence.replaces) else { return }
        if let older = session?.occurrences[number] {
            if older != occurrence.id { step(.removed, of: older) }
        } else {
            close(number)
        }
    }

    /// Replaces older presentations by newer ones; a press on one that waited to be unlocked is lost, and the log
    /// says so.
    private mutating func replace(_ replacements: [Replacement], _ manner: Replacement.Manner) {
        for newer in replacements.map(\.newer) where manner != .nag {
            records.add(newer)
            records.change(newer.id) {
                if manner == .silent { $0.marks.turn = Turn() } else { $0.marks.isShownByHand = true }
            }
            records.note(newer.id)
        }
        // Closed first: many servers bring up nothing for one that is only replaced.
        let pressed = replacements.map(\.older).filter { records[$0.id]?.marks.press != nil }
        remove(replacements.map(\.older))
        for occurrence in pressed { noteUnanswered(occurrence, because: "replaced") }
        present(replacements.map(\.newer))
    }

    /// Takes out of the queue what nobody wants to see any more.
    mutating func withdraw(_ id: Int64) {
        waiting.withdraw(id)
        perform(retry.handle(.withdrawn(id), at: current.now.steady))
        guard let record = records[id] else { return }
        records.change(id) {
            $0.marks.turn = nil
            $0.marks.isReturnNoted = false
            $0.marks.isBeingGivenBack = false
        }
        switch record.phase {
        case .stored: if !record.marks.wasAnsweredEarly { drop(id) }
        case .queued, .retrying, .examining, .asking: drop(id)
        case .preparing:
            // What is on the screen is only to be drawn anew: that is not done.
            if record.active?.number != nil { records.move(id, to: .shown) } else { forget(id) }
        case .sending, .shown, .prompting, .holding, .answering, .listing: break
        }
    }

    /// The store has it, or nobody: no record is kept, unless something is to be remembered.
    mutating func retire(_ id: Int64) {
        guard let record = records[id] else { return }
        if record.marks != .init() { records.move(id, to: .stored) } else { drop(id) }
    }

    /// Ends the record.
    mutating func drop(_ id: Int64) {
        waiting.remove(id)
        deadlines.remove(.unlock(id))
        records.remove(id)
    }

    /// The person has answered an older presentation of it when it was about to come anew.
    private mutating func answeredEarly(_ newer: Occurrence) {
        if records[newer.id].map({ $0.isStored }) ?? true, records.count < Self.memory * 2 {
            records.add(newer)
            records.change(newer.id) { $0.marks.wasAnsweredEarly = true }
            records.note(newer.id)
        }
        remove([newer])
    }
}
