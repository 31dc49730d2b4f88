// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// The setting for prompts that ask the person for a text: `[prompt]` of `config.toml`.
///
///     [prompt]
///     command = ["rofi", "-dmenu", "-p", "%t"]    # prints the words; default: zenity, kdialog or yad; []: no program
package struct PromptRules: Hashable, Sendable {
    /// The program and its arguments, with ``placeholders``; nil for "not set", empty for "no program".
    package var command: [String]?

    /// Letters that are replaced in the command's arguments: `%t` is the title, `%m` the message, `%a` the action, `%p`
    /// the field's placeholder and `%s` the label of the button that sends; `%%` is a percent sign.
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
            // A notification must not determine the program that runs.
            guard words.first??.contains("%") != true else {
                throw Configuration.Problem(text: "prompt.command must begin with a program, without a placeholder")
            }
            let texts = words.compactMap(\.self)
            try Configuration.checkPlaceholders(in: texts, of: "prompt.command", known: Self.placeholders)
            command = texts
        }
    }
}
