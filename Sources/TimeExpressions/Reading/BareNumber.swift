// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A number without a unit, such as `5`, `1730` or `9.30`, and suggestions to replace it.
struct BareNumber {
    private let word: String
    /// The time of day that it could mean: `17:30` for `1730`.
    private let clock: String?

    /// Creates a number; nil for other words. 24.12. and 24.12.2026 are not numbers: some countries write dates so.
    init?(_ word: String) {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty || parts.count == 2 }),
            parts.contains(where: { !$0.isEmpty }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        self.word = word
        clock = Self.clock(parts)
    }

    /// Tells whether the number could be a time of day, with or without minutes.
    var isClock: Bool { clock != nil }

    /// Returns a hint whose suggestions can all be parsed.
    ///
    /// - Parameters:
    ///   - isLength: Whether a duration is expected.
    ///   - isAlone: Whether there are no other words, so that it may be a duration or a time of day.
    /// - Returns: A hint such as `write 5m, 5h, 05:00, 5am or 5pm`.
    func hint(isLength: Bool, isAlone: Bool) -> String {
        let isReadable = !word.hasPrefix(".") && !word.hasSuffix(".") && word.utf8.count < 6
        let lengths = isReadable && Double(word) != 0 ? ["\(word)m", "\(word)h"] : []
        if isLength { return Self.write(lengths.isEmpty ? ["10m", "2h"] : lengths) }
        let clocks = clock.map { [$0] + half } ?? []
        // Three or four digits are a time of day; nobody counts so many minutes.
        let isClock = clock != nil && word.utf8.count > 2
        if isAlone, !isClock { return Self.write(lengths + clocks) }
        return Self.write(clocks.isEmpty ? ["17:00", "5pm"] : clocks)
    }

    /// Forms with am and pm, for an hour of 1 to 12.
    private var half: [String] {
        guard word.utf8.count < 3, let hour = Int(word), (1...12).contains(hour) else { return [] }
        return ["\(hour)am", "\(hour)pm"]
    }

    private static func write(_ texts: [String]) -> String {
        let texts = texts.isEmpty ? ["10m", "17:00"] : texts
        guard let last = texts.last, texts.count > 1 else { return "write \(texts[0])" }
        return "write \(texts.dropLast().joined(separator: ", ")) or \(last)"
    }

    private static func clock(_ parts: [Substring]) -> String? {
        let (hours, minutes): (Substring, Substring)
        if parts.count == 2 {
            guard parts[1].utf8.count == 2 else { return nil }
            (hours, minutes) = (parts[0], parts[1])
        } else if parts[0].utf8.count > 2 {
            (hours, minutes) = (parts[0].dropLast(2), parts[0].suffix(2))
        } else {
            (hours, minutes) = (parts[0], "00")
        }
        guard (1...2).contains(hours.utf8.count), let hour = Int(hours), let minute = Int(minutes), hour < 24,
            minute < 60
        else { return nil }
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
