// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// The notifications that were shown, and whether they were to be shown.
extension CrashModel {
    /// Takes the notifications of this request that were shown, in order.
    ///
    /// `former` is the number of occurrences that were over at the last look; the others may have been shown before
    /// they ended. The list contains the time of firing.
    mutating func show(
        _ shown: [ReceivedNotification], _ request: inout CrashRequest, since former: Int,
        _ delivered: [CrashList.Row]
    ) {
        let count = figures.shown + figures.shownAgain + figures.nagged
        for notification in shown {
            note("\(notification.summary) shown as \(notification.id) by \(notification.sender)")
        }
        note(&request, since: former)
        // One firing after the other: an event of the earlier firing does not belong to the later one.
        let versions = shown.map { CrashRequest.parse($0.summary)?.version ?? 0 }
        var told: [String: Int] = [:]
        for (index, version) in versions.enumerated() where versions.firstIndex(of: version) == index {
            let notifications = zip(shown, versions).filter { $0.1 == version }.map(\.0)
            place(notifications, of: version, in: &request, since: former, delivered, &told)
        }
        // An occurrence with a nag since the last look was shown again.
        guard figures.shown + figures.shownAgain + figures.nagged == count, let occurrence = request.occurrence,
            occurrence.press == nil, occurrence.nags < occurrence.nags(by: now),
            // The occurrence was over before the agent was started.
            now > born || occurrence.draft.expires ?? .infinity > now
        else { return }
        lose("\(request.title(occurrence.version)) of \(occurrence.due) was to nag by \(now)")
    }

    /// Assigns the showings of one version to its firings, in order: those that are over come before the one that
    /// replaced them.
    ///
    /// A title does not contain its firing, so each firing takes the showings that may be its own, and the next one the
    /// rest.
    private mutating func place(
        _ notifications: [ReceivedNotification], of version: Int, in request: inout CrashRequest, since former: Int,
        _ delivered: [CrashList.Row], _ earlier: inout [String: Int]
    ) {
        var places = request.past.indices.dropFirst(former).filter { request.past[$0].version == version }
        let isCurrent = request.occurrence?.version == version
        var firings = places.map { request.past[$0] }
        if isCurrent, let occurrence = request.occurrence {
            firings.append(occurrence)
            places.append(request.past.endIndex)
        }
        guard !firings.isEmpty else {
            return fail("\(request.title(version)) was shown, and is not due")
        }
        var blocks: [[ReceivedNotification]] = firings.map { _ in [] }
        var place = 0
        for notification in notifications {
            while place < firings.count - 1 {
                let told = told(
                    of: zip(firings, blocks).prefix(place).map(Self.adding), request.identifier, after: earlier)
                if mayShow(notification, request.identifier, firings[place], blocks[place], told) { break }
                place += 1
            }
            blocks[place].append(notification)
        }
        // The last firing is the one in the list: it gets the last showing, and those that belong to no earlier firing.
        if isCurrent, place < firings.count - 1, firings[firings.count - 1].showings.isEmpty {
            let block = blocks[place]
            let last = firings.count - 1
            let told = told(of: zip(firings, blocks).prefix(place).map(Self.adding), request.identifier, after: earlier)
            let split = (0..<block.count).reversed().first { split in
                let before = Array(block[..<split])
                let toldBefore = self.told(
                    of: [Self.adding(before, to: firings[place])], request.identifier, after: told)
                return mayShow(before, request.identifier, firings[place], told)
                    && mayShow(Array(block[split...]), request.identifier, firings[last], toldBefore)
            }
            blocks[place] = Array(block[..<(split ?? 0)])
            blocks[last] = Array(block[(split ?? 0)...])
        }
        for (index, block) in blocks.enumerated() {
            let told = told(of: firings[..<index], request.identifier, after: earlier)
            for notification in block { show(notification, request.identifier, of: &firings[index], delivered, told) }
            if places[index] == request.past.endIndex {
                request.occurrence = firings[index]
            } else {
                request.past[places[index]] = firings[index]
            }
        }
        earlier = told(of: firings, request.identifier, after: earlier)
    }

    private func isRedrawn(_ notification: ReceivedNotification, of last: CrashOccurrence.Showing) -> Bool {
        // Every server sends typed text to the sender of the notification only.
        (isTied || last.notification.offersReply) && !last.isOver && last.sender != notification.sender
            && last.notification.id == notification.replacesID
    }

    /// The events by sender that remain after the showings of these occurrences: each showing had one event.
    private func told(
        of firings: some Sequence<CrashOccurrence>, _ identifier: String, after told: [String: Int] = [:]
    ) -> [String: Int] {
        var left = told
        for var firing in firings { note(&firing.showings, of: identifier, &left) }
        return left
    }

    private static func adding(_ block: [ReceivedNotification], to firing: CrashOccurrence) -> CrashOccurrence {
        var firing = firing
        firing.showings += block.map { CrashOccurrence.Showing(notification: $0) }
        return firing
    }

    private static func adding(_ one: (firing: CrashOccurrence, block: [ReceivedNotification])) -> CrashOccurrence {
        adding(one.block, to: one.firing)
    }

    /// Whether all of them may be showings of this firing, one after the other.
    private func mayShow(
        _ block: [ReceivedNotification], _ identifier: String, _ firing: CrashOccurrence, _ told: [String: Int]
    ) -> Bool {
        block.indices.allSatisfy { mayShow(block[$0], identifier, firing, Array(block[..<$0]), told) }
    }

    /// Whether it may be one more showing of this firing, after those before it.
    private func mayShow(
        _ notification: ReceivedNotification, _ identifier: String, _ firing: CrashOccurrence,
        _ block: [ReceivedNotification], _ told: [String: Int]
    ) -> Bool {
        var copy = Self.adding(block, to: firing)
        var notes = told
        note(&copy.showings, of: identifier, &notes)
        guard let last = copy.showings.last else { return true }
        if isRedrawn(notification, of: last) { return true }
        if !last.isNoted, last.sender != notification.sender { return true }
        return firing.nags + block.count < firing.nags(by: now)
    }

    private mutating func show(
        _ notification: ReceivedNotification, _ identifier: String, of occurrence: inout CrashOccurrence,
        _ delivered: [CrashList.Row], _ told: [String: Int]
    ) {
        var notes = told
        note(&occurrence.showings, of: identifier, &notes)
        if occurrence.fired == nil {
            occurrence.fired = delivered.first { $0.isNear(notification.summary, occurrence.due) }?.date
        }
        let former = occurrence.showings
        occurrence.showings.append(CrashOccurrence.Showing(notification: notification))
        // The clock stands still until every fired request is shown; the next agent shows at its start what a former
        // agent left.
        if let birth = birth(of: notification.sender), let fired = occurrence.fired {
            occurrence.showings[former.count].began = max(fired, birth)
        }
        guard let last = former.last else {
            figures.shown += 1
            return
        }
        // On a server that sends signals only to the connection that called it, the buttons of a former agent's
        // notification have no effect: the new agent redraws the notification in place. Then it counts whether the last
        // drawing was persisted.
        if isRedrawn(notification, of: last) {
            figures.redrawn += 1
            occurrence.showings[former.count].began = last.began
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

    // MARK: - Persisted showings

    /// Takes the number of showings that a client was told of: they must not be shown again, and their number is on
    /// disk.
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

    /// Does the same for all occurrences of a request that may have been shown since the last look.
    private func note(_ request: inout CrashRequest, since former: Int) {
        var notes: [String: Int] = [:]
        for index in request.past.indices.dropFirst(former) {
            note(&request.past[index].showings, of: request.identifier, &notes)
        }
        guard var occurrence = request.occurrence else { return }
        note(&occurrence.showings, of: request.identifier, &notes)
        request.occurrence = occurrence
    }

    /// Before the events are dropped, while the agent is idle: marks the last showing as persisted, with or without an
    /// event.
    func settle(_ request: inout CrashRequest, since former: Int, hasLived: Bool) {
        note(&request, since: former)
        guard var occurrence = request.occurrence, let last = occurrence.showings.last else { return }
        for index in occurrence.showings.indices {
            (occurrence.showings[index].isNoted, occurrence.showings[index].isLooked) = (true, true)
            if occurrence.showings[index].sender == last.sender { occurrence.showings[index].isNumbered = true }
            // The agent ran for longer than it waits for a press that may follow.
            if hasLived, occurrence.showings[index].closed == life { occurrence.showings[index].isOver = true }
        }
        if occurrence.expired != nil { occurrence.showings[occurrence.showings.count - 1].isOver = true }
        request.occurrence = occurrence
    }

    /// Whether the notification must leave the screen when it is over; false if the agent died before it had persisted
    /// its number.
    func isNumbered(_ notification: ReceivedNotification) -> Bool {
        guard let name = CrashRequest.parse(notification.summary)?.identifier, let request = requests[name] else {
            return digests.isNumbered(notification)
        }
        return (request.past + [request.occurrence].compactMap(\.self)).flatMap(\.showings).contains {
            $0.isNumbered && $0.sender == notification.sender && $0.notification.id == notification.id
        }
    }
}
