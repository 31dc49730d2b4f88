// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// One request of the simulated year, or an early warning, and the manual's rules for it.
struct YearRequest {
    /// The trigger.
    enum Kind {
        /// Matching days, at a time of day; in a zone of its own, or nil: the person's.
        case days(@Sendable (YearDay) -> Bool, minute: Int, zone: TimeZone?)
        /// Once, at this local time.
        case once(reading: Int, zone: TimeZone?)
        /// After this many seconds of real time, repeatedly or once.
        case interval(Double, repeats: Bool)
    }

    /// What happens if its time was missed.
    enum Missed: String, CaseIterable {
        case standard, show, skip, digest
        case youngDigest = "digest:2h"
    }

    /// Its interruption level.
    enum Level: String {
        case active, timeSensitive, critical
    }

    /// The number of nags, and the seconds between them.
    struct Nag: Hashable {
        let minutes: Int
        let count: Int
    }

    var identifier: String
    let app: String
    let kind: Kind
    /// The trigger of the D-Bus interface.
    let trigger: [String: Value]
    var missed = Missed.standard
    var level = Level.active
    var nag: Nag?
    /// Its expiry in Unix seconds.
    var expires: Double?
    /// The allowed delay in seconds.
    var leeway = 0.0
    /// The hours before its date at which a warning is shown.
    var before: [Int] = []
    /// For a warning: the seconds before its trigger's date.
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

    /// The early warnings: requests of their own, which do not nag.
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

    /// Its own zone; nil if it follows the person, and for an interval.
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

/// A calendar day, with the properties that rules use.
struct YearDay {
    /// The number of days since 1970.
    let number: Int
    /// The weekday; 0 is Sunday.
    var weekday: Int { (number + 4) % 7 }
    /// The number of the month, counted from the beginning of 2026.
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
