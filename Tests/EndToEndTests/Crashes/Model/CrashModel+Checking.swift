// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// Compares the model with the lists and the screen, when the agent is idle.
extension CrashModel {
    /// Compares the model with a list.
    ///
    /// - Parameters:
    ///   - list: The agent's reply.
    ///   - hasLived: Whether this agent got all the calls, and had the time to persist them.
    mutating func check(_ list: CrashList, hasLived: Bool) {
        let time = CrashRequest.Time(now: now, born: born, death: hasLived ? nil : death)
        let wrong = digests.check(time, pending: list.pendingDigests, &seen, isTied: isTied, &figures)
        wrong.lost.forEach { lose($0) }
        wrong.repeated.forEach { repeated($0) }
        if let wrong = categories.check(list.categories) { lose(wrong) }
        var batches: [Int: Set<Bool>] = [:]
        for identifier in requests.keys.sorted() {
            guard var request = requests[identifier] else { continue }
            let (pending, delivered) = (list.pending[identifier] ?? [], list.delivered[identifier] ?? [])
            let shown = seen.shown.filter { CrashRequest.parse($0.summary)?.identifier == identifier }
            let former = request.past.count
            let batch = request.unsure?.batch
            if let isDone = resolve(&request, pending, delivered, shown), let batch {
                batches[batch, default: []].insert(isDone)
            }
            request.fire(time, delivered)
            show(shown, &request, since: former, delivered)
            decide(&request, pending, delivered, hasLived: hasLived)
            if request.expire(at: now, in: checked), hasLived, request.past.last?.showings.isEmpty == true {
                lose("\(request.title(request.past.last?.version ?? 0)) was over before it was shown")
            }
            compare(&request, pending, delivered)
            request.leaveScreen(at: now, in: checked)
            settle(&request, since: former, hasLived: hasLived)
            requests[identifier] = request
        }
        if batches.values.contains(where: { $0.count > 1 }) { fail("a list was taken in part") }
        for notification in seen.shown where requests[CrashRequest.parse(notification.summary)?.identifier ?? ""] == nil
        {
            fail("\(notification.summary) was shown, and nobody has asked for it")
        }
        seen.shown = []
        seen.events.removeAll { $0.kind == "shown" }
        checked = life
    }

    /// Finds out whether the action that was in flight when the agent died was done; both are correct.
    ///
    /// - Returns: The state after the action or before it; nil if no action was in flight, or the list does not show
    ///   it.
    private mutating func resolve(
        _ request: inout CrashRequest, _ pending: [CrashList.Row], _ delivered: [CrashList.Row],
        _ shown: [ReceivedNotification]
    ) -> Bool? {
        resolveSnooze(&request, pending, delivered)
        guard let unsure = request.unsure else { return nil }
        request.unsure = nil
        let isDone: Bool
        switch unsure.act {
        case .add(let draft), .edit(let draft):
            let title = request.title(draft.version)
            isDone = (pending + delivered).contains { $0.title == title } || shown.contains { $0.summary == title }
        case .removePending: isDone = pending.isEmpty
        case .removeDelivered: isDone = delivered.isEmpty
        case .snooze(let seconds):
            isDone = resolveSnooze(&request, until: unsure.moment + seconds, pending, delivered)
        case .press, .reply, .dismiss, .expire: return nil
        }
        note("\(request.identifier) \(unsure.act.words) \(isDone ? "was" : "was not") done")
        if isDone { request.apply(unsure.act, at: unsure.moment) }
        return isDone
    }

    /// Whether a call that may be lost has snoozed the request, which may be back by now.
    private func resolveSnooze(
        _ request: inout CrashRequest, until due: Double, _ pending: [CrashList.Row], _ delivered: [CrashList.Row]
    ) -> Bool {
        let own = request.waiting.flatMap { $0.interval == nil ? nil : $0 }
        let rest = own?.next(after: own?.due ?? 0)
        let isAtOwn = pending.contains { row in own.map { row.isNear(request.title($0.draft.version), $0.due) } ?? false
        }
        // Nothing fires between the death and this list, so a request whose own date is gone has moved.
        let moves = request.mayMove && !isAtOwn
        // One of the request's own dates may be the same as the snoozed one.
        let isOwnDate = [moves ? rest : own].contains { abs(($0?.due ?? .infinity) - due) < 0.001 }
        guard (pending + delivered).count(where: { abs($0.due - due) < 0.001 }) > (isOwnDate ? 1 : 0) else {
            return false
        }
        request.putOff(until: due, moves: moves)
        return true
    }

    /// Whether a press that may be lost has snoozed the request, which may be back by now.
    private mutating func resolveSnooze(
        _ request: inout CrashRequest, _ pending: [CrashList.Row], _ delivered: [CrashList.Row]
    ) {
        guard let occurrence = request.occurrence, let press = occurrence.press, press.state == .unsure,
            case .press("Snooze 5m", _) = press.act
        else { return }
        let (title, due) = (request.title(occurrence.version), press.moment + CrashAct.buttonTime)
        guard (pending + delivered).contains(where: { $0.isNear(title, due) }) else { return }
        request.occurrence?.press?.state = .given
        figures.given += 1
        request.putOff(until: due)
    }

    /// Decides which presses were received.
    private mutating func decide(
        _ request: inout CrashRequest, _ pending: [CrashList.Row], _ delivered: [CrashList.Row], hasLived: Bool
    ) {
        for index in request.past.indices where request.past[index].press?.state == .unsure {
            // A newer notification replaced this one, so the outcome can't be known from outside.
            request.past[index].press?.state = hasLived ? .given : .unknown
            if hasLived { figures.given += 1 }
            guard let press = request.past[index].press, case .press("Snooze 5m", _) = press.act else { continue }
            let draft = request.past[index].draft
            let due = press.moment + CrashAct.buttonTime
            if pending.contains(where: { $0.isNear(request.title(draft.version), due) }) || hasLived {
                request.snoozed = CrashRequest.Waiting(draft: draft, due: due, isSnoozed: true)
            }
        }
        guard let occurrence = request.occurrence, let press = occurrence.press else { return }
        // The receiver has got the response, so the notification is over.
        if press.state == .given { return request.end() }
        guard press.state == .unsure else { return }
        let title = request.title(occurrence.version)
        if delivered.contains(where: { $0.isNear(title, occurrence.due) }) {
            request.occurrence?.press?.state = .unheard
            figures.unheard += 1
            note("\(press.act.words) on \(title) was not heard")
            // The notification may be on the screen again, for another press.
            if press.act.sender != occurrence.showings.last?.sender { request.occurrence?.press = nil }
            if hasLived { lose("\(press.act.words) on \(title), which the agent had heard") }
            return
        }
        if !hasLived, let expires = occurrence.draft.expires, expires <= now {
            // The notification may have expired before the press was received.
            request.occurrence?.press?.state = .unknown
            return
        }
        request.occurrence?.press?.state = .given
        figures.given += 1
        if case .press("Snooze 5m", _) = press.act {
            request.putOff(until: press.moment + CrashAct.buttonTime)
        } else {
            request.end()
        }
    }

    private mutating func compare(
        _ request: inout CrashRequest, _ pending: [CrashList.Row], _ delivered: [CrashList.Row]
    ) {
        let wanted = [request.waiting, request.snoozed].compactMap(\.self).map { waiting in
            (title: request.title(waiting.draft.version), due: waiting.due)
        }
        for one in wanted where !pending.contains(where: { $0.isNear(one.title, one.due) }) {
            lose("\(one) should be pending, and there is \(pending)")
        }
        comparePictures(request, pending, delivered)
        if pending.count > wanted.count { repeated("\(pending) is pending, and should not be, but \(wanted)") }
        guard var occurrence = request.occurrence else {
            if !delivered.isEmpty { fail("\(delivered) is delivered, and should not be") }
            return
        }
        let title = request.title(occurrence.version)
        if occurrence.showings.isEmpty { lose("\(title) of \(occurrence.due) was not shown by \(now)") }
        if delivered.count == 1, delivered[0].isNear(title, occurrence.due) {
            occurrence.fired = delivered[0].date
            if !(occurrence.due...now).contains(delivered[0].date) {
                fail("\(title) of \(occurrence.due) fired at \(delivered[0].date)")
            }
        } else {
            lose("\(title) of \(occurrence.due) should be delivered, and there is \(delivered)")
        }
        occurrence.nags = occurrence.nags(by: now)
        request.occurrence = occurrence
    }

    /// Checks that the copies of the pictures exist, and are complete.
    private mutating func comparePictures(
        _ request: CrashRequest, _ pending: [CrashList.Row], _ delivered: [CrashList.Row]
    ) {
        let drafts = [request.waiting?.draft, request.snoozed?.draft, request.occurrence?.draft].compactMap(\.self)
        for draft in drafts where draft.picture != nil {
            let rows = (pending + delivered).filter { $0.title == request.title(draft.version) }
            for row in rows where !row.hasItsPicture { lose("the picture of \(row)") }
        }
    }
}
