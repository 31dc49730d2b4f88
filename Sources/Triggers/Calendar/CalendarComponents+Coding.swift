// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension CalendarComponents {
    static func encode(_ components: CalendarComponents, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        for (key, property) in numbers {
            try container.encodeIfPresent(components[keyPath: property], forKey: NamedKey(stringValue: key))
        }
        try container.encodeIfPresent(components.isLeapMonth, forKey: NamedKey(stringValue: "isLeapMonth"))
        try container.encodeIfPresent(components.calendar?.rawValue, forKey: NamedKey(stringValue: "calendar"))
        try container.encodeIfPresent(components.timeZone?.identifier, forKey: NamedKey(stringValue: "timeZone"))
    }

    /// Reads components from a dictionary.
    ///
    /// - Throws: `DecodingError` for an unknown key or a wrong type, ``Refusal`` for an unknown zone or calendar.
    static func decode(from decoder: any Decoder) throws -> CalendarComponents {
        try decoder.refuseKeys(otherThan: keys)
        let container = try decoder.container(keyedBy: NamedKey.self)
        var components = CalendarComponents()
        for (key, property) in numbers {
            guard let number = try container.decodeIfPresent(Int.self, forKey: NamedKey(stringValue: key)) else {
                continue
            }
            // Apple's DateComponents reads Int.max as "not set"; a number this large is never in range.
            guard abs(Double(number)) < Double(Int32.max) else {
                throw Refusal.invalidTrigger("dateComponents.\(key) is \(number); that is out of every range")
            }
            components[keyPath: property] = number
        }
        components.isLeapMonth = try container.decodeIfPresent(Bool.self, forKey: NamedKey(stringValue: "isLeapMonth"))
        if let name = try container.decodeIfPresent(String.self, forKey: NamedKey(stringValue: "calendar")) {
            guard let calendar = CalendarSystem(rawValue: name) else {
                let names = CalendarSystem.allCases.map(\.rawValue).joined(separator: ", ")
                throw Refusal.invalidTrigger("calendar is \"\(name)\"; it must be one of \(names)")
            }
            components.calendar = calendar
        }
        if let identifier = try container.decodeIfPresent(String.self, forKey: NamedKey(stringValue: "timeZone")) {
            components.timeZone = try timeZone(named: identifier)
        }
        return components
    }
}

/// Wrapper that makes `CalendarComponents` conform to `Codable`.
struct CodedComponents: Codable {
    let components: CalendarComponents

    init(_ components: CalendarComponents) { self.components = components }

    init(from decoder: any Decoder) throws { components = try CalendarComponents.decode(from: decoder) }

    func encode(to encoder: any Encoder) throws { try CalendarComponents.encode(components, to: encoder) }
}
