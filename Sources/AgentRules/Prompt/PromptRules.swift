// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// How the person wants to be asked for words: `[prompt]` of `config.toml`.
///
///     [prompt]
///     command = ["rofi", "-dmenu", "-p", "%t"]    # prints the words; default: zenity, kdialog or yad; []: no program
package struct PromptRules: Hashable, Sendable {
    /// The program and its arguments, with ``placeholders``; nil is "not said", empty "none".
    package var command: [String]?

    /// Letters that are replaced in the command's arguments: `%t` is the title, `%m` the message, `%a` the action, `%p` the
    /// placeholder of the field and `%s` the title of the button that sends; `%%` is a percent sign.
    static let placeholders: [Character] = ["t", "m", "a", "p", "s"]

    package init() {}

    /// - Throws: ``Configuration/Problem``.
    init(_ value: some TOMLValueConvertible) throws {
        for (_, value) in try Configuration.entries(of: value, in: "prompt", known: ["command"]) {
            let words = value.array?.map(\.string)
            guard let words, words.allSatisfy({ $0 != nil }), words.first.map({ $0 != "" }) ?? true else {
                throw Configuration.Problem(
                    text: "prompt.command must be a list of texts: a program and its arguments, or [] for none")
            }
            // What is run is not for a notification to say.
            guard words.first??.contains("%") != true else {
                throw Configuration.Problem(text: "prompt.command must begin with a program, without a placeholder")
            }
            let texts = words.compactMap(\.self)
            try Configuration.checkPlaceholders(in: texts, of: "prompt.command", known: Self.placeholders)
            command = texts
        }
    }
}
