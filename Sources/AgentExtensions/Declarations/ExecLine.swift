// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The words of the key `Exec` of a desktop file, read by the quoting rules of the Desktop Entry Specification.
///
/// No shell is involved. GLib accepts more, because it reads the value as a shell would.
struct ExecLine: Hashable, Sendable {
    /// Reason why a value of `Exec` can't be used, worded as the end of a sentence.
    struct Problem: Error, Hashable {
        let text: String
    }

    /// Largest size of a value of `Exec` in bytes.
    static let longest = 8 << 10

    let words: [String]

    /// Characters that the specification reserves: a word with such a character must be quoted.
    private static let reserved = Set("'><~|&;$*?#()`\\".unicodeScalars)
    /// Characters that need a backslash within quotation marks.
    private static let escaped = Set("\"`$\\".unicodeScalars)

    /// Reads a value of `Exec` in which a key file's own escapes have already been replaced.
    init(_ text: String) throws(Problem) {
        guard text.utf8.count <= Self.longest else { throw Problem(text: "is over \(Self.longest) bytes, the limit") }
        var rest = text.unicodeScalars[...]
        var words: [String] = []
        while true {
            rest = rest.drop { $0 == " " }
            guard let first = rest.first else { break }
            words.append(first == "\"" ? try Self.quoted(&rest) : try Self.plain(&rest))
        }
        guard let program = words.first, !program.isEmpty else { throw Problem(text: "names no program") }
        self.words = words
    }

    private static func plain(_ rest: inout Substring.UnicodeScalarView) throws(Problem) -> String {
        var word = String.UnicodeScalarView()
        while let scalar = rest.first, scalar != " " {
            rest.removeFirst()
            guard !reserved.contains(scalar), scalar != "\"", scalar.value >= 0x20 else {
                let name = scalar.value >= 0x20 ? "the character \(scalar)" : "a control character"
                throw Problem(text: "has \(name) outside of quotation marks, and no shell reads it")
            }
            word.append(scalar == "%" ? try percent(&rest) : scalar)
        }
        return String(word)
    }

    /// Reads a word in quotation marks; the marks must be around the whole word.
    private static func quoted(_ rest: inout Substring.UnicodeScalarView) throws(Problem) -> String {
        rest.removeFirst()
        var word = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"":
                guard rest.first ?? " " == " " else {
                    throw Problem(text: "has quotation marks around a part of a word; they must be around all of it")
                }
                return String(word)
            case "\\":
                guard let next = rest.popFirst(), escaped.contains(next) else {
                    throw Problem(text: "has a backslash that stands before none of \" ` $ \\")
                }
                word.append(next)
            case "`", "$": throw Problem(text: "has the character \(scalar) without a backslash before it")
            case "%": word.append(try percent(&rest))
            default: word.append(scalar)
            }
        }
        throw Problem(text: "has no closing quotation mark")
    }

    /// Reads the second sign of `%%`, and refuses all field codes: an extension gets no files or names in their place.
    private static func percent(_ rest: inout Substring.UnicodeScalarView) throws(Problem) -> Unicode.Scalar {
        guard let code = rest.popFirst(), code != " " else {
            throw Problem(text: "has a single %; a percent sign is %%")
        }
        guard code == "%" else {
            throw Problem(text: "has the field code %\(code); an extension gets none (a percent sign is %%)")
        }
        return "%"
    }
}
