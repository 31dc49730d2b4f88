// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A language's choice of a plural form: the expression behind `plural=` in the header of a catalogue.
///
/// The rule is an expression of C with the variable `n`, such as `n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2`.
struct PluralRule: Sendable {
    private let tokens: [String]
    /// Largest number of characters of a rule that are read, several times what any language needs.
    private static let maximumSize = 1000

    /// Finds the rule in a header; nil if the header has no rule or one that is too long.
    init?(header: String) {
        guard let start = header.firstRange(of: "plural=")?.upperBound else { return nil }
        var tokens: [String] = []
        let rule = header[start...].prefix(Self.maximumSize).prefix { $0 != ";" }
        for character in rule where !character.isWhitespace {
            let joined = (tokens.last ?? "") + String(character)
            let isNumber = joined.count > 1 && joined.allSatisfy(\.isNumber)
            if isNumber || ["==", "!=", "<=", ">=", "&&", "||"].contains(joined) {
                tokens[tokens.count - 1] = joined
            } else {
                tokens.append(String(character))
            }
        }
        // The number of tokens is limited, because the evaluation is recursive. No language needs nearly 500 tokens.
        guard tokens.count < 500 else { return nil }
        self.tokens = tokens
    }

    /// Returns the index, from 0, of the plural form for a count of things; nil if the expression is invalid.
    func form(of count: Int) -> Int? {
        var evaluation = Evaluation(count: count, rest: tokens[...])
        let form = try? evaluation.condition()
        return evaluation.rest.isEmpty ? form : nil
    }
}

/// The evaluation of a rule's expression from left to right.
private struct Evaluation {
    struct Invalid: Error {}

    let count: Int
    var rest: ArraySlice<String>

    typealias Operator = @Sendable (Int, Int) -> Int
    /// The operators of two numbers by their precedence, the weakest first.
    static let operators: [[String: Operator]] = [
        ["||": { $0 != 0 || $1 != 0 ? 1 : 0 }], ["&&": { $0 != 0 && $1 != 0 ? 1 : 0 }],
        ["==": { $0 == $1 ? 1 : 0 }, "!=": { $0 != $1 ? 1 : 0 }],
        ["<": { $0 < $1 ? 1 : 0 }, ">": { $0 > $1 ? 1 : 0 }, "<=": { $0 <= $1 ? 1 : 0 }, ">=": { $0 >= $1 ? 1 : 0 }],
        ["+": { $0 &+ $1 }, "-": { $0 &- $1 }],
        [
            "*": { $0 &* $1 }, "/": { $0.dividedReportingOverflow(by: $1).partialValue },
            "%": { $0.remainderReportingOverflow(dividingBy: $1).partialValue },
        ],
    ]

    mutating func condition() throws(Invalid) -> Int {
        let value = try operation()
        guard rest.first == "?" else { return value }
        rest.removeFirst()
        let yes = try condition()
        guard rest.popFirst() == ":" else { throw Invalid() }
        let no = try condition()
        return value != 0 ? yes : no
    }

    private mutating func operation(_ precedence: Int = 0) throws(Invalid) -> Int {
        guard precedence < Self.operators.count else { return try operand() }
        var value = try operation(precedence + 1)
        while let name = rest.first, let apply = Self.operators[precedence][name] {
            rest.removeFirst()
            value = apply(value, try operation(precedence + 1))
        }
        return value
    }

    private mutating func operand() throws(Invalid) -> Int {
        switch rest.popFirst() {
        case "n": return count
        case "!": return try operand() == 0 ? 1 : 0
        case "(":
            let value = try condition()
            guard rest.popFirst() == ")" else { throw Invalid() }
            return value
        case let token:
            guard let number = token.flatMap({ Int($0) }) else { throw Invalid() }
            return number
        }
    }
}
