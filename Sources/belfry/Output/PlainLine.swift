// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import NotificationServer

extension String {
    /// The text on one line, without characters that control a terminal or affect following text: for untrusted titles.
    var onOneLine: String {
        if isPrintableASCII { return self }
        var line = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            default: line.unicodeScalars.append(scalar)
            }
        }
        return VisibleText.line(line)
    }

    /// The text with tabs, line feeds and backslashes written as `\t`, `\n` and `\\`, for a column of a line.
    ///
    /// Other characters that control a terminal or the layout are written as `\u{1b}`, in hexadecimal.
    var escapedForPorcelain: String {
        if isPrintableASCII, !utf8.contains(UInt8(ascii: "\\")) { return self }
        var field = ""
        for character in unicodeScalars {
            switch character {
            case "\\": field += #"\\"#
            case "\t": field += #"\t"#
            case "\n": field += #"\n"#
            case "\r": field += #"\r"#
            default:
                switch character.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator,
                    .format where VisibleText.turns(character):
                    field += #"\u{\#(String(character.value, radix: 16))}"#
                default: field.unicodeScalars.append(character)
                }
            }
        }
        return field
    }

    /// Whether no character can control a terminal or affect following text, as in most texts.
    private var isPrintableASCII: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// The lines that aren't empty, each indented and without control characters, for the body of a question.
    var indentedLines: String { split(separator: "\n").map { "  \(String($0).onOneLine)\n" }.joined() }

    /// Appends spaces up to `width` characters.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The parts between commas, trimmed and without empty parts.
    var commaSeparated: [String] { split(separator: ",").map(\.trimmed).filter { !$0.isEmpty } }

    /// The parts before and after the first equals sign; nil if there is no equals sign, or if the first part is empty.
    var splitAtEqualsSign: (name: String, value: String)? {
        guard let sign = firstIndex(of: "="), sign != startIndex else { return nil }
        return (String(self[..<sign]), String(self[index(after: sign)...]))
    }
}

extension StringProtocol {
    /// The text without whitespace at either end.
    var trimmed: String { drop(while: \.isWhitespace).trimmingEnd(\.isWhitespace) }

    /// Returns the text without the characters at its end for which `isTrimmed` is true.
    func trimmingEnd(_ isTrimmed: (Character) -> Bool) -> String {
        lastIndex { !isTrimmed($0) }.map { String(self[...$0]) } ?? ""
    }
}
