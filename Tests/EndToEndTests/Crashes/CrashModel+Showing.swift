// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// What came to the screen, and whether it was to.
extension CrashModel {
    /// Takes what was shown of this request, in order.
    ///
    /// So many were over when the model looked last: the others may have been shown before they were. The list tells when
    /// it fired.
    mutating func show(
        _ shown: [ReceivedNotification], _ request: inout CrashRequest, since former: Int,
        _ delivered: [CrashList.Row]
    ) {
        let count = figures.shown + figures.shownAgain + figures.nagged
        for notification in shown {
            note("\(notification.summary) shown as \(notification.id) by \(notification.sender)")
            guard let version = CrashRequest.parse(notification.summary)?.version else { continue }
            note(&request, since: former)
            giveBack(&request, since: former, before: notification)
            if var occurrence = request.occurrence, occurrence.version == version {
                show(notification, of: &occurrence, delivered)
                request.occurrence = occurrence
            } else if let index = request.past.indices.dropFirst(former).last(where: {
                request.past[$0].version == version
            }) {
                // It came right before the one that has taken its place, or before its time was over.
                show(notification, of: &request.past[index], delivered)
            } else {
                fail("\(notification.summary) was shown, and is not due")
            }
        }
        // One that has a nag behind it since the model looked last has come again.
        guard figures.shown + figures.shownAgain + figures.nagged == count, let occurrence = request.occurrence,
            occurrence.press == nil, occurrence.nags < occurrence.nags(by: now),
            // Over before the agent was there.
            now > born || occurrence.draft.expires ?? .infinity > now
        else { return }
        lose("\(request.title(occurrence.version)) of \(occurrence.due) was to nag by \(now)")
    }

    private mutating func show(
        _ notification: ReceivedNotification, of occurrence: inout CrashOccurrence, _ delivered: [CrashList.Row]
    ) {
        if occurrence.fired == nil {
            occurrence.fired = delivered.first { $0.isNear(notification.summary, occurrence.due) }?.date
        }
        let former = occurrence.showings
        occurrence.showings.append(CrashOccurrence.Showing(notification: notification))
        guard let last = former.last else {
            figures.shown += 1
            return
        }
        // What a former agent has shown has dead buttons where a server tells only who has called it: the new one draws
        // it anew in its place. What counts then is whether the last drawing was noted.
        if isTied, last.sender != notification.sender, last.notification.id == notification.replacesID {
            figures.redrawn += 1
        } else if !last.isNoted, last.sender != notification.sender {
            figures.shownAgain += 1
        } else if occurrence.nags < occurrence.nags(by: now) {
            occurrence.nags += 1
            figures.nagged += 1
        } else {
            repeated(
                "\(notification.summary) of \(occurrence.due) was shown as \(former.map(\.notification.id)) before")
        }
    }

    /// An agent that has just come shows the one before, or draws it anew, before the next one fires: that showing was of
    /// the one before, if another follows.
    private mutating func giveBack(
        _ request: inout CrashRequest, since former: Int, before notification: ReceivedNotification
    ) {
        guard request.past.count > former, let occurrence = request.occurrence,
            let first = occurrence.showings.first, let newest = occurrence.showings.last,
            !occurrence.showings.contains(where: \.isLooked),
            newest.isNoted || newest.sender == notification.sender,
            let older = request.past.last, older.version == occurrence.version, older.press?.state != .given
        else { return }
        let last = older.showings.last
        let isOther = last?.sender != first.sender
        let isRedrawn = isTied && isOther && last?.notification.id == first.notification.replacesID
        guard isRedrawn || isOther && last?.isNoted != true || older.nags < older.nags(by: occurrence.due) else {
            return
        }
        // Nor is what it was drawn as by the agent that shows it now: that is no second showing.
        guard !isTied || newest.sender == notification.sender || newest.notification.id != notification.replacesID
        else {
            return
        }
        request.occurrence?.showings = []
        figures.shown -= 1
        for showing in occurrence.showings { show(showing.notification, of: &request.past[request.past.count - 1], []) }
    }

    // MARK: - What is on disk

    /// Somebody was told of so many showings: they are not to come again, and they have their number on disk.
    private func note(
        _ showings: inout [CrashOccurrence.Showing], of identifier: String, _ notes: inout [String: Int]
    ) {
        for index in showings.indices where !showings[index].isLooked {
            let sender = showings[index].sender
            let left = notes[sender] ?? seen.notes(identifier, by: sender)
            guard left > 0 else { continue }
            notes[sender] = left - 1
            (showings[index].isNoted, showings[index].isNumbered) = (true, true)
        }
    }

    /// The same for all of a request that may have been shown since the model looked last.
    private func note(_ request: inout CrashRequest, since former: Int) {
        var notes: [String: Int] = [:]
        for index in request.past.indices.dropFirst(former) {
            note(&request.past[index].showings, of: request.identifier, &notes)
        }
        guard var occurrence = request.occurrence else { return }
        note(&occurrence.showings, of: request.identifier, &notes)
        request.occurrence = occurrence
    }

    /// What was told is about to be forgotten, and all is at rest: the last one is noted, whoever was told.
    func settle(_ request: inout CrashRequest, since former: Int) {
        note(&request, since: former)
        guard var occurrence = request.occurrence, let last = occurrence.showings.last else { return }
        for index in occurrence.showings.indices {
            (occurrence.showings[index].isNoted, occurrence.showings[index].isLooked) = (true, true)
            if occurrence.showings[index].sender == last.sender { occurrence.showings[index].isNumbered = true }
        }
        request.occurrence = occurrence
    }

    /// Whether this has to be gone from the screen when it is over; false where the agent died before it wrote its number down.
    func isNumbered(_ notification: ReceivedNotification) -> Bool {
        guard let name = CrashRequest.parse(notification.summary)?.identifier, let request = requests[name] else {
            return digests.isNumbered(notification)
        }
        return (request.past + [request.occurrence].compactMap(\.self)).flatMap(\.showings).contains {
            $0.isNumbered && $0.sender == notification.sender && $0.notification.id == notification.id
        }
    }
}
