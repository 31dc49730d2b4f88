// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

@testable import DesktopPresentation

/// The effects of the queue, and the events that come of them.
extension PresentationWorld {
    mutating func feed(_ event: PresentationEvent) {
        let effects = queue.handle(event, at: now)
        for step in queue.records.transitions {
            let pair = PhasePair(from: step.from, to: step.to)
            guard transitions.insert(pair).inserted else { continue }
            let successors = step.from.map { PresentationPhase.successors[$0] ?? [] } ?? PresentationPhase.initial
            if !successors.contains(step.to) { fail("\(pair) is not in the table of PresentationPhase") }
        }
        for effect in effects {
            switch effect {
            case .send(let call): send(call)
            case .write(let change, let occurrence, let ticket): write(change, occurrence, ticket)
            case .read(let inquiry): read(inquiry)
            case .tell(let notice): tell(notice)
            }
        }
    }

    /// A result that is on its way arrives; which one, the value says.
    mutating func deliver(_ value: Int) {
        guard !pending.isEmpty || !adoptions.isEmpty else { return }
        let index = value % (pending.count + adoptions.count)
        guard index < pending.count else { return adopt(adoptions.remove(at: index - pending.count)) }
        var event = pending.remove(at: index)
        if case .answerKept(let id, _) = event { event = decide(id, value) }
        // The runs of one notification come one after the other, so a drawing is not older than the store.
        if case .drawn(let drawn) = event { event = .drawn(occurrence(drawn.id)) }
        if case .answerWritten(let id) = event { acts.unwritten[id, default: 1] -= 1 }
        if case .promptWritten(let id) = event {
            pending.append(.prompted(id, rows[id]?.state == .ended ? nil : Self.answer(value)))
        }
        feed(event)
    }

    /// The content extension decides about a held answer: the notification stays, or ends.
    private mutating func decide(_ id: Int64, _ value: Int) -> PresentationEvent {
        acts.unwritten[id, default: 1] -= 1
        guard value & 1 == 0 else {
            if rows[id]?.state != .ended { acts.answered.insert(id) }
            rows[id]?.state = .ended
            return .answerWritten(id)
        }
        guard rows[id]?.state != .ended else { return .answerKept(id, nil) }
        draw(id)
        return .answerKept(id, occurrence(id))
    }

    /// The content extension draws an occurrence anew.
    private mutating func draw(_ id: Int64) {
        var drawing = Drawing()
        drawing.body = "\(Int(rows[id]?.notification.request.drawing?.body ?? "0").map { $0 + 1 } ?? 0)"
        rows[id]?.notification.request.drawing = drawing
    }

    private static func answer(_ value: Int) -> PromptAnswer? {
        switch value & 3 {
        case 0: .text("typed")
        case 1: .cancelled
        case 2: nil
        default: .failed("no")
        }
    }

    private mutating func adopt(_ reading: AdoptionReading) {
        let place = reading.place
        feed(.adopted(reading.shown ?? readShown(on: place), ReshowPolicy(), isFull: false, place: place))
        let lost = rows.keys.sorted().filter { rows[$0]?.state == .unpresented && rows[$0]?.isLost == true }
        for id in lost { rows[id]?.isLost = false }
        feed(.lostFound(lost.map { occurrence($0) }, place: place))
        feed(.adoptionEnded(place: place))
    }

    /// Reads what the server shows for an earlier agent.
    mutating func readShown(on place: String) -> [Adoption] {
        // What the store had on another server's screen went with it.
        for (id, row) in rows where row.state == .shown && row.server?.owner != place {
            guard queue.records[id]?.active == nil else { continue }
            rows[id]?.state = .unpresented
            rows[id]?.isLost = true
        }
        // What is over, and may still be on the screen.
        let kept = rows.values.filter { $0.state != .ended }.flatMap { [$0.server, $0.replaces] }
        let ended = rows.values.filter { $0.state == .ended }.flatMap { [$0.server, $0.replaces] }
        let leftovers = Set(ended.compactMap(\.self)).subtracting(kept.compactMap(\.self)).filter { $0.owner == place }
        feed(.leftoversFound(leftovers.sorted { $0.number < $1.number }, place: place))
        return rows.keys.sorted().filter { rows[$0]?.state == .shown && rows[$0]?.server?.owner == place }
            .map { adoption($0) }
    }

    private func adoption(_ id: Int64) -> Adoption {
        let row = occurrence(id)
        let request = row.notification.request
        let record = rows[id]?.record
        return Adoption(
            row: row, record: record,
            buttons: record?.buttons ?? Buttons(request: request, category: nil, occurrence: id, repliesInline: false),
            request: request)
    }

    func occurrence(_ id: Int64) -> Occurrence {
        guard let row = rows[id] else { preconditionFailure("the model asks for rows that it has made") }
        let state: Occurrence.State =
            switch row.state {
            case .presenting: .presenting
            case .shown: .shown
            case .unpresented, .ended: .unpresented
            }
        return Occurrence(
            id: id, notification: row.notification, state: state, server: row.server, replaces: row.replaces,
            buttons: row.awaits, isListed: row.isListed)
    }

    private func delivered(_ id: Int64) -> Occurrence? {
        rows[id].flatMap { $0.state == .ended ? nil : occurrence(id) }
    }

    // MARK: - The bus

    private mutating func send(_ call: ServerCall) {
        guard server != nil else { return fail("a call is sent without a server") }
        switch call {
        case .notify(let id, let number, let notify, _):
            checkNotify(id, notify)
            calls.append(.notify(id, call: number, notify))
        case .close(let number), .endAtOnce(let number, _):
            if number > lastNumber { fail("number \(number) is closed, which the server has never given") }
            if let id = screen[number]?.id, queue.records[id]?.active?.number == number,
                acts.unwritten[id, default: 0] > 0
            {
                fail("\(id) is closed before its answer is on disk")
            }
            screen[number]?.isBeingClosed = true
            calls.append(.close(number))
        }
    }

    private mutating func tell(_ notice: PresentationNotice) {
        switch notice {
        case .sound(.ours, let occurrence):
            if !acts.announced.insert(occurrence.id).inserted, !acts.repeated.contains(occurrence.id) {
                fail("\(occurrence.id) is announced twice")
            }
        default: break
        }
    }

    // MARK: - The store

    private mutating func write(_ change: PresentationChange, _ occurrence: Occurrence, _ ticket: UInt64) {
        let id = occurrence.id
        let isLive = rows[id]?.state != .ended
        switch change {
        case .number(let place, let record, _, let isListed):
            if isLive {
                rows[id]?.state = .shown
                rows[id]?.server = place
                rows[id]?.record = record
                rows[id]?.isListed = isListed
                rows[id]?.awaits = record.buttons.marks.awaits == nil ? nil : try? JSONEncoder().encode(record)
            }
            // The number of an ended one is kept for the next agent, which closes it.
            if !isLive { rows[id]?.server = place }
            pending.append(.numberWritten(id, isLive ? .noted(pushedOut: []) : .ended))
        case .answer(let response, _, mayBeKept: true):
            checkAnswer(id, response)
            acts.unwritten[id, default: 0] += 1
            pending.append(isLive ? .answerKept(id, nil) : .answerWritten(id))
        case .answer(let response, _, mayBeKept: false), .snooze(_, let response, _):
            checkAnswer(id, response)
            acts.unwritten[id, default: 0] += 1
            rows[id]?.state = .ended
            if isLive { acts.answered.insert(id) }
            pending.append(.answerWritten(id))
        case .dismissal:
            if !acts.dismissed.contains(id) { fail("\(id) is dismissed, and nobody has closed it") }
            rows[id]?.state = .ended
        case .expiry(_, let staysListed, _): rows[id]?.state = staysListed && isLive ? .unpresented : .ended
        case .unpresented(let staysListed, let reason, _):
            if isLive {
                rows[id]?.state = staysListed ? .unpresented : .ended
                rows[id]?.isLost = reason == PresentationQueue.serverGone
                rows[id]?.server = nil
                rows[id]?.replaces = nil
            }
            if ticket != 0 { pending.append(.listed(id, ticket: ticket)) }
        case .badgeOnly, .overdue, .listing:
            if isLive {
                rows[id]?.state = .unpresented
                // The store lists what it was to replace among what is still to be closed.
                rows[id]?.replaces = nil
            }
            pending.append(.listed(id, ticket: ticket))
        case .event(let event): if event.kind == .repeated { acts.repeated.insert(id) }
        case .closed: break
        case .displacement(let displacement):
            let older = occurrence
            let newer = renew(id)
            pending.append(.displaced(displacement, newer: newer, older: newer.map { _ in older }, isFailed: false))
        case .hold(let buttons):
            markAwaiting(id, .unlocking, buttons)
            pending.append(.holdWritten(id, delivered(id)))
        case .giveBack(_, let awaiting):
            if let awaiting { markAwaiting(id, .words, awaiting) }
            pending.append(.returned(id, delivered(id)))
        }
    }

    private mutating func markAwaiting(_ id: Int64, _ want: Buttons.Want, _ buttons: Buttons?) {
        guard let row = rows[id], row.state != .ended else { return }
        rows[id]?.state = .presenting
        rows[id]?.server = nil
        rows[id]?.replaces = nil
        var buttons = buttons
        buttons?.marks.awaits = want
        rows[id]?.awaits = buttons.flatMap { try? JSONEncoder().encode($0) }
    }

    // MARK: - Questions

    private mutating func read(_ inquiry: PresentationInquiry) {
        switch inquiry {
        case .backlog(let limit):
            let ids = rows.filter { $0.value.state == .presenting }.keys.sorted()
            pending.append(.backlogRead(ids.prefix(limit).map { occurrence($0) }))
        case .completeServer: pending.append(.serverCompleted)
        case .examination(let occurrence, let ticket):
            var result = Examination()
            result.alert = !isSilenced
            result.wantsToBeAsked = occurrence.app == "asked"
            pending.append(.examined(occurrence.id, ticket: ticket, result))
        case .application(let occurrence, let ticket):
            let options: Set<String>? = occurrence.id % 3 == 0 ? ["list"] : occurrence.id % 3 == 1 ? ["banner"] : nil
            pending.append(
                .applicationAnswered(occurrence.id, ticket: ticket, options: options, mayAlert: !isSilenced))
        case .preparation(let request): prepare(request)
        case .previews(let id, _, let ticket):
            pending.append(.previewsRead(id, ticket: ticket, .whenUnlocked))
        case .adoption(let server): adoptions.append(AdoptionReading(place: server.place))
        case .lost: if let server { adoptions.append(AdoptionReading(place: server.place)) }
        case .lookup(let lookup, let place):
            var found: Int64?
            switch lookup.kind {
            case .key(let id, _): found = id
            case .number: found = rows.first { $0.value.server == .init(owner: place, number: lookup.number) }?.key
            }
            pending.append(.lookedUp(lookup, found.flatMap { delivered($0) }.map { adoption($0.id) }, place: place))
        case .prompt(let id, _, let buttons):
            markAwaiting(id, .words, buttons)
            pending.append(.promptWritten(id))
        }
    }

    /// Gathers the parts of a call; the first time, a content extension draws the notification, which may take long.
    private mutating func prepare(_ request: PreparationRequest) {
        let (id, ticket) = (request.occurrence.id, request.ticket)
        let isHidden = queue.lock == .locked
        guard request.occurrence.notification.request.content.categoryIdentifier == Self.drawnCategory,
            request.occurrence.drawing?.isUnfinished ?? true, !isHidden, rows[id]?.state != .ended
        else { return pending.append(.prepared(id, ticket: ticket, preparation(request))) }
        pending.append(.preparationWaits(ticket: ticket))
        let isLate = id % 2 == 0
        if rows[id]?.notification.request.drawing == nil { rows[id]?.notification.request.drawing = .unfinished }
        if !isLate { draw(id) }
        pending.append(.prepared(id, ticket: ticket, preparation(request, rows[id]?.notification.request.drawing)))
        guard isLate else { return }
        draw(id)
        pending.append(.drawn(occurrence(id)))
    }

    private func preparation(_ request: PreparationRequest, _ drawing: Drawing? = nil) -> Preparation? {
        let id = request.occurrence.id
        var occurrence = request.occurrence
        switch request.check {
        case .none: break
        case .isDelivered: if delivered(id) == nil { return nil }
        case .isUnpresented:
            guard rows[id]?.state == .unpresented, let row = delivered(id) else { return nil }
            occurrence = row
        }
        if let drawing { occurrence = occurrence.drawn(drawing) }
        guard let server else { return nil }
        let isSilent = request.isUpdate || request.options.map { !$0.contains("sound") } == true
        return Preparation(
            occurrence: occurrence, notification: occurrence.notification, previews: .whenUnlocked,
            capabilities: server.capabilities,
            sound: isSilent ? .silence : .ours(file: "", volume: nil, isCritical: false), applicationName: "Model",
            desktopEntry: "model", icon: "")
    }
}
