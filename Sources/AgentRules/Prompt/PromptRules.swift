// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel
package import SettingsFile

/// The setting for prompts that ask the person for a text: `[prompt]` of `config.toml`.
///
///     [prompt]
///     command = ["rofi", "-dmenu", "-p", "%t"]    # prints the text; default: zenity, kdialog or yad; []: no program
package struct PromptRules: Hashable, SettingsTable {
    /// The program and its arguments, with ``placeholders``; nil for "not set", empty for "no program".
    package var command: [String]?

    /// Letters that are replaced in the command's arguments: `%t` is the title, `%m` the message, `%a` the action, `%p`
    /// the field's placeholder and `%s` the label of the button that sends; `%%` is a percent sign.
    static let placeholders: [Character] = ["t", "m", "a", "p", "s"]

    package init() {}

    package static let keys: SettingsKeys<Self> = [
        "command": { settings, value, name in
            let words = value.array?.compactMap(\.string) ?? []
            guard let array = value.array, words.count == array.count, words.first != "" else {
                throw SettingsProblem("\(name) must be a list of texts: a program and its arguments, or [] for none")
            }
            // A notification must not determine the program that runs.
            guard words.first?.contains("%") != true else {
                throw SettingsProblem("\(name) must begin with a program, without a placeholder")
            }
            try checkPlaceholders(in: words, of: name, known: placeholders)
            settings.command = words
        }
    ]
}

/// The result of asking the person for a text.
package enum PromptAnswer: Hashable, Sendable {
    /// The typed text; not empty, at most ``NotificationModel/Limits/userTextBytes``.
    case text(String)
    /// The person gave no answer.
    case cancelled
    /// The prompt could not be shown; the reason contains no text of the notification.
    case failed(String)

    /// Reads the prompt's output without its final line end; blank output counts as no answer.
    package init(typed bytes: some Collection<UInt8>) {
        var bytes = Array(bytes.prefix(Limits.userTextBytes + 1))
        let isCut = bytes.count > Limits.userTextBytes && bytes.last != UInt8(ascii: "\n")
        if bytes.last == UInt8(ascii: "\n") || isCut { bytes.removeLast() }
        // A cut text must not end within a character's bytes.
        if isCut {
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last & 0xC0 == 0xC0 { bytes.removeLast() }
        }
        let text = PlainText.clean(String(decoding: bytes, as: UTF8.self), keepingLines: true)
        self = text.contains { !$0.isWhitespace } ? .text(text) : .cancelled
    }
}

/// The question that a prompt asks for a text action, if the notification server has no text field.
package struct Question: Hashable, Sendable, Codable {
    /// The action's identifier, which the response will carry.
    package let identifier: String
    /// The button's label.
    package let label: String
    /// The text in the empty field; empty for none.
    package let placeholder: String
    /// The label of the button that sends the text; empty for the prompt's default.
    package let buttonTitle: String

    package init(_ action: Action, _ field: Action.TextInput) {
        (identifier, label) = (action.identifier, action.title)
        (placeholder, buttonTitle) = (field.placeholder, field.buttonTitle)
    }
}
