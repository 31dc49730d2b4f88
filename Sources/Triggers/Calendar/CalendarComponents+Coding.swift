// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension CalendarComponents: Codable {
    /// Reads components from a dictionary.
    ///
    /// - Throws: `DecodingError` for an unknown key or a wrong type, ``Refusal`` for an unknown zone or calendar.
    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: Self.keys)
        let container = try decoder.container(keyedBy: NamedKey.self)
        self.init()
        for (key, property) in Self.numbers {
            guard let number = try container.decodeIfPresent(Int.self, forKey: NamedKey(stringValue: key)) else {
                continue
            }
            // Apple's DateComponents reads Int.max as "not set"; a number this large is never in range.
            guard abs(Double(number)) < Double(Int32.max) else {
                throw Refusal.invalidTrigger("dateComponents.\(key) is \(number); that is out of every range")
            }
            self[keyPath: property] = number
        }
        isLeapMonth = try container.decodeIfPresent(Bool.self, forKey: NamedKey(stringValue: "isLeapMonth"))
        if let name = try container.decodeIfPresent(String.self, forKey: NamedKey(stringValue: "calendar")) {
            guard let calendar = CalendarSystem(rawValue: name) else {
                let names = CalendarSystem.allCases.map(\.rawValue).joined(separator: ", ")
                throw Refusal.invalidTrigger("calendar is \"\(name)\"; it must be one of \(names)")
            }
            self.calendar = calendar
        }
        timeZone = try container.decodeIfPresent(String.self, forKey: NamedKey(stringValue: "timeZone"))
            .map(Self.timeZone)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        for (key, property) in Self.numbers {
            try container.encodeIfPresent(self[keyPath: property], forKey: NamedKey(stringValue: key))
        }
        try container.encodeIfPresent(isLeapMonth, forKey: NamedKey(stringValue: "isLeapMonth"))
        try container.encodeIfPresent(calendar?.rawValue, forKey: NamedKey(stringValue: "calendar"))
        try container.encodeIfPresent(timeZone?.identifier, forKey: NamedKey(stringValue: "timeZone"))
    }
}
