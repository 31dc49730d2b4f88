// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Part of a systemd calendar expression: `*`, or a list of numbers, ranges and repetitions.
struct CalendarField {
    /// `7`, `7..20`, `7/5` or `7..20/5`.
    struct Item: Hashable {
        var start: Int
        var stop: Int?
        var step: Int?
        /// Byte range of the item in the text.
        let range: Range<Int>
    }

    /// Valid numbers of a field, and the field's name in errors.
    struct Limits {
        let name: String
        let range: ClosedRange<Int>
        /// Number of digits in the normalized form.
        var digits = 2
    }

    /// The items; empty for `*`.
    var items: [Item]

    static let any = CalendarField(items: [])

    var isAny: Bool { items.isEmpty }

    /// Returns the field in its normalized form: checked, sorted and without repetitions.
    ///
    /// - Throws: ``TimeExpressionError`` for a number out of range, or a step that leads out of the range at once.
    func checked(_ limits: Limits) throws(TimeExpressionError) -> CalendarField {
        var checked: [Item] = []
        for var item in items {
            let (low, high) = (limits.range.lowerBound, limits.range.upperBound)
            for number in [item.start, item.stop ?? item.start] where !limits.range.contains(number) {
                throw TimeExpressionError(
                    .impossible, "\(number) is no \(limits.name); it is from \(low) to \(high)", at: item.range)
            }
            if let stop = item.stop {
                guard stop >= item.start else {
                    throw TimeExpressionError(
                        .impossible,
                        "the range from \(item.start) to \(stop) goes backwards; write two, parted by a comma",
                        at: item.range)
                }
                let step = item.step ?? 1
                item.stop = stop - (stop - item.start) % step
                if item.start == item.stop { (item.stop, item.step) = (nil, nil) }
            } else if let step = item.step, item.start + step > high {
                throw TimeExpressionError(
                    .impossible, "\(item.start)/\(step) never comes a second time; the last \(limits.name) is \(high)",
                    at: item.range)
            }
            checked.append(item)
        }
        var seen: Set<[Int]> = []
        func key(_ item: Item) -> [Int] { [item.start, item.stop ?? -1, item.step ?? 0] }
        checked = checked.sorted { key($0).lexicographicallyPrecedes(key($1)) }.filter { seen.insert(key($0)).inserted }
        return CalendarField(items: checked)
    }

    /// Returns the numbers in order; none for `*`.
    func values(upTo last: Int) -> [Int] {
        var values: Set<Int> = []
        for item in items {
            if item.stop == nil, item.step == nil {
                values.insert(item.start)
            } else {
                values.formUnion(stride(from: item.start, through: item.stop ?? last, by: item.step ?? 1))
            }
        }
        return values.sorted()
    }

    /// The days of the month for a field after `~`: -1 is the last day.
    ///
    /// A repetition counts forward, from the day that is furthest from the month's end.
    var daysFromMonthEnd: [Int] {
        var values: Set<Int> = []
        for item in items {
            if item.stop == nil, item.step == nil {
                values.insert(-item.start)
            } else {
                let first = item.stop ?? item.start
                let last = item.stop == nil ? 1 : item.start
                values.formUnion(stride(from: -first, through: -last, by: item.step ?? 1))
            }
        }
        return values.sorted()
    }

    /// Returns the field in systemd's notation: `*`, `01,15`, `09..17/2`.
    func text(digits: Int) -> String {
        func padded(_ number: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        }
        guard !isAny else { return "*" }
        return items.map { item in
            let step = item.step.map { item.stop != nil && $0 == 1 ? "" : "/\($0)" } ?? ""
            return padded(item.start) + (item.stop.map { "..\(padded($0))" } ?? "") + step
        }.joined(separator: ",")
    }
}
