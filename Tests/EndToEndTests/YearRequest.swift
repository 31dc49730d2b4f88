// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// One request of the simulated year, or an early warning of one, and what the manual says of it.
struct YearRequest {
    /// When it fires.
    enum Kind {
        /// Days that match, at a time of day; a zone of its own, or nil: the person's.
        case days(@Sendable (YearDay) -> Bool, minute: Int, zone: TimeZone?)
        /// Once, at this reading of the clock.
        case once(reading: Int, zone: TimeZone?)
        /// After so many seconds of real time, again and again or once.
        case interval(Double, repeats: Bool)
    }

    /// What is to become of it when its moment was missed.
    enum Missed: String, CaseIterable {
        case standard, show, skip, digest
        case youngDigest = "digest:2h"
    }

    /// How much it may interrupt.
    enum Level: String {
        case active, timeSensitive, critical
    }

    /// Shown again so many times, after so many seconds each.
    struct Nag: Hashable {
        let minutes: Int
        let count: Int
    }

    var identifier: String
    let app: String
    let kind: Kind
    /// The contract's trigger.
    let trigger: [String: Value]
    var missed = Missed.standard
    var level = Level.active
    var nag: Nag?
    /// Unix seconds.
    var expires: Double?
    /// Seconds that it may be late.
    var leeway = 0.0
    /// Hours before it at which it is warned of.
    var before: [Int] = []
    /// Of a warning: seconds before its trigger's date.
    var lead = 0.0

    var dictionary: [String: Value] {
        var request: [String: Value] = [
            "identifier": .string(identifier), "title": .string(identifier), "trigger": .properties(trigger),
        ]
        if missed != .standard { request["ifMissed"] = .string(missed.rawValue) }
        if level != .active { request["interruptionLevel"] = .string(level.rawValue) }
        if let nag { request["nag"] = .string("\(nag.minutes)mx\(nag.count)") }
        if let expires { request["expires"] = .string("@\(Int(expires))") }
        if leeway > 0 { request["leeway"] = .string("\(Int(leeway))s") }
        if !before.isEmpty { request["before"] = .strings(before.map { "\($0)h" }) }
        return request
    }

    /// The early warnings: requests of their own, which nag nobody.
    var warnings: [YearRequest] {
        before.map { hours in
            var warning = self
            warning.identifier = "\(identifier)~\(hours)h"
            warning.lead = Double(hours) * 3600
            warning.before = []
            warning.nag = nil
            return warning
        }
    }

    var repeats: Bool {
        switch kind {
        case .days: true
        case .once: false
        case .interval(_, let repeats): repeats
        }
    }

    /// The zone of its own; nil where it follows the person, and for an interval.
    var ownZone: TimeZone? {
        switch kind {
        case .days(_, _, let zone), .once(_, let zone): zone
        case .interval: nil
        }
    }

    var isInterval: Bool {
        if case .interval = kind { true } else { false }
    }
}

/// A day, as rules ask for it.
struct YearDay {
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
