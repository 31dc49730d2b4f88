// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Repeated presentation of a notification until the person reacts.
package struct Nag: Hashable, Sendable {
    /// Seconds between two presentations; at least ``Policy/shortestNag``.
    package var interval: Double
    /// Number of repetitions after the first presentation; nil repeats without end.
    package var count: Int?

    package init(interval: Double, count: Int? = nil) {
        self.interval = interval
        self.count = count
    }

    /// Reads `5m` and `5mx3`.
    ///
    /// - Parameters:
    ///   - text: The nag as text.
    ///   - duration: Reads the interval before the `x`, in seconds.
    package init?(_ text: String, duration: (String) -> Double?) {
        var words = text
        var count: Int?
        if let mark = text.lastIndex(where: { "xX×".contains($0) }) {
            count = Int(text[text.index(after: mark)...].filter { $0 != " " })
            guard let count, (1...1000).contains(count) else { return nil }
            words = String(text[..<mark])
        }
        guard let interval = duration(words), interval >= Policy.shortestNag else { return nil }
        self.init(interval: interval, count: count)
    }

    /// The nag as text.
    package var text: String { DurationText.text(interval) + (count.map { "x\($0)" } ?? "") }
}
