// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Foundation
import NotificationModel
import TestSupport

/// Random contents, patches and lines.
struct RandomContents {
    private var random = SeededGenerator()

    private mutating func pick<Value>(_ values: Value...) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func text() -> String {
        pick("", "Ann", "Tee\nund Kuchen", "ä\u{301}\u{202E}", "\"\\/", "👩‍👩‍👧", String(repeating: "x", count: 900))
    }

    private mutating func value(_ depth: Int = 0) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &random) {
        case 0: return .boolean(pick(true, false))
        case 1: return .integer(pick(0, -1, .max, .min, 7))
        case 2: return .real(pick(0.5, -1.25e-9, 1e300))
        case 3: return .string(text())
        case 4: return .data(Data(text().utf8))
        case 5: return .date(Date(timeIntervalSince1970: pick(0, 1.5, -7)))
        case 6: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth + 1) })
        default: return .dictionary(dictionary(depth + 1))
        }
    }

    private mutating func dictionary(_ depth: Int = 0) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for key in ["a", "b", "aps", "ä/\""] where Bool.random(using: &random) { values[key] = value(depth) }
        return values
    }

    mutating func content() -> Content {
        var content = Content(title: pick("Ann", "Bob"), subtitle: text(), body: text())
        content.badge = pick(nil, 0, 3, 2_147_483_647)
        content.sound = pick(
            nil, .standard, Sound(name: "ping"), Sound(name: "bell", volume: 0.25), Sound(isCritical: true, volume: 1))
        content.userInfo = dictionary()
        content.threadIdentifier = pick("", "t")
        content.categoryIdentifier = pick("", "MSG")
        content.targetContentIdentifier = pick(nil, "", "room")
        content.interruptionLevel = InterruptionLevel.allCases.randomElement(using: &random) ?? .active
        content.relevanceScore = pick(0, 0.5, 1)
        let attachments = [
            Attachment(identifier: "a", url: "/run/ext/att/a.png"),
            Attachment(identifier: "b", url: "/run/ext/att/b.gif", typeHint: "image/gif"),
        ]
        content.attachments = attachments.filter { _ in Bool.random(using: &random) }
        return content
    }

    private mutating func json(_ depth: Int = 0) -> JSONValue {
        switch Int.random(in: 0..<(depth > 3 ? 7 : 9), using: &random) {
        case 0: return .null
        case 1: return .boolean(pick(true, false))
        case 2: return .integer(pick(0, -1, 1, .max, .min))
        case 3: return .real(pick(0.5, 1e300))
        case 4: return .hugeNumber
        case 5: return .string(pick("", "critical", "a\0b", "..", "a.png", String(repeating: "ä", count: 5000)))
        case 6: return .string(text())
        case 7: return .array((0..<Int.random(in: 0...6, using: &random)).map { _ in json(depth + 1) })
        default:
            var values: [String: JSONValue] = [:]
            for key in ["name", "critical", "volume", "id", "file", "type", "$data", "$date", "a\0", "a"]
            where Int.random(in: 0..<4, using: &random) == 0 {
                values[key] = json(depth + 1)
            }
            return .dictionary(values)
        }
    }

    /// Returns changes that lead to another content, with a wrong value for some keys.
    mutating func patch() -> ContentPatch {
        let difference = try? ContentPatch(from: content(), to: content(), attachmentsFolder: "/run/ext/att")
        var changes = difference?.changes ?? [:]
        for key in ContentPatch.keys + ["identifier", "filterCriteria", "launchImageName"]
        where Int.random(in: 0..<10, using: &random) == 0 {
            changes[key] = json()
        }
        return ContentPatch(changes)
    }

    /// Returns a line: sometimes an answer, sometimes one with a fault, sometimes pieces of JSON.
    mutating func line() -> [UInt8] {
        let pieces = ["{", "}", "[", "]", ",", ":", "\"v\"", "1", "\"content\"", "null", "\"\\ud800\"", "1e999", " "]
        if Int.random(in: 0..<4, using: &random) == 0 {
            return (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in
                Array((pieces.randomElement(using: &random) ?? "").utf8)
            }
        }
        var line = (try? ExtensionReply(content: patch()).line().dropLast()).map(Array.init) ?? []
        if Bool.random(using: &random), !line.isEmpty {
            line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return line
    }
}
