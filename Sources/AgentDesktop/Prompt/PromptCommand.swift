// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules

/// A program that asks the person for one line of text and prints it.
enum PromptCommand: Hashable, Sendable {
    case zenity
    case kdialog
    case yad
    /// The person's own program, with ``PromptRules/placeholders`` in its arguments.
    case own([String])

    /// Returns the programs to look for, the desktop's own first; `desktop` is the value of `XDG_CURRENT_DESKTOP`.
    static func known(on desktop: String) -> [PromptCommand] {
        desktop.split(separator: ":").contains("KDE") ? [.kdialog, .zenity, .yad] : [.zenity, .kdialog, .yad]
    }

    /// The program, by its name on `PATH` or its path.
    var program: String {
        switch self {
        case .zenity: "zenity"
        case .kdialog: "kdialog"
        case .yad: "yad"
        case .own(let words): words.first ?? ""
        }
    }

    /// Returns the arguments for one question.
    ///
    /// Each text of the notification stays in one argument, which no shell reads, and is escaped for the program.
    func arguments(for question: Question, about words: PromptWords) -> [String] {
        let label = words.question(question)
        switch self {
        case .zenity:
            // zenity reads mnemonics and C escapes in the text above the field, but not in the button's label.
            let send = question.buttonTitle.isEmpty ? [] : ["--ok-label=\(Self.line(question.buttonTitle))"]
            return ["--entry", "--title=\(words.title)", "--text=\(Self.mnemonic(Self.escaped(label)))"] + send
        case .kdialog:
            // kdialog reads a text with `<` as markup, so the whole text is made valid markup.
            let text =
                label.contains("<") ? "<qt>\(PlainText.escaped(label).replacing("\n", with: "<br>"))</qt>" : label
            return ["--title=\(words.title)", "--inputbox=\(Self.escaped(text))"]
        case .yad:
            return ["--entry", "--no-markup", "--title=\(words.title)", "--text=\(Self.escaped(label))"]
        case .own(let command):
            return command.dropFirst().map { Self.filled($0, question, words) }
        }
    }

    private static func filled(_ argument: String, _ question: Question, _ words: PromptWords) -> String {
        var result = ""
        var rest = argument[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...].dropFirst()
            let value: String? =
                switch rest.first {
                case "t": words.title
                case "m": words.body
                case "a": line(question.label)
                case "p": line(question.placeholder)
                case "s": line(question.buttonTitle)
                case "%": "%"
                default: nil
                }
            result += value ?? "%"
            if value != nil { rest = rest.dropFirst() }
        }
        return result + rest
    }

    private static func line(_ text: String) -> String { PlainText.clean(text, keepingLines: false) }

    private static func escaped(_ text: String) -> String { text.replacing("\\", with: "\\\\") }

    private static func mnemonic(_ text: String) -> String { text.replacing("_", with: "__") }
}
