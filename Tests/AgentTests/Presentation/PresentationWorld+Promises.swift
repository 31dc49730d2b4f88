// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

@testable import DesktopPresentation

/// The promises of the agent, checked after every move.
extension PresentationWorld {
    /// A notification is not sent when programs have removed it, and with its words only where they may be read.
    mutating func checkNotify(_ id: Int64, _ notify: NotifyCall) {
        if acts.withdrawn.contains(id) { fail("\(id) is sent after it was removed") }
        // An older form stays on the screen, and may be redrawn there, until the newer one replaces it.
        if acts.edited.contains(id), screen[notify.replaces]?.id != id, !acts.unheard.contains(id) {
            fail("\(id) is sent after it was edited")
        }
        if queue.lock == .locked, notify.notification.request.content.title == "Secret" {
            fail("\(id) is sent with its words while the session is locked")
        }
        if notify.replaces > lastNumber { fail("\(id) replaces number \(notify.replaces), which was never given") }
        if acts.answered.contains(id) { fail("\(id) is sent after it was answered") }
    }

    /// An answer is what the person did.
    mutating func checkAnswer(_ id: Int64, _ response: Response) {
        switch response.kind {
        case .dismiss:
            if !acts.dismissed.contains(id) { fail("\(id) is answered by a dismissal, and nobody has closed it") }
        case .action, .text, .default:
            if acts.pressed[id]?.contains(response.actionIdentifier) != true {
                fail("\(id) is answered by \(response.actionIdentifier), which nobody has pressed")
            }
            let action = rows[id]?.notification.request.responsePlan.actions.first {
                $0.identifier == response.actionIdentifier
            }
            if action?.options.contains(.authenticationRequired) == true, queue.lock == .locked {
                fail("\(id) is answered while the session is locked")
            }
        case .expired: fail("an expiry is no answer")
        }
    }

    /// The state of the queue after each move.
    mutating func check() {
        guard failure == nil else { return }
        var inFlight = 0
        var (places, asked): (Set<UInt32>, Set<UInt32>) = ([], [])
        for record in queue.records.values {
            if record.isInFlight { inFlight += 1 }
            let phase = record.active?.machine.phase
            // A new agent can't know that the person has closed one, if the former agent has not written that down.
            if record.isOnScreen, phase != .answered, phase != .closing, !acts.unheard.contains(record.id) {
                // One that takes another's place needs no room of its own. If the person closes that one first, the
                // server gives another number, which the agent can't foresee.
                let own = UInt32.max - UInt32(record.id)
                let former = record.active.flatMap { $0.dispatch.replaces == 0 ? nil : $0.dispatch.replaces }
                places.insert(record.active?.number ?? former ?? own)
                asked.insert(former ?? record.active?.number ?? own)
            }
            if let text = Self.fault(of: record) { return fail("\(record.id) \(text)") }
            if let number = record.active?.number, queue.session?.occurrences[number] != record.id {
                return fail("\(record.id) has number \(number), which the session does not know")
            }
            if record.isQueued != (queue.waiting.main + queue.waiting.restored).contains(record.id) {
                return fail("\(record.id) is \(record.isQueued ? "" : "not ")queued, and the order says otherwise")
            }
            if record.isRetrying != queue.retry.holds(record.id) {
                return fail("\(record.id) and its retry disagree")
            }
            if (record.marks.press != nil) != (queue.deadlines[.unlock(record.id)] != nil) {
                return fail("\(record.id) and the deadline of its press disagree")
            }
        }
        if inFlight != queue.records.inFlight {
            fail("\(queue.records.inFlight) calls are counted, and not \(inFlight)")
        }
        if let limit = server?.profile.limits.total, min(places.count, asked.count) > limit {
            fail("\(places.count) are on a screen for \(limit)")
        }
        for id in queue.deadlines.ids where queue.records[id] == nil { fail("\(id) is over, and a deadline is not") }
        if server == nil, let session = queue.session { fail("the session of \(session.server.place) goes on") }
    }

    /// The combinations of a phase and a presentation that there may be.
    private static func fault(of record: PresentationRecord) -> String? {
        let machine = record.active?.machine.phase
        switch record.phase {
        case .stored, .queued, .examining, .asking, .listing, .retrying:
            return machine == nil ? nil : "is with the server and \(record.kind?.rawValue ?? "")"
        case .preparing(let preparing):
            if preparing.isRedraw, record.active?.number != nil, machine != .open {
                return "is drawn anew, and not open"
            }
            return nil
        case .sending:
            return record.active?.number == nil && (machine == .sending || machine == .closing)
                ? nil : "is being sent with a number or another machine"
        case .shown: return record.kind == nil || record.active?.number == nil ? "is shown without a number" : nil
        case .prompting, .holding, .answering: return nil
        }
    }

    // MARK: - When all has come

    /// Lets everything that is on its way arrive, and time pass until nothing of it is due.
    mutating func settle() {
        if server == nil { apply(.init(.serverArrives)) }
        for seconds: TimeInterval in [0, 0.3, 1.1, 5.1, 30, 130] {
            pass(seconds)
            quiesce()
            checkQuiet(isEnd: false)
            if failure != nil { return }
        }
        feed(.lockChanged(.unlocked))
        for seconds: TimeInterval in [0, 5, 30, 70, 400] {
            pass(seconds)
            quiesce()
            if failure != nil { return }
        }
        checkQuiet(isEnd: true)
    }

    /// Lets everything that is on its way arrive.
    mutating func quiesce() {
        for _ in 0..<400 where failure == nil {
            if pending.isEmpty, adoptions.isEmpty, calls.isEmpty { return }
            if calls.isEmpty { deliver(0) } else { serve(0) }
            check()
        }
        if failure == nil { fail("there is no end of it") }
    }

    private static let transient: Set<PresentationPhase> = [
        .examining, .asking, .listing, .preparing, .sending, .prompting, .holding, .answering,
    ]
    /// The phases that end after a time.
    private static let passing: Set<PresentationPhase> = [.answered, .settling, .closing]

    private mutating func checkQuiet(isEnd: Bool) {
        guard failure == nil else { return }
        for record in queue.records.values {
            guard let kind = record.kind else { return fail("\(record.id) has no phase") }
            if Self.transient.contains(kind) { return fail("\(record.id) is stuck: \(kind)") }
            // The server does not confirm the close of one that the person has closed when no agent listened.
            let isUnconfirmed =
                kind == .closing && acts.unheard.contains(record.id)
                && queue.deadlines[.timer(record.id, .forget)] != nil
            if isEnd, Self.passing.contains(kind), !isUnconfirmed { return fail("\(record.id) is stuck: \(kind)") }
        }
        if queue.waiting.worker != .idle { return fail("the worker is stuck: \(queue.waiting.worker)") }
        if !queue.redraws.isIdle { return fail("the redraws are stuck") }
        if queue.counters.questions != 0 { return fail("questions are open that were answered") }
        checkScreen(isEnd: isEnd)
        checkRows(isEnd: isEnd)
    }

    /// The server's screen and the records say the same.
    private mutating func checkScreen(isEnd: Bool) {
        var seen: Set<Int64> = []
        // One whose turn has not come yet takes the place of these.
        var replaced = Set(rows.values.filter { $0.state == .presenting }.compactMap { $0.replaces?.number })
        // The server has refused these, which a former agent had shown, and they are sent again.
        let again = queue.records.values.filter { $0.isRetrying || $0.isQueued }
        replaced.formUnion(again.compactMap { $0.occurrence.replaces?.number })
        for (number, entry) in screen.sorted(by: { $0.key < $1.key }) where !replaced.contains(number) {
            guard queue.session?.occurrences[number] != nil || acts.repeated.contains(entry.id) else {
                return fail("number \(number) of \(entry.id) is on the screen, and nobody knows")
            }
            let isOpen = queue.records[entry.id]?.isOpen == true
            // A notification whose time is over is not redrawn: the next event, which is due now, closes it.
            let isOver = queue.deadlines[.hide(entry.id)].map { $0 <= now.steady } ?? false
            if isOpen, !isOver, !acts.repeated.contains(entry.id), entry.isRedacted != (queue.lock == .locked) {
                return fail("\(entry.id) says what it said before the session was \(queue.lock)")
            }
            if isOpen, !isOver, !entry.isRedacted, !acts.repeated.contains(entry.id), !acts.undrawn.contains(entry.id),
                !entry.isDrawnLike(rows[entry.id])
            {
                return fail("\(entry.id) shows an older drawing")
            }
            if !seen.insert(entry.id).inserted, !acts.repeated.contains(entry.id) {
                return fail("\(entry.id) is on the screen twice")
            }
            if isEnd, rows[entry.id]?.state == .ended, !acts.repeated.contains(entry.id) {
                return fail("\(entry.id) is over, and on the screen")
            }
            // One that has just come back on a full screen has its time before it.
            let end = queue.deadlines[.hide(entry.id)] ?? .infinity
            if isEnd, isOpen, let seconds = rows[entry.id]?.notification.request.display.expireAfter,
                end > now.steady + seconds + 1
            {
                return fail("\(entry.id) is on the screen for more than \(seconds) s")
            }
        }
        for record in queue.records.values where record.isOpen && !acts.unheard.contains(record.id) {
            guard let number = record.active?.number, screen[number] != nil else {
                return fail("\(record.id) is open, and not on the screen")
            }
        }
    }

    /// Nothing that the store has is lost.
    private mutating func checkRows(isEnd: Bool) {
        guard failure == nil else { return }
        for (id, row) in rows.sorted(by: { $0.key < $1.key }) {
            let record = queue.records[id]
            switch row.state {
            case .presenting:
                let isInHand = record.map { $0.isQueued || $0.isRetrying || $0.marks.press != nil } ?? false
                // The store is read when the server has had its pause, or something leaves a full screen.
                let isPausing = !isEnd && queue.retry.isPausing(at: now.steady)
                let isToBeRead = queue.waiting.hasBacklog && (isPausing || queue.waiting.isCrowded)
                if !isInHand, !isToBeRead { return fail("\(id) is to be presented, and lost") }
            case .shown:
                // A redraw that the server has refused is sent again.
                let isInHand = record.map { $0.active != nil || $0.isQueued || $0.isRetrying } ?? false
                if !isInHand { return fail("\(id) is shown, and lost") }
            case .unpresented, .ended: break
            }
        }
    }
}
