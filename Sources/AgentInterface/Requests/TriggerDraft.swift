// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
package import Triggers

/// A trigger as a caller gave it: exact, in words, or taken from the replaced request.
package enum TriggerDraft: Hashable, Sendable {
    /// Syntax of a trigger in words; the raw value is the key in the request.
    package enum Family: String, CaseIterable, Sendable {
        case `in`, at, every, onCalendar, cron, rrule, expression
    }

    /// Start and end of a repetition, in words; nil if the caller gave none.
    package struct Bounds: Hashable, Sendable, Decodable {
        /// Start of the recurrence, for `rrule` only.
        package var start: String?
        package var until: String?
        package var count: Int?

        package init(start: String? = nil, until: String? = nil, count: Int? = nil) {
            self.start = start
            self.until = until
            self.count = count
        }
    }

    case exact(Trigger)
    /// A place to arrive at or to leave; a nil `until` means that the request waits without end.
    case place(PlaceDraft, until: String?)
    /// Words that the agent parses; a nil time zone means the person's current zone.
    case words(Family, String, timeZone: String?, bounds: Bounds = Bounds())
    /// The trigger and due date of the replaced request, the pending one with the same identifier.
    case keep
    /// The replaced request's trigger, with the given end or time zone; `floating` means the person's current zone.
    case change(timeZone: String?, bounds: Bounds)
}

extension TriggerDraft: Decodable {
    /// Keys of which a trigger must have exactly one; a trigger with the key `dates` may have none of them.
    private static let shapes =
        Family.allCases.map(\.rawValue) + ["timeInterval", "dateComponents", "rule", "region", "sun", "keep"]
    private static let companions: Set = [
        "repeats", "exceptions", "start", "timeZone", "until", "count", "calendar", "offset", "latitude", "longitude",
    ]
    private static var list: String { shapes.joined(separator: ", ") }

    package init(from decoder: any Decoder) throws {
        if decoder.userInfo[.textOnly] != nil {
            let text = try decoder.singleValueContainer().decode(String.self)
            self = .words(.expression, text, timeZone: nil)
            return
        }
        let container = try decoder.container(keyedBy: NamedKey.self)
        let given = Self.shapes.filter { container.contains(NamedKey(stringValue: $0)) }
        guard given.count < 2 else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "a trigger has exactly one of \(Self.list), and this has \(given.joined(separator: " and "))"))
        }
        let (zoneKey, keepKey) = (NamedKey(stringValue: "timeZone"), NamedKey(stringValue: "keep"))
        if container.contains(keepKey) {
            try decoder.refuseKeys(otherThan: ["keep", "timeZone", "until", "count"])
            guard try container.decode(Bool.self, forKey: keepKey) else {
                throw DecodingError.dataCorruptedError(
                    forKey: keepKey, in: container, debugDescription: "must be true; leave it out otherwise")
            }
            let zone = try container.decodeIfPresent(String.self, forKey: zoneKey)
            let bounds = try Bounds(from: decoder)
            self = zone == nil && bounds == Bounds() ? .keep : .change(timeZone: zone, bounds: bounds)
        } else if let family = given.first.flatMap(Family.init) {
            let companions = ["timeZone", "until", "count"] + (family == .rrule ? ["start"] : [])
            try decoder.refuseKeys(otherThan: [family.rawValue] + companions)
            let words = try container.decode(String.self, forKey: NamedKey(stringValue: family.rawValue))
            self = .words(
                family, words, timeZone: try container.decodeIfPresent(String.self, forKey: zoneKey),
                bounds: try Bounds(from: decoder))
        } else if given.first == "region" {
            self = try Self.place(from: decoder)
        } else if given.isEmpty, !container.contains(NamedKey(stringValue: "dates")),
            container.allKeys.allSatisfy({ Self.companions.contains($0.stringValue) })
        {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a trigger must have exactly one of \(Self.list); this one has none"))
        } else {
            self = .exact(try Trigger(from: decoder))
        }
    }

    private static func place(from decoder: any Decoder) throws -> TriggerDraft {
        try decoder.refuseKeys(otherThan: ["region", "repeats", "until"])
        let container = try decoder.container(keyedBy: NamedKey.self)
        var place = try container.decode(PlaceDraft.self, forKey: NamedKey(stringValue: "region"))
        place.repeats = try container.value(NamedKey(stringValue: "repeats"), or: false)
        let until = try container.decodeIfPresent(String.self, forKey: NamedKey(stringValue: "until"))
        return .place(place, until: until)
    }
}

/// A place as a caller gave it: with its area, or by the name of a place that the person has added.
package struct PlaceDraft: Hashable, Sendable, Decodable {
    /// The region; the region's area is ignored if ``isReference`` is true.
    package var region: Region
    /// Whether only the name was given, so that the agent looks the area up.
    package var isReference = false
    package var repeats = false

    package init(_ region: Region, isReference: Bool = false, repeats: Bool = false) {
        (self.region, self.isReference, self.repeats) = (region, isReference, repeats)
    }

    package init(from decoder: any Decoder) throws {
        let keys = Set(try decoder.container(keyedBy: NamedKey.self).allKeys.map(\.stringValue))
        if keys.isDisjoint(with: Region.areaKeys) {
            self.init(try Region(codedKeysOf: decoder), isReference: true)
        } else {
            self.init(try Region(from: decoder))
        }
    }
}
