// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

extension YearRequest {
    /// Makes two hundred requests of all kinds, the same for the same seed.
    static func all(now: Double, zone: TimeZone, using random: inout some RandomNumberGenerator) -> [YearRequest] {
        (0..<200).map { number in
            var request = plain(number, now: now, zone: zone, using: &random)
            request.missed = Missed.allCases.randomElement(using: &random) ?? .standard
            switch Int.random(in: 0..<10, using: &random) {
            case 0: request.level = .critical
            case 1, 2: request.level = .timeSensitive
            default: break
            }
            switch number % 10 {
            case 1, 2:
                request.nag = Nag(
                    minutes: Int.random(in: 1...300, using: &random), count: Int.random(in: 1...3, using: &random))
            case 3, 4:
                request.expires = expiry(of: request, now: now, zone: zone, using: &random)
                if number % 20 == 3 { request.nag = Nag(minutes: 45, count: 2) }
            case 5, 6:
                request.before = [1...20, 24...48].map { Int.random(in: $0, using: &random) }
            case 7: request.leeway = 60 * Double(Int.random(in: 1...120, using: &random))
            default: break
            }
            return request
        }
    }

    private static func plain(
        _ number: Int, now: Double, zone: TimeZone, using random: inout some RandomNumberGenerator
    ) -> YearRequest {
        let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let fixed = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"]
        let minute = 15 * Int.random(in: 0..<96, using: &random)
        let clock = "\(two(minute / 60)):\(two(minute % 60))"
        let own = Int.random(in: 0..<4, using: &random) == 0 ? fixed.randomElement(using: &random) : nil
        let ownZone = own.flatMap { TimeZone(identifier: $0) }
        var trigger: [String: Value] = own.map { ["timeZone": .string($0)] } ?? [:]
        let kind: Kind
        switch number {
        case 0..<6:
            trigger["every"] = .string("day \(clock)")
            kind = .days({ _ in true }, minute: minute, zone: ownZone)
        case 6..<9:
            trigger["every"] = .string("weekday \(clock)")
            kind = .days({ (1...5).contains($0.weekday) }, minute: minute, zone: ownZone)
        case 9..<30:
            let weekday = Int.random(in: 0..<7, using: &random)
            trigger["every"] = .string("\(weekdays[weekday]) \(clock)")
            kind = .days({ $0.weekday == weekday }, minute: minute, zone: ownZone)
        case 30..<60:
            let day = Int.random(in: 1...28, using: &random)
            trigger["every"] = .string("month \(day) \(clock)")
            kind = .days({ $0.dayOfMonth == day }, minute: minute, zone: ownZone)
        case 60..<85:
            let hours = Int.random(in: 100...700, using: &random)
            trigger = ["every": .string("\(hours)h")]
            kind = .interval(Double(hours) * 3600, repeats: true)
        case 85..<140:
            let minutes = Int.random(in: 1...525_600, using: &random)
            trigger = ["in": .string("\(minutes)m7s")]
            kind = .interval(Double(minutes) * 60 + 7, repeats: false)
        default:
            let offset = (ownZone ?? zone).secondsFromGMT(for: Date(timeIntervalSince1970: now))
            let today = (Int(now) + offset) / 86_400
            let day = today + Int.random(in: 2...364, using: &random)
            let date = Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601.year().month().day())
            trigger["at"] = .string("\(date) \(clock)")
            kind = .once(reading: day * 86_400 + minute * 60, zone: ownZone)
        }
        return YearRequest(identifier: "r\(number)", app: "org.example.App\(number % 3)", kind: kind, trigger: trigger)
    }

    /// A time after its date: soon after it, or some months later for a repeating request.
    private static func expiry(
        of request: YearRequest, now: Double, zone: TimeZone, using random: inout some RandomNumberGenerator
    ) -> Double? {
        let soon = 60 * Double(Int.random(in: 1...2880, using: &random))
        switch request.kind {
        case .days: return now.rounded() + 86_400 * Double(Int.random(in: 40...300, using: &random)) + soon
        case .interval(let seconds, let repeats):
            return now.rounded() + (repeats ? 86_400 * Double(Int.random(in: 40...300, using: &random)) : seconds)
                + soon
        case .once(let reading, let own):
            return YearZone(own ?? zone).instant(Double(reading)) + soon
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
