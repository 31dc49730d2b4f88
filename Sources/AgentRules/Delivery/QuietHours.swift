// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
package import Triggers

/// The hours in which the person wants to be left alone: `[quiet]` of `config.toml`.
package struct QuietHours: Hashable, Sendable {
    /// Seconds since midnight; from 22:00 to 07:00 goes over midnight.
    package var from: Int
    package var to: Int
    /// What is shown all the same.
    var pierce: Set<InterruptionLevel> = [.timeSensitive, .critical]

    /// Whether a reading of the clock is in them.
    package func contains(_ reading: LocalTime) -> Bool {
        let second = reading.secondOfDay
        return from <= to ? (from..<to).contains(second) : second >= from || second < to
    }

    /// The reading at which they end, or begin, next.
    func change(after reading: LocalTime) -> LocalTime {
        let midnight = reading.adding(seconds: -reading.secondOfDay)
        let edges = [from, to, from + 86_400, to + 86_400].map { midnight.adding(seconds: $0) }
        return edges.filter { $0 > reading }.min() ?? reading.adding(seconds: 86_400)
    }

    /// `22:00`, for so many seconds since midnight.
    package static func text(_ seconds: Int) -> String {
        String(LocalTime(seconds: seconds).description.dropFirst(11).prefix(5))
    }

    /// Seconds since midnight of `22:00`; nil for what is not a time of day.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCII) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 3600 + minute * 60
    }
}
