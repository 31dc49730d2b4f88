// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Calls that wait for a reply, by serial number.
struct PendingCalls {
    typealias Reply = @Sendable (Result<Message, BusError>) -> Void

    private struct Entry {
        let deadline: SuspendingClock.Instant?
        let reply: Reply
    }

    private var entries: [UInt32: Entry] = [:]
    /// A date before which no call expires; nil if none expires.
    private(set) var earliestDeadline: SuspendingClock.Instant?

    mutating func add(_ serial: UInt32, deadline: SuspendingClock.Instant?, reply: @escaping Reply) {
        entries[serial] = Entry(deadline: deadline, reply: reply)
        if let deadline { earliestDeadline = earliestDeadline.map { min($0, deadline) } ?? deadline }
    }

    /// Removes and returns the reply closure of a call; nil if no call with this number waits.
    mutating func take(_ serial: UInt32) -> Reply? {
        let reply = entries.removeValue(forKey: serial)?.reply
        // A search for the next deadline after every reply would be slow; the timer searches when it fires.
        if entries.isEmpty { earliestDeadline = nil }
        return reply
    }

    /// Removes and returns the closures of expired calls, oldest first.
    mutating func takeExpired(at now: SuspendingClock.Instant) -> [Reply] {
        let expired = entries.filter { entry in entry.value.deadline.map { $0 <= now } ?? false }
        for serial in expired.keys { entries[serial] = nil }
        earliestDeadline = entries.values.lazy.compactMap(\.deadline).min()
        return expired.sorted { $0.key < $1.key }.map(\.value.reply)
    }

    /// Removes and returns all closures, oldest first.
    mutating func takeAll() -> [Reply] {
        defer { self = PendingCalls() }
        return entries.sorted { $0.key < $1.key }.map(\.value.reply)
    }
}
