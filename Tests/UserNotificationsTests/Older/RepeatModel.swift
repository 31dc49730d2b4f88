// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The dates of a repeating notification, by the research's table and without the agent's code.
///
/// A reading is a time on a wall clock, as the date at which a clock in Greenwich shows it.
struct RepeatModel {
    /// The clock of the person, and the time of each journey.
    let journeys: [(since: Date, zone: TimeZone)]
    /// The zone in which the date is read; nil is the absolute time.
    let reading: TimeZone?

    private static let greenwich: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Returns the dates from `start` on, after `begin` and until `end`.
    func dates(of unit: NSCalendar.Unit, from start: Date, after begin: Date, until end: Date) -> [Date] {
        if unit == .minute || unit == .hour {
            let step: Double = unit == .minute ? 60 : 3600
            let first = instants(of: read(start)).first ?? start
            let count = Int(end.timeIntervalSince(first) / step)
            guard count >= 0 else { return [] }
            return (0...count).map { first + Double($0) * step }.filter { $0 > begin && $0 <= end }
        }
        var dates: [Date] = []
        for index in 0..<800 {
            guard let next = occurrence(index, of: unit, from: read(start)) else { continue }
            let found = instants(of: next)
            if let first = found.first, first > end + 2 * 86_400 { break }
            dates += found.filter { $0 > begin && $0 <= end }
        }
        return dates
    }

    /// The reading of a date on the clock that counts.
    private func read(_ date: Date) -> Date {
        date + Double((reading ?? .gmt).secondsFromGMT(for: date))
    }

    private func occurrence(_ index: Int, of unit: NSCalendar.Unit, from start: Date) -> Date? {
        switch unit {
        case .day: return start + Double(index) * 86_400
        case .weekOfYear: return start + Double(index) * 7 * 86_400
        case .month, .quarter:
            // A month that is too short has its last day instead.
            return Self.greenwich.date(byAdding: .month, value: unit == .month ? index : 3 * index, to: start)
        case .year:
            let next = Self.greenwich.date(byAdding: .year, value: index, to: start)
            // 29 February comes in leap years only.
            let days = [start, next].map { $0.map { Self.greenwich.component(.day, from: $0) } }
            return days[0] == days[1] ? next : nil
        default: return nil
        }
    }

    /// The moments at which the person's clock shows a reading: one, unless a journey skips it.
    private func instants(of reading: Date) -> [Date] {
        guard self.reading != nil else { return [reading] }
        return journeys.indices.compactMap { index in
            let end = index + 1 < journeys.count ? journeys[index + 1].since : .distantFuture
            let instant = Self.instant(of: reading, in: journeys[index].zone)
            return instant > journeys[index].since && instant <= end ? instant : nil
        }
    }

    /// The first moment at which the clock of a zone shows a reading; the end of the gap if the clock skips it.
    static func instant(of reading: Date, in zone: TimeZone) -> Date {
        let before = Double(zone.secondsFromGMT(for: reading - 86_400))
        let after = Double(zone.secondsFromGMT(for: reading + 86_400))
        let (early, late) = (reading - before, reading - after)
        if Double(zone.secondsFromGMT(for: early)) == before { return early }
        if Double(zone.secondsFromGMT(for: late)) == after { return late }
        return zone.nextDaylightSavingTimeTransition(after: reading - 86_400 - before) ?? early
    }
}
