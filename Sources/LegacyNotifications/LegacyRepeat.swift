// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The interval of a repeating notification of an older API, and the recurrence rule for it.
package struct LegacyRepeat: Hashable, Sendable {
    package enum Unit: Hashable, Sendable { case second, minute, hour, day, week, month, quarter, year }

    package let unit: Unit
    /// Number of units between two notifications, 1 or more.
    package let count: Int

    package init(_ unit: Unit, every count: Int = 1) {
        self.unit = unit
        self.count = count
    }

    /// Whether the interval depends on the months of a calendar.
    var dependsOnCalendar: Bool {
        switch unit {
        case .second, .minute, .hour, .day, .week: false
        case .month, .quarter, .year: true
        }
    }

    /// Returns the recurrence rule (RFC 5545); `day` is the day of the month on which the rule starts.
    ///
    /// From the 29th on, a monthly rule fires on the last day of a shorter month, where a plain rule skips the month.
    func rule(startingOn day: Int) -> String {
        let (frequency, factor) =
            switch unit {
            case .second: ("SECONDLY", 1)
            case .minute: ("MINUTELY", 1)
            case .hour: ("HOURLY", 1)
            case .day: ("DAILY", 1)
            case .week: ("WEEKLY", 1)
            case .month: ("MONTHLY", 1)
            case .quarter: ("MONTHLY", 3)
            case .year: ("YEARLY", 1)
            }
        var rule = "FREQ=\(frequency)"
        if count * factor > 1 { rule += ";INTERVAL=\(count * factor)" }
        if frequency == "MONTHLY", day > 28 {
            rule += ";BYMONTHDAY=\((28...day).map(String.init).joined(separator: ","));BYSETPOS=-1"
        }
        return rule
    }
}

extension LegacyRepeat {
    /// Returns a repeat interval of a `UILocalNotification`, or the reason why the notification fires once instead.
    package static func reading(_ unit: NSCalendar.Unit) -> (repeats: LegacyRepeat?, problem: String?) {
        switch unit {
        case []: (nil, nil)
        case .minute: (LegacyRepeat(.minute), nil)
        case .hour: (LegacyRepeat(.hour), nil)
        // A notification for each `weekday` fires daily, because the day of the week changes every day.
        case .day, .weekday: (LegacyRepeat(.day), nil)
        // 256 is the unit of a week in iOS 4 to 6, which Foundation on Linux doesn't name.
        case .weekOfYear, .weekOfMonth, .weekdayOrdinal, NSCalendar.Unit(rawValue: 256): (LegacyRepeat(.week), nil)
        case .month: (LegacyRepeat(.month), nil)
        case .quarter: (LegacyRepeat(.quarter), nil)
        case .year: (LegacyRepeat(.year), nil)
        case .second, .nanosecond:
            (nil, "the notification fires once: a repeat interval of less than a minute is not supported")
        default:
            (nil, "the notification fires once: repeatInterval \(unit.rawValue) is not one unit from minute to year")
        }
    }

    /// Returns the interval of an `NSUserNotification`.
    ///
    /// - Throws: ``LegacyProblem`` if the components are no interval that a notification can have.
    package static func reading(_ components: DateComponents) throws(LegacyProblem) -> LegacyRepeat {
        let units: [(Unit, Int?)] = [
            (.year, components.year), (.quarter, components.quarter), (.month, components.month),
            (.week, components.weekOfYear ?? components.weekOfMonth), (.day, components.day),
            (.hour, components.hour), (.minute, components.minute), (.second, components.second),
        ]
        let given = units.compactMap { unit, count in count.flatMap { $0 == 0 ? nil : (unit: unit, count: $0) } }
        guard let first = given.first, given.allSatisfy({ $0.count > 0 && $0.count <= 1_000_000_000 }) else {
            throw LegacyProblem("deliveryRepeatInterval must be at least one minute")
        }
        if given.count == 1, first.unit != .second { return LegacyRepeat(first.unit, every: first.count) }
        let seconds: [Unit: Int] = [.hour: 3600, .minute: 60, .second: 1]
        var sum = 0
        for (unit, count) in given {
            guard let factor = seconds[unit] else {
                throw LegacyProblem(
                    "deliveryRepeatInterval must be one unit, or hours, minutes and seconds: other sums vary in length")
            }
            sum += count * factor
        }
        guard sum >= 60 else { throw LegacyProblem("deliveryRepeatInterval must be at least one minute") }
        return LegacyRepeat(.second, every: sum)
    }
}

/// The reason for which a notification of an older API can't be scheduled; a sentence for a developer.
package struct LegacyProblem: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
