// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Signals for numbers that no reply has named yet.
///
/// Kept for a short time, and few of them: broadcasting servers send everybody's.
struct ParkedSignals {
    private struct Entry {
        let number: UInt32
        let event: ShownNotification.Event
        let date: Date
    }

    private var entries: [Entry] = []

    private static let limit = 100
    private static let life: TimeInterval = 10

    mutating func park(_ event: ShownNotification.Event, for number: UInt32, at date: Date) {
        entries.removeAll { date.timeIntervalSince($0.date) > Self.life }
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(Entry(number: number, event: event, date: date))
    }

    /// The signals for `number`, in the order in which they came.
    mutating func take(_ number: UInt32) -> [ShownNotification.Event] {
        defer { entries.removeAll { $0.number == number } }
        return entries.filter { $0.number == number }.map(\.event)
    }

    mutating func removeAll() { entries = [] }
}
