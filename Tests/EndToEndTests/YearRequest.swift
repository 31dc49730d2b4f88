// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// One request of the simulated year, and when it is due by the rules of the manual: its own arithmetic, not the agent's.
struct YearRequest {
    /// When it fires.
    enum Kind {
        /// Days that match, at a time of day; a zone of its own, or nil: the person's.
        case days(@Sendable (DayOfYear) -> Bool, minute: Int, zone: TimeZone?)
        /// Once, at this reading of the clock.
        case once(reading: Int, zone: TimeZone?)
        /// After so many seconds of real time, again and again or once.
        case interval(Double, repeats: Bool)
    }

    /// A day, as rules ask for it.
    struct DayOfYear {
        /// Days since 1970.
        let number: Int
        /// 0 is Sunday.
        var weekday: Int { (number + 4) % 7 }
        /// Counted in months of the years from 2026 on.
        var dayOfMonth: Int {
            var (rest, year) = (number - 20_454, 2026)
            while true {
                let isLeap = year % 4 == 0
                for length in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
                    if rest < length { return rest + 1 }
                    rest -= length
                }
                year += 1
            }
        }
    }

    /// What is to become of it when its moment was missed.
    enum Missed: String, CaseIterable {
        case standard, show, skip, digest
        case youngDigest = "digest:2h"
    }

    let identifier: String
    let app: String
    let kind: Kind
    let missed: Missed
    /// The contract's trigger.
    let trigger: [String: Value]

    var dictionary: [String: Value] {
        var request: [String: Value] = [
            "identifier": .string(identifier), "title": .string(identifier), "trigger": .properties(trigger),
        ]
        if missed != .standard { request["ifMissed"] = .string(missed.rawValue) }
        return request
    }

    var repeats: Bool {
        switch kind {
        case .days: true
        case .once: false
        case .interval(_, let repeats): repeats
        }
    }

    /// Two hundred requests of all kinds, the same for the same seed.
    static func all(now: Double, zone: TimeZone, using random: inout some RandomNumberGenerator) -> [YearRequest] {
        let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let fixed = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"]
        return (0..<200).map { number in
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
                trigger = ["in": .string("\(minutes)m")]
                kind = .interval(Double(minutes) * 60, repeats: false)
            default:
                let offset = (ownZone ?? zone).secondsFromGMT(for: Date(timeIntervalSince1970: now))
                let today = (Int(now) + offset) / 86_400
                let day = today + Int.random(in: 2...364, using: &random)
                let date = Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601.year().month().day())
                trigger["at"] = .string("\(date) \(clock)")
                kind = .once(reading: day * 86_400 + minute * 60, zone: ownZone)
            }
            let missed = Missed.allCases.randomElement(using: &random) ?? .standard
            return YearRequest(
                identifier: "r\(number)", app: "org.example.App\(number % 3)", kind: kind, missed: missed,
                trigger: trigger)
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
