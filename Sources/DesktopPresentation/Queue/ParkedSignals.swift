// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Signals about notification numbers that no reply to `Notify` has returned yet.
///
/// Only a few of these signals are kept, for a short time, because some servers broadcast the signals of all clients.
struct ParkedSignals {
    private struct Entry {
        let serial: UInt64
        let number: UInt32
        let event: ShownNotification.Event
        let date: Date
    }

    private var entries: [Entry] = []
    private var lastSerial: UInt64 = 0
    /// Occurrences that may also be on the screen under a number that the agent does not know (strays).
    private var strays: Set<Int64> = []

    private static let limit = 100
    private static let life: TimeInterval = 10

    /// Keeps a signal until a reply to `Notify` returns the signal's notification number. Drops the signals that have
    /// waited for too long, unless `keepsAll` says that the store is being read.
    ///
    /// - Returns: The serial number under which the signal is kept.
    @discardableResult
    mutating func park(
        _ event: ShownNotification.Event, for number: UInt32, at date: Date, keepsAll: Bool = false
    ) -> UInt64 {
        if !keepsAll { entries.removeAll { date.timeIntervalSince($0.date) > Self.life } }
        if entries.count == Self.limit { entries.removeFirst() }
        lastSerial += 1
        entries.append(Entry(serial: lastSerial, number: number, event: event, date: date))
        return lastSerial
    }

    /// Whether the signal with this serial number is still kept.
    func has(_ serial: UInt64) -> Bool { entries.contains { $0.serial == serial } }

    /// Removes the signals about `number`, and returns them in the order in which they came.
    mutating func take(_ number: UInt32) -> [ShownNotification.Event] {
        defer { entries.removeAll { $0.number == number } }
        return entries.filter { $0.number == number }.map(\.event)
    }

    /// Removes all signals about each number under which a press has an action key that `isOwn` accepts, and returns
    /// the signals in the order in which they came.
    mutating func takePresses(
        where isOwn: (_ key: String) -> Bool
    ) -> [(number: UInt32, event: ShownNotification.Event)] {
        let numbers = Set(
            entries.compactMap { entry -> UInt32? in
                guard case .actionInvoked(let key, _, _) = entry.event, isOwn(key) else { return nil }
                return entry.number
            })
        defer { entries.removeAll { numbers.contains($0.number) } }
        return entries.filter { numbers.contains($0.number) }.map { ($0.number, $0.event) }
    }

    /// Whether this occurrence may be on the screen under a second notification number.
    func mayHaveStrays(of id: Int64) -> Bool { strays.contains(id) }

    mutating func expectStrays(of id: Int64) { if strays.count < Self.limit { strays.insert(id) } }

    mutating func forgetStrays(of id: Int64) { strays.remove(id) }

    /// Forgets all signals, because the notification server has left the bus.
    mutating func removeAll() { self = ParkedSignals() }
}
