// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The parts of a notification that are sent: a server that refuses one form gets the next plainer one.
///
/// Each form also leaves out the parts that the previous form leaves out.
package enum NotificationForm: Int, Hashable, Sendable, CaseIterable, Comparable {
    case whole
    /// Leaves out pictures, the icon and sound files.
    case withoutPictures
    /// Leaves out all hints except the urgency and `suppress-sound`.
    case withoutHints
    /// Shortens the texts, removes their markup and breaks long words.
    case plainText
    /// Leaves out the buttons: the notification can be seen, but not answered.
    case withoutActions

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// The next plainer form; nil for the plainest.
    var plainer: Self? { Self(rawValue: rawValue + 1) }

    private static let pictures: Set = [
        "image-data", "image_data", "icon_data", "image-path", "image_path", "sound-file",
    ]
    private static let plainHints: Set = ["urgency", "suppress-sound"]
    /// The longest title, body and word of a plain form, in characters.
    private static let (longestTitle, longestBody, longestWord) = (120, 500, 60)

    /// Returns the arguments of `Notify` in this form; unchanged if they are not the specification's eight arguments.
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

    /// Removes markup and the entities that Belfry wrote, and breaks words that are too long for a line.
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

/// The alert style of a notification that the person may have seen before.
package enum AlertStyle: Hashable, Sendable {
    /// A first presentation, with sound and full urgency.
    case usual
    /// A presentation without sound, for a notification that is still on screen, but whose buttons have no receiver.
    case silent
    /// A presentation without sound, after the notification had left the screen; its urgency is low unless it has
    /// buttons or is critical.
    case quiet
}
