// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The calls that wait for a reply, by their serial number.
struct PendingCalls {
    typealias Reply = @Sendable (Result<Message, BusError>) -> Void

    private struct Entry {
        let deadline: SuspendingClock.Instant?
        let reply: Reply
    }

    private var entries: [UInt32: Entry] = [:]
    /// No call runs out of time before this; nil when none ever does.
    private(set) var earliestDeadline: SuspendingClock.Instant?

    mutating func add(_ serial: UInt32, deadline: SuspendingClock.Instant?, reply: @escaping Reply) {
        entries[serial] = Entry(deadline: deadline, reply: reply)
        if let deadline { earliestDeadline = earliestDeadline.map { min($0, deadline) } ?? deadline }
    }

    /// The one to tell, who is then told; nil when nobody waits for this number (any more).
    mutating func take(_ serial: UInt32) -> Reply? {
        let reply = entries.removeValue(forKey: serial)?.reply
        // Finding the next deadline would cost a walk for every reply; the timer finds out when it fires.
        if entries.isEmpty { earliestDeadline = nil }
        return reply
    }

    /// Those whose time is up, oldest first.
    mutating func takeExpired(at now: SuspendingClock.Instant) -> [Reply] {
        let expired = entries.filter { entry in entry.value.deadline.map { $0 <= now } ?? false }
        for serial in expired.keys { entries[serial] = nil }
        earliestDeadline = entries.values.lazy.compactMap(\.deadline).min()
        return expired.sorted { $0.key < $1.key }.map(\.value.reply)
    }

    /// All of them, oldest first.
    mutating func takeAll() -> [Reply] {
        defer { self = PendingCalls() }
        return entries.sorted { $0.key < $1.key }.map(\.value.reply)
    }
}
