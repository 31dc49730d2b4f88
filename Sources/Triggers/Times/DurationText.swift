// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Durations as they are stored: a number and one unit, `90s`, `5m`, `2h`, `1d`.
///
/// What people write is TimeExpressions' to read; this is the form that it is brought into.
package enum DurationText {
    private static let units: [(name: Character, seconds: Double)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

    /// The largest unit of which it is a whole number.
    package static func text(_ seconds: Double) -> String {
        for (name, size) in units where seconds >= size && (seconds / size).rounded() * size == seconds {
            return "\(Int(seconds / size))\(name)"
        }
        return "\(seconds)s"
    }

    /// Seconds; nil for anything else than ``text(_:)`` gives.
    package static func seconds(_ text: String) -> Double? {
        guard let last = text.last, let unit = units.first(where: { $0.name == last }),
            let number = Double(text.dropLast()), number.isFinite, number >= 0
        else { return nil }
        return number * unit.seconds
    }
}
