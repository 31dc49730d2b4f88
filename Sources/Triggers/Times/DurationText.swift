// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Durations in the stored form: a number and one unit, `90s`, `5m`, `2h`, `1d`.
///
/// TimeExpressions parses what people write and converts it into this form.
package enum DurationText {
    private static let units: [(name: Character, seconds: Double)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

    /// Returns the duration as a multiple of the largest unit that divides it.
    package static func text(_ seconds: Double) -> String {
        for (name, size) in units where seconds >= size && (seconds / size).rounded() * size == seconds {
            return "\(Int(seconds / size))\(name)"
        }
        return "\(seconds)s"
    }

    /// Returns seconds; nil unless the text has the form that ``text(_:)`` returns.
    package static func seconds(_ text: String) -> Double? {
        guard let last = text.last, let unit = units.first(where: { $0.name == last }),
            let number = Double(text.dropLast()), number.isFinite, number >= 0
        else { return nil }
        return number * unit.seconds
    }
}
