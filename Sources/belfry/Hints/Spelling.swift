// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Words that are nearly others.
enum Spelling {
    /// The word that was probably meant; nil where none is near.
    ///
    /// - Parameters:
    ///   - word: What was typed, without dashes.
    ///   - words: What could have been typed.
    /// - Returns: One that begins so, or the nearest by a slip of the fingers or two.
    static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let measured = words.sorted().map { ($0, distance(word, $0.lowercased())) }
        let limit = max(1, word.count / 3)
        if let best = measured.min(by: { $0.1 < $1.1 }), best.1 <= limit { return best.0 }
        return word.count < 3 ? nil : measured.first { $0.0.lowercased().hasPrefix(word) }?.0
    }

    /// How many letters have to be put in, left out, changed or swapped with their neighbour.
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
