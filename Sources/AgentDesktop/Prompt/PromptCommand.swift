// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules

/// A program that asks for one line and prints it.
enum PromptCommand: Hashable, Sendable {
    case zenity
    case kdialog
    case yad
    /// The person's own, with ``PromptRules/placeholders`` in its arguments.
    case own([String])

    /// Those that are looked for, the desktop's own first; `desktop` is `XDG_CURRENT_DESKTOP`: names with colons between.
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

    /// The arguments for one question.
    ///
    /// Each word of the notification goes into one argument and is text there: no shell reads it, and what the
    /// program would take for markup, an escape or a mnemonic is escaped.
    func arguments(for question: Question, about words: PromptWords) -> [String] {
        let label = words.question(question)
        switch self {
        case .zenity:
            // What stands above the field has mnemonics, and C's escapes; its button has neither.
            let send = question.buttonTitle.isEmpty ? [] : ["--ok-label=\(Self.line(question.buttonTitle))"]
            return ["--entry", "--title=\(words.title)", "--text=\(Self.mnemonic(Self.escaped(label)))"] + send
        case .kdialog:
            // What looks like markup is taken for it: then all of it is made such.
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
