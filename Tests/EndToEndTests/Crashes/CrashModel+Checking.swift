// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// The model against the lists and the screen, when nothing is under way.
extension CrashModel {
    /// - Parameters:
    ///   - list: What the agent answers.
    ///   - hasLived: Whether it is the agent that all this was done to, and it had the time to write it down.
    mutating func check(_ list: CrashList, hasLived: Bool) {
        for identifier in requests.keys.sorted() {
            guard var request = requests[identifier] else { continue }
            let (pending, delivered) = (list.pending[identifier] ?? [], list.delivered[identifier] ?? [])
            let shown = seen.shown.filter { CrashRequest.parse($0.summary)?.identifier == identifier }
            resolve(&request, pending, delivered, shown)
            request.fire(at: now)
            for notification in shown { show(notification, &request) }
            decide(&request, pending, delivered, hasLived: hasLived)
            compare(&request, pending, delivered)
            requests[identifier] = request
        }
        for notification in seen.shown where requests[CrashRequest.parse(notification.summary)?.identifier ?? ""] == nil
        {
            fail("\(notification.summary) was shown, and nobody has asked for it")
        }
        seen.shown = []
        seen.events.removeAll { $0.kind == "shown" }
    }

    /// What was under way when the agent died was done or not: both are right.
    private mutating func resolve(
        _ request: inout CrashRequest, _ pending: [CrashList.Row], _ delivered: [CrashList.Row],
        _ shown: [ReceivedNotification]
    ) {
        guard let act = request.unsure else { return }
        request.unsure = nil
        let isDone: Bool
        switch act {
        case .add(let version, _, _, _):
            let title = request.title(version)
            isDone = (pending + delivered).contains { $0.title == title } || shown.contains { $0.summary == title }
        case .removePending: isDone = pending.isEmpty
        case .removeDelivered: isDone = delivered.isEmpty
        case .snooze(let seconds):
            isDone = pending.contains { abs($0.due - now - seconds) < 0.001 }
        case .press, .dismiss: return
        }
        note("\(request.identifier) \(act.words) \(isDone ? "was" : "was not") done")
        if isDone { request.apply(act, at: now) }
    }

    private mutating func show(_ notification: ReceivedNotification, _ request: inout CrashRequest) {
        note("\(notification.summary) shown as \(notification.id) by \(notification.sender)")
        guard let version = CrashRequest.parse(notification.summary)?.version else { return }
        guard var occurrence = request.occurrence, occurrence.version == version else {
            return fail("\(notification.summary) was shown, and is not due")
        }
        defer { request.occurrence = occurrence }
        for index in occurrence.showings.indices
        where seen.isNoted(request.identifier, by: occurrence.showings[index].sender) {
            occurrence.showings[index].isNoted = true
        }
        giveBack(&occurrence, &request.past, before: notification)
        let former = occurrence.showings
        // What a former agent has shown has dead buttons where a server tells only who has called it: the new one draws
        // it anew in its place.
        let isRedrawn = former.last.map {
            $0.sender != notification.sender && $0.notification.id == notification.replacesID
        }
        occurrence.showings.append(CrashOccurrence.Showing(notification: notification))
        // Drawn anew, it has the same window once more: what counts is whether the last drawing was noted.
        if isTied, isRedrawn == true {
            figures.redrawn += 1
        } else if (isTied ? former.suffix(1) : former[...]).contains(where: {
            $0.isNoted || $0.sender == notification.sender
        }) {
            repeated(
                "\(notification.summary) of \(occurrence.due) was shown as \(former.map(\.notification.id)) before")
        } else if former.isEmpty {
            figures.shown += 1
        } else {
            figures.shownAgain += 1
        }
    }

    /// An agent that has just come draws anew what repeats before its next one fires: that showing was of the one before.
    private mutating func giveBack(
        _ occurrence: inout CrashOccurrence, _ past: inout [CrashOccurrence], before notification: ReceivedNotification
    ) {
        guard isTied, occurrence.showings.count == 1, let showing = occurrence.showings.first,
            showing.sender == notification.sender, showing.notification.id == notification.replacesID,
            let older = past.last, older.version == occurrence.version, let drawn = older.showings.last,
            drawn.sender != showing.sender, drawn.notification.id == showing.notification.replacesID
        else { return }
        occurrence.showings = []
        past[past.count - 1].showings.append(showing)
        figures.redrawn += 1
        figures.shown -= 1
    }

    /// Whether presses were heard.
    private mutating func decide(
        _ request: inout CrashRequest, _ pending: [CrashList.Row], _ delivered: [CrashList.Row], hasLived: Bool
    ) {
        for index in request.past.indices where request.past[index].press?.state == .unsure {
            // A newer one is in its place: nobody can tell, but who was there.
            request.past[index].press?.state = hasLived ? .given : .unknown
            if hasLived { figures.given += 1 }
        }
        guard let occurrence = request.occurrence, let press = occurrence.press else { return }
        // The receiver has heard of it, so it is over.
        if press.state == .given { return request.end() }
        guard press.state == .unsure else { return }
        let title = request.title(occurrence.version)
        if delivered.contains(where: { $0.isNear(title, occurrence.due) }) {
            request.occurrence?.press?.state = .unheard
            figures.unheard += 1
            note("\(press.act.words) on \(title) was not heard")
            // It may be on the screen once more, for the person to press again.
            if press.act.sender != occurrence.showings.last?.sender { request.occurrence?.press = nil }
            if hasLived { lose("\(press.act.words) on \(title), which the agent had heard") }
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
        let wanted = request.waiting.map { CrashList.Row(title: request.title($0.version), due: $0.due) }
        if let wanted, !(pending.count == 1 && pending[0].isNear(wanted.title, wanted.due)) {
            lose("\(wanted) should be pending, and there is \(pending)")
        } else if wanted == nil, !pending.isEmpty {
            repeated("\(pending) is pending, and should not be")
        }
        guard let occurrence = request.occurrence else {
            if !delivered.isEmpty { fail("\(delivered) is delivered, and should not be") }
            return
        }
        let title = request.title(occurrence.version)
        if occurrence.showings.isEmpty { lose("\(title) of \(occurrence.due) was not shown by \(now)") }
        if !(delivered.count == 1 && delivered[0].isNear(title, occurrence.due)) {
            lose("\(title) of \(occurrence.due) should be delivered, and there is \(delivered)")
        }
        for index in occurrence.showings.indices { request.occurrence?.showings[index].isNoted = true }
    }
}
