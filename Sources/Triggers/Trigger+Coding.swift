// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension Trigger: Codable {
    /// Keys of the five forms of a trigger.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case timeInterval, dateComponents, rule, region, sun
        case repeats, until, dates, exceptions, start, timeZone, calendar, offset, latitude, longitude
    }

    /// Decodes `{timeInterval, repeats}`, `{dateComponents, repeats}`, `{rule, dates, exceptions, start, timeZone,
    /// calendar}`, `{region, repeats, until}` or `{sun, offset, latitude, longitude, repeats}`.
    ///
    /// By default, `repeats` is false, `start` is the moment at which the request is added, the trigger floats without
    /// a `timeZone`, `offset` is 0, and `latitude` and `longitude` are those of the person's calendar. `rule` has one
    /// or more rules, one per line; it may be missing only if there are `dates`.
    ///
    /// - Throws: `DecodingError`, which names an unknown, missing or mistyped key; ``Refusal`` for an impossible value.
    ///   ``validate()`` checks ranges and combinations.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var kinds = [CodingKeys.timeInterval, .dateComponents, .rule, .region, .sun].filter(container.contains)
        if kinds.isEmpty, container.contains(.dates) { kinds = [.rule] }
        guard let kind = kinds.first, kinds.count == 1 else {
            try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a trigger has exactly one of timeInterval, dateComponents, rule, region and sun")
            )
        }
        let companions: [CodingKeys] =
            switch kind {
            case .rule: [.dates, .exceptions, .start, .timeZone, .calendar]
            case .region: [.repeats, .until]
            case .sun: [.offset, .latitude, .longitude, .repeats]
            default: [.repeats]
            }
        try decoder.refuseKeys(otherThan: ([kind] + companions).map(\.rawValue))
        switch kind {
        case .timeInterval:
            let seconds = try container.decode(Double.self, forKey: .timeInterval)
            self = .timeInterval(
                try Self.interval(ofSeconds: seconds), repeats: try container.value(.repeats, or: false))
        case .dateComponents:
            self = .calendar(
                try container.decode(CalendarComponents.self, forKey: .dateComponents),
                repeats: try container.value(.repeats, or: false))
        case .region:
            self = .region(
                try container.decode(Region.self, forKey: .region), repeats: try container.value(.repeats, or: false),
                until: try container.decodeIfPresent(String.self, forKey: .until).map(Self.end))
        case .sun: self = .sun(try SunTrigger(from: container))
        default: self = .rule(try RecurrenceSet(from: container))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .timeInterval(let interval, let repeats):
            try container.encode(interval.timeInterval, forKey: .timeInterval)
            try container.encode(repeats, forKey: .repeats)
        case .calendar(let components, let repeats):
            try container.encode(components, forKey: .dateComponents)
            try container.encode(repeats, forKey: .repeats)
        case .rule(let set): try set.encode(to: &container)
        case .region(let region, let repeats, let until):
            try container.encode(region, forKey: .region)
            try container.encode(repeats, forKey: .repeats)
            try container.encodeIfPresent(until?.rfc3339(in: .gmt), forKey: .until)
        case .sun(let sun): try sun.encode(to: &container)
        }
    }

    private static func end(_ text: String) throws(Refusal) -> Date {
        guard let date = Date(rfc3339: text) else {
            throw .invalidTrigger("until is \"\(text)\"; it must be a date and a time as in RFC 3339")
        }
        return date
    }

    /// Converts a number of seconds to a duration.
    ///
    /// - Throws: ``Refusal`` for NaN, infinity and durations above ``longestInterval``.
    package static func interval(ofSeconds seconds: Double) throws(Refusal) -> Duration {
        guard seconds.isFinite else {
            throw .invalidTrigger("timeInterval is \(seconds); it must be a number of seconds")
        }
        guard abs(seconds) <= longestInterval.timeInterval else {
            throw .invalidTrigger("timeInterval is \(seconds) seconds; the limit is 100 years (3155760000 seconds)")
        }
        return .seconds(seconds)
    }
}

extension RecurrenceSet {
    fileprivate init(from container: KeyedDecodingContainer<Trigger.CodingKeys>) throws {
        let zone = try container.decodeIfPresent(String.self, forKey: .timeZone).map(CalendarComponents.timeZone)
        let start = try container.decodeIfPresent(String.self, forKey: .start).map {
            try RecurrenceRule.Moment(parsing: $0, of: "start")
        }
        if let text = try container.decodeIfPresent(String.self, forKey: .rule) {
            try self.init(parsing: text, start: start, timeZone: zone)
        } else {
            self.init([], start: start, timeZone: zone)
        }
        dates = try container.value(.dates, or: [String]()).map { try .init(parsing: $0, of: "dates") }
        exceptions = try container.value(.exceptions, or: [String]()).map { try .init(parsing: $0, of: "exceptions") }
        calendar = try container.decodeIfPresent(DayFilter.self, forKey: .calendar)
    }

    fileprivate func encode(to container: inout KeyedEncodingContainer<Trigger.CodingKeys>) throws {
        if !rules.isEmpty { try container.encode(text, forKey: .rule) }
        if !dates.isEmpty { try container.encode(dates.map(\.text), forKey: .dates) }
        if !exceptions.isEmpty { try container.encode(exceptions.map(\.text), forKey: .exceptions) }
        try container.encodeIfPresent(start?.text, forKey: .start)
        try container.encodeIfPresent(timeZone?.identifier, forKey: .timeZone)
        try container.encodeIfPresent(calendar, forKey: .calendar)
    }
}

extension SunTrigger {
    fileprivate init(from container: KeyedDecodingContainer<Trigger.CodingKeys>) throws {
        let latitude = try container.decodeIfPresent(Double.self, forKey: .latitude)
        let longitude = try container.decodeIfPresent(Double.self, forKey: .longitude)
        guard (latitude == nil) == (longitude == nil) else {
            let missing = latitude == nil ? "latitude" : "longitude"
            throw Refusal.invalidTrigger("\(missing) is missing; a place has latitude and longitude")
        }
        self.init(
            try container.decode(Event.self, forKey: .sun), offset: try container.value(.offset, or: 0),
            at: latitude.flatMap { latitude in longitude.map { Coordinate(latitude: latitude, longitude: $0) } },
            repeats: try container.value(.repeats, or: false))
    }

    fileprivate func encode(to container: inout KeyedEncodingContainer<Trigger.CodingKeys>) throws {
        try container.encode(event, forKey: .sun)
        if offset != 0 { try container.encode(offset, forKey: .offset) }
        try container.encodeIfPresent(place?.latitude, forKey: .latitude)
        try container.encodeIfPresent(place?.longitude, forKey: .longitude)
        try container.encode(repeats, forKey: .repeats)
    }
}

extension Duration {
    /// The duration in seconds, exact if it came from a `Double` of 1 or more.
    package var timeInterval: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

extension Date {
    /// Parses RFC 3339: a date, `T` or a space, a time, and `Z` or an offset, which is required.
    ///
    /// Fractions of a second are dropped. The result is nil for other texts.
    package init?(rfc3339 text: String) {
        var body = Substring(text)
        var offset = 0
        if body.last == "Z" || body.last == "z" {
            body.removeLast()
        } else {
            let tail = Array(body.utf8.suffix(6))
            guard tail.count == 6, tail[0] == UInt8(ascii: "+") || tail[0] == UInt8(ascii: "-"),
                tail[3] == UInt8(ascii: ":"), [1, 2, 4, 5].allSatisfy({ (48...57).contains(tail[$0]) })
            else { return nil }
            let hours = Int(tail[1] - 48) * 10 + Int(tail[2] - 48)
            let minutes = Int(tail[4] - 48) * 10 + Int(tail[5] - 48)
            guard hours < 24, minutes < 60 else { return nil }
            offset = (hours * 3600 + minutes * 60) * (tail[0] == UInt8(ascii: "-") ? -1 : 1)
            body = Substring(text.utf8.dropLast(6))
        }
        if let dot = body.firstIndex(of: ".") {
            let fraction = body[dot...].dropFirst()
            guard !fraction.isEmpty, fraction.isDigits else { return nil }
            body = body[..<dot]
            guard body.utf8.count == 19 else { return nil }
        }
        // RFC 3339 requires a time with minutes, and hyphens in the date.
        guard body.utf8.count >= 16, let local = LocalTime(String(body)), body.contains("-") else { return nil }
        self.init(timeIntervalSince1970: Double(local.seconds - offset))
    }
}
