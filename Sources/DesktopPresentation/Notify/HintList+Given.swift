// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentRules
import DBus
import FoundationEssentials
package import NotificationModel

/// The hints of a request that is presented exactly as given: all of them, as notify-send sends them.
///
/// Hints of the specification get the specification's types, as many servers refuse a notification with other types. A
/// hint that can't be converted is left out and named in `degraded`.
extension HintList {
    private static let integers: Set = ["value", "x", "y"]
    private static let flags: Set = ["action-icons", "resident", "suppress-sound", "transient"]
    private static let texts: Set = [
        "category", "desktop-entry", "image-path", "image_path", "sound-file", "sound-name",
    ]
    private static let pictures: Set = ["image-data", "image_data", "icon_data"]
    /// The D-Bus type of picture hints: servers read this structure without checking its type.
    private static let pictureType = "(iiibiiay)"

    /// Returns the request's hints that are sent to the notification server.
    static func passed(of display: DisplayHints) -> [String: Value] {
        guard display.isAsGiven else { return known(in: display.hints) }
        var result: [String: Value] = [:]
        for (name, hint) in display.hints {
            if let value = given(name, hint, type: display.hintTypes[name]) { result[name] = value }
        }
        return result
    }

    /// Returns the names of the request's hints that are not sent, for the key `degraded` of the agent's reply.
    package static func degraded(of display: DisplayHints) -> [String] {
        let passed = passed(of: display)
        return display.hints.keys.filter { passed[$0] == nil }.sorted().map { "hint:\($0)" }
    }

    private static func given(_ name: String, _ hint: PropertyListValue, type: String?) -> Value? {
        switch name {
        case _ where integers.contains(name):
            guard case .integer(let number) = hint else { return nil }
            return Int32(exactly: number).map(Value.int32)
        case "urgency":
            guard case .integer(let number) = hint, (0...2).contains(number) else { return nil }
            return .byte(UInt8(number))
        case _ where flags.contains(name):
            // Some servers take a false flag for true (quirk 34 of `quirks.tsv`).
            return switch hint {
            case .boolean(true), .integer(1...): .boolean(true)
            default: nil
            }
        case _ where texts.contains(name):
            guard case .string(let text) = hint, text.utf8.count <= Limits.urlBytes else { return nil }
            return .string(PlainText.clean(text, keepingLines: false))
        case _ where pictures.contains(name) && type != pictureType: return nil
        default:
            if case .string(let text) = hint, type == nil { return .string(PlainText.clean(text, keepingLines: true)) }
            return HintTypes.value(of: hint, type: type)
        }
    }
}
