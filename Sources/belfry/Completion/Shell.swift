// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A shell that calls the completion program, with the words of its command line.
enum Shell {
    case bash(BashLine)
    /// The words after `belfry`, without quotes; the last one is to be completed.
    case zsh([String])
    case fish([String])

    /// Reads the arguments after `__complete`; nil for a shell that isn't known.
    init?(_ arguments: [String]) {
        guard let name = arguments.first, let dashes = arguments.firstIndex(of: "--") else { return nil }
        let (options, words) = (arguments[1..<dashes], arguments[(dashes + 1)...])
        switch name {
        case "bash":
            guard let line = words.first, options.count == 2 else { return nil }
            self = .bash(BashLine(line, kind: options[1], breaks: options[2]))
        case "zsh": self = .zsh(Array(words))
        case "fish": self = .fish(words.dropLast() + [FishToken.text(words.last ?? "")])
        default: return nil
        }
    }

    /// The words after `belfry`; the last one is to be completed. Nil if the line can't be completed.
    var words: [String]? {
        switch self {
        case .bash(let line): line.words
        case .zsh(let words), .fish(let words): words.isEmpty ? nil : words
        }
    }

    /// Returns the output for the script of the shell: the directive, and a line for each candidate.
    func lines(of completion: Completion) -> [String] {
        let candidates = completion.candidates
        switch self {
        case .bash(let line): return [completion.directive] + line.replies(candidates)
        case .fish:
            return [completion.directive]
                + candidates.map { $0.description.isEmpty ? $0.value : "\($0.value)\t\($0.description)" }
        case .zsh:
            let width = Self.width(of: candidates.map(\.value))
            return [completion.directive]
                + candidates.map { candidate in
                    let shown = candidate.value.padded(to: width) + "  -- " + candidate.description
                    return "\(candidate.value)\t\(candidate.description.isEmpty ? candidate.value : shown)"
                }
        }
    }

    /// Returns the width of a column with these values, without the excess of values over 40 characters.
    static func width(of values: [String]) -> Int { min(values.map(\.count).max() ?? 0, 40) }
}

/// The word of a command line of fish, up to the cursor.
enum FishToken {
    /// Returns the word without its quotes, of which the last may be open.
    static func text(_ token: String) -> String {
        var (text, quote) = ("", Character?.none)
        var rest = token[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("\\", nil): text += rest.popFirst().map(String.init) ?? ""
            case ("\\", let open?):
                // Within quotes, only a backslash, the quote, and within double quotes a dollar can be escaped.
                let escapable = open == "\"" ? "\\\"$" : "\\'"
                if let next = rest.first, escapable.contains(next) {
                    text.append(rest.removeFirst())
                } else {
                    text.append(character)
                }
            case ("'", nil), ("\"", nil): quote = character
            case (_, let open?) where character == open: quote = nil
            default: text.append(character)
            }
        }
        return text
    }
}
