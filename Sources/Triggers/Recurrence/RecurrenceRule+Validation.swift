// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension RecurrenceRule {
    /// Checks every part against its range, and the combination of parts.
    package func validate() throws(Refusal) {
        guard (1...100_000).contains(interval) else {
            throw .invalidTrigger("rule has INTERVAL=\(interval); it must be from 1 to 100000")
        }
        if case .count(let count) = end, !(1...100_000).contains(count) {
            throw .invalidTrigger("rule has COUNT=\(count); it must be from 1 to 100000")
        }
        for part in Self.listParts {
            try check(self[keyPath: part.property], part.name, part.range, signed: part.isSigned)
        }
        try check(weekdays.map(\.ordinal).filter { $0 != 0 }, "BYDAY", 1...53, signed: true)
        try checkCombinations()
    }

    /// Checks combinations that RFC 5545 forbids, and days that no year has.
    private func checkCombinations() throws(Refusal) {
        if frequency == .secondly || frequency == .minutely, interval * (frequency == .minutely ? 60 : 1) < 60 {
            throw .invalidTrigger("rule has FREQ=SECONDLY;INTERVAL=\(interval); it may fire at most every 60 seconds")
        }
        if seconds.count > 1 {
            throw .invalidTrigger("rule has \(seconds.count) values of BYSECOND; it may fire at most once in a minute")
        }
        if !weeks.isEmpty, frequency != .yearly {
            throw .invalidTrigger("rule has BYWEEKNO with FREQ=\(frequency.name); it needs FREQ=YEARLY")
        }
        if !daysOfYear.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
            throw .invalidTrigger(
                "rule has BYYEARDAY with FREQ=\(frequency.name); it needs FREQ=YEARLY or one below DAILY")
        }
        if !daysOfMonth.isEmpty, frequency == .weekly {
            throw .invalidTrigger("rule has BYMONTHDAY with FREQ=WEEKLY; it needs another FREQ")
        }
        if weekdays.contains(where: { $0.ordinal != 0 }) {
            guard frequency == .monthly || (frequency == .yearly && weeks.isEmpty) else {
                throw .invalidTrigger(
                    "rule has a numbered BYDAY; that needs FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO")
            }
        }
        if !setPositions.isEmpty,
            [months, weeks, daysOfYear, daysOfMonth, hours, minutes, seconds].allSatisfy(\.isEmpty), weekdays.isEmpty
        {
            throw .invalidTrigger("rule has BYSETPOS alone; it needs another BY part")
        }
        if !months.isEmpty, !daysOfMonth.isEmpty {
            let longest = months.map { LocalTime.days(inMonth: $0, ofYear: 2000) }.max() ?? 31
            guard daysOfMonth.contains(where: { $0.magnitude <= longest }) else {
                throw .invalidTrigger("rule can never match: no month of BYMONTH has such a BYMONTHDAY")
            }
        }
    }

    private func check(_ values: [Int], _ name: String, _ range: ClosedRange<Int>, signed: Bool) throws(Refusal) {
        guard let wrong = values.first(where: { !range.contains(signed ? Int(clamping: $0.magnitude) : $0) }) else {
            return
        }
        let limits = "from \(range.lowerBound) to \(range.upperBound)"
        throw .invalidTrigger(
            "rule has \(name)=\(wrong); it must be \(limits)" + (signed ? " or the negative of that" : ""))
    }
}
