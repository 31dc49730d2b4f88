// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// How much of a notification is sent: less and less to a server that refuses it as it is.
///
/// Each form leaves out what the one before does, too.
package enum NotificationForm: Int, Hashable, Sendable, CaseIterable, Comparable {
    case whole
    /// Without pictures, the icon and sounds from files.
    case withoutPictures
    /// Without any hint but the urgency, and that it is to be silent.
    case withoutHints
    /// With short texts without markup and without long words.
    case plainText
    /// Without buttons: it is seen, and can't be answered.
    case withoutActions

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// The next plainer form; nil for the plainest.
    var plainer: Self? { Self(rawValue: rawValue + 1) }

    private static let pictures: Set = [
        "image-data", "image_data", "icon_data", "image-path", "image_path", "sound-file",
    ]
    private static let plainHints: Set = ["urgency", "suppress-sound"]
    /// The longest texts of a plain form, in characters, and its longest word.
    private static let (longestTitle, longestBody, longestWord) = (120, 500, 60)

    /// The arguments of `Notify` in this form; as they are where they are not those eight.
    package func applied(to arguments: [Value]) -> [Value] {
        guard self > .whole, arguments.count == 8, let hints = arguments[6].properties else { return arguments }
        var result = arguments
        result[2] = .string("")
        result[6] = .properties(hints.filter { !Self.pictures.contains($0.key) })
        if self >= .withoutHints { result[6] = .properties(hints.filter { Self.plainHints.contains($0.key) }) }
        if self >= .plainText {
            result[3] = .string(Self.plain(arguments[3].string ?? "", upTo: Self.longestTitle))
            result[4] = .string(Self.plain(arguments[4].string ?? "", upTo: Self.longestBody))
        }
        if self >= .withoutActions { result[5] = .strings([]) }
        return result
    }

    /// Without markup and entities, which are our own, and with breaks in words that no line holds.
    private static func plain(_ text: String, upTo limit: Int) -> String {
        let words = text.replacing("&lt;", with: " ").replacing("&gt;", with: " ").replacing("&amp;", with: "+")
        var result = ""
        var length = 0
        for character in words where !"<>&".contains(character) {
            length = character.isWhitespace ? 0 : length + 1
            if length > longestWord {
                result.append(" ")
                length = 1
            }
            result.append(character)
        }
        return result.count > limit ? result.prefix(limit - 1) + "…" : result
    }
}
