// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A word of the text, in lower case, and where it stands.
struct Word: Hashable, Sendable {
    let text: String
    let range: Range<Int>

    /// Splits at white space and commas, and between `+` and what it adds.
    static func split(_ text: String) -> [Word] {
        var words: [Word] = []
        var current = ""
        var start = 0
        func end(_ position: Int) {
            if !current.isEmpty { words.append(Word(text: current.lowercased(), range: start..<position)) }
            current = ""
        }
        for (position, character) in text.enumerated() {
            if character.isWhitespace || character == "," {
                end(position)
            } else if character == "+", current.isEmpty {
                words.append(Word(text: "+", range: position..<position + 1))
            } else {
                if current.isEmpty { start = position }
                current.append(character)
            }
        }
        end(text.count)
        return words
    }
}
