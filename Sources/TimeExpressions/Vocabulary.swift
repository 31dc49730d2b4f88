// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The words of the grammar.
enum Vocabulary {
    /// 1 is Sunday, as in `DateComponents`.
    static let weekdays: [String: Int] = table([
        ["sun", "sunday"], ["mon", "monday"], ["tue", "tues", "tuesday"], ["wed", "wednesday"],
        ["thu", "thur", "thurs", "thursday"], ["fri", "friday"], ["sat", "saturday"],
    ])

    static let months: [String: Int] = table([
        ["jan", "january"], ["feb", "february"], ["mar", "march"], ["apr", "april"], ["may"], ["jun", "june"],
        ["jul", "july"], ["aug", "august"], ["sep", "sept", "september"], ["oct", "october"], ["nov", "november"],
        ["dec", "december"],
    ])

    static let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1]

    /// Words that may stand anywhere and say nothing.
    static let fillers: Set = ["at", "on", "the", "of", "and", "from", "o'clock"]

    static let weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    private static func table(_ rows: [[String]]) -> [String: Int] {
        var result: [String: Int] = [:]
        for (index, names) in rows.enumerated() {
            for name in names { result[name] = index + 1 }
        }
        return result
    }
}
