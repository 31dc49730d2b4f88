// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Finds similar words.
enum Spelling {
    /// Returns the word that was probably meant; nil if none is similar.
    ///
    /// - Parameters:
    ///   - word: The typed word, without dashes.
    ///   - words: The valid words.
    /// - Returns: The word with the smallest edit distance, or else one with the typed word as a prefix.
    static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let measured = words.sorted().map { ($0, distance(word, $0.lowercased())) }
        let limit = max(1, word.count / 3)
        if let best = measured.min(by: { $0.1 < $1.1 }), best.1 <= limit { return best.0 }
        return word.count < 3 ? nil : measured.first { $0.0.lowercased().hasPrefix(word) }?.0
    }

    /// Returns the number of insertions, deletions, changes and swaps of adjacent letters between two words.
    static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var before: [Int] = []
        var last = Array(0...other.count)
        for row in 0..<one.count {
            var next = [row + 1]
            for column in 0..<other.count {
                var cost = min(last[column + 1], next[column]) + 1
                cost = min(cost, last[column] + (one[row] == other[column] ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }
}
