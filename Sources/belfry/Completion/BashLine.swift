// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A command line of bash, up to the cursor.
///
/// Bash passes words with their quotes, and replaces only the part of the last word that follows a character of
/// `COMP_WORDBREAKS`, or an open quote.
struct BashLine {
    /// The words after the name of the command, without quotes; the last one is to be completed. Nil within `$'...'`, and
    /// for a word that goes on behind a closed quote.
    private(set) var words: [String]?
    /// The open quote; nil if no quote is open.
    private var quote: Character?
    /// The beginning of the last word, without quotes, which bash itself keeps.
    private var kept = ""
    /// Whether bash shows the candidates in a list.
    private let isListed: Bool

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - line: The line up to the cursor; its first word is the command.
    ///   - kind: The value of `COMP_TYPE`.
    ///   - breaks: The value of `COMP_WORDBREAKS`.
    init(_ line: String, kind: String, breaks: String) {
        // A list is shown by the second Tab (?), and by the options show-all-if-ambiguous (!) and -unmodified (@). With
        // other values of `COMP_TYPE`, bash inserts the candidates one after the other.
        isListed = ["63", "33", "64"].contains(kind)
        read(line, breaks: Set(breaks))
    }

    private mutating func read(_ line: String, breaks: Set<Character>) {
        var found: [String] = []
        var (word, isWord, hasClosedQuote) = ("", false, false)
        var rest = line[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open {
                    (quote, hasClosedQuote) = (nil, true)
                } else if character == "\\", open == "\"", let next = rest.first, "$`\"\\".contains(next) {
                    word.append(rest.removeFirst())
                } else {
                    word.append(character)
                }
                continue
            }
            switch character {
            case " ", "\t", "\n":
                if isWord { found.append(word) }
                (word, kept, isWord, hasClosedQuote) = ("", "", false, false)
                continue
            case "'", "\"":
                // The text of $'...' has escapes of its own.
                if character == "'", word.last == "$" { return }
                (quote, kept) = (character, word)
            case "\\": word += rest.popFirst().map(String.init) ?? ""
            default:
                word.append(character)
                if breaks.contains(character) { kept = word }
            }
            isWord = true
        }
        guard quote != nil || !hasClosedQuote, found.count + (isWord ? 1 : 0) > 0 else { return }
        words = Array((found + [word]).dropFirst())
    }

    /// Returns the elements of `COMPREPLY`: text to insert, or to show in a list.
    func replies(_ candidates: [Candidate]) -> [String] {
        let texts = candidates.map { Self.quoted(String($0.value.dropFirst(kept.count)), in: quote) }
        guard isListed, quote == nil, candidates.count > 1, Self.areDistinct(texts) else { return texts }
        let width = Shell.width(of: texts)
        return zip(texts, candidates).map { text, candidate in
            candidate.description.isEmpty ? text : "\(text.padded(to: width))  (\(candidate.description))"
        }
    }

    /// Returns whether bash tells the texts apart, also with the options completion-ignore-case and
    /// completion-map-case. Bash inserts the common beginning of the listed texts, which has no part of a description
    /// if the texts differ.
    private static func areDistinct(_ texts: [String]) -> Bool {
        Set(texts.map { $0.lowercased().replacing("_", with: "-") }).count == texts.count
    }

    /// Quotes a text for bash; `quote` is the open quote before the text, nil without one.
    static func quoted(_ text: String, in quote: Character?) -> String {
        switch quote {
        case "'"?: return text.replacing("'", with: #"'\''"#)
        case "\""?:
            return text.reduce(into: "") { result, character in
                // A backslash doesn't protect an exclamation mark from bash's history expansion.
                if character == "!" {
                    result += "\"'!'\""
                } else {
                    if "$`\"\\".contains(character) { result.append("\\") }
                    result.append(character)
                }
            }
        default:
            if text.utf8.allSatisfy(isPlain) { return text }
            var result = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                if scalar.isASCII, !isPlain(UInt8(scalar.value)) { result.append("\\") }
                result.append(scalar)
            }
            return String(result)
        }
    }

    /// Returns whether an ASCII character stands for itself outside quotes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-./:=@%+,".utf8.contains(byte)
        }
    }
}
