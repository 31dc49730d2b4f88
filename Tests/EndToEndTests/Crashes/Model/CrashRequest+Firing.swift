// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The firings in one life of the agent, or between two.
extension CrashRequest {
    /// The facts about the time since the last look.
    struct Time {
        let now: Double
        /// The start of the present agent.
        let born: Double
        /// The end of the agent before it; nil if the model has seen the present agent idle since its start.
        let death: Double?
    }

    /// Fires the request if it is due; a repeating request is on time again after `now`.
    mutating func fire(_ time: Time, _ delivered: [CrashList.Row]) {
        if isMerged(time.now, delivered) { snoozed = nil }
        // The earlier one fires first, and the later one replaces it.
        for _ in 0..<2 {
            let isCopy = isCopyNext(time.now, delivered)
            guard let next = isCopy ? snoozed : waiting, next.due <= time.now else { return }
            if isCopy { snoozed = nil } else { waiting = nil }
            let rest = fire(next, time, delivered)
            if !isCopy { waiting = rest }
        }
    }

    /// Whether the snoozed copy was left out, because it was due together with the request itself, which is in the list
    /// in spite of its earlier date.
    private func isMerged(_ now: Double, _ delivered: [CrashList.Row]) -> Bool {
        guard let copy = snoozed, let own = waiting, own.due <= copy.due, copy.due <= now else { return false }
        return delivered.contains { $0.isNear(title(own.draft.version), own.due) }
            && !delivered.contains { $0.isNear(title(copy.draft.version), copy.due) }
    }

    /// Whether the snoozed copy comes before the request itself; the one in the list fired last.
    private func isCopyNext(_ now: Double, _ delivered: [CrashList.Row]) -> Bool {
        guard let copy = snoozed, copy.due <= now else { return false }
        guard let own = waiting, own.due <= now else { return true }
        if delivered.contains(where: { $0.isNear(title(copy.draft.version), copy.due) }) { return false }
        let isOwnLast = delivered.contains { $0.title == title(own.draft.version) && own.isInStep(with: $0) }
        return copy.due < own.due || isOwnLast
    }

    /// Fires one occurrence, and returns what of it remains pending.
    private mutating func fire(_ next: Waiting, _ time: Time, _ delivered: [CrashList.Row]) -> Waiting? {
        let title = title(next.draft.version)
        let mayBeOld = time.death.map { next.due <= $0 } ?? false
        let isHere = delivered.contains { $0.isNear(title, next.due) }
        if mayBeOld, let interval = next.interval,
            let row = delivered.first(where: { $0.title == title && next.isInStep(with: $0) })
        {
            // Agents that died have fired it, and maybe further occurrences; the last is in the list, on schedule.
            var last = next
            while last.due < row.due - 0.001 {
                begin(last)
                last.due += interval
            }
            begin(last)
            return next.next(after: time.now)
        }
        // On time, or as soon as an agent was running.
        let moment = mayBeOld && isHere ? next.due : max(next.due, time.born)
        let rest = next.next(after: max(moment, time.now))
        if let expires = next.draft.expires, expires <= moment {
            // It may have been shown before the agent died, and be over by now.
            if mayBeOld, delivered.isEmpty { begin(next) }
            return rest
        }
        if next.draft.skips, !next.isSnoozed, moment - next.due > CrashDraft.tolerance { return rest }
        begin(next)
        return rest
    }

    private mutating func begin(_ next: Waiting) {
        end()
        occurrence = CrashOccurrence(next)
    }

    /// Whether its expiry has passed.
    mutating func expire(at now: Double, in life: Int) -> Bool {
        guard let expires = occurrence?.draft.expires, expires <= now else { return false }
        occurrence?.expired = life
        end()
        return true
    }
}

extension CrashRequest {
    /// The time after its end within which the server may still remove it, the agent does, and both have been
    /// persisted.
    private static let patience = 2.0

    /// Ends its time on the screen: a client that asked for it is told, and the notification stays delivered.
    mutating func leaveScreen(at now: Double, in life: Int) {
        guard let occurrence, occurrence.expired == nil, occurrence.press == nil, let end = occurrence.end,
            end + Self.patience <= now
        else { return }
        self.occurrence?.expired = life
    }
}

extension CrashRequest.Waiting {
    /// Whether that is a later occurrence of it.
    fileprivate func isInStep(with row: CrashList.Row) -> Bool {
        guard let interval, row.due > due + 0.001 else { return false }
        let rest = (row.due - due).truncatingRemainder(dividingBy: interval)
        return rest < 0.001 || interval - rest < 0.001
    }
}
