// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import RemotePayload
import Testing
import Triggers

@Suite struct RemotePayloadTests {
    private func payload(_ json: String) throws -> RemotePayload { try RemotePayload(Data(json.utf8)) }

    @Test func `a payload with every key becomes a content`() throws {
        let payload = try payload(
            """
            {"aps": {"alert": {"title": "Tea", "subtitle": "Green", "body": "It is ready."}, "badge": 3, "sound": "bell.oga",
             "thread-id": "kitchen", "category": "TEA", "target-content-id": "pot", "interruption-level": "time-sensitive",
             "relevance-score": 0.5, "filter-criteria": "home", "content-available": 1, "mutable-content": 1},
             "apns": {"id": "123E4567-E89B-12D3-A456-426614174000", "collapse-id": "tea", "expiration": 1795478400,
             "priority": 5, "push-type": "alert"}, "pot": {"number": 7}}
            """)

        let content = payload.content
        #expect([content.title, content.subtitle, content.body] == ["Tea", "Green", "It is ready."])
        #expect(content.badge == 3 && content.sound == Sound(name: "bell.oga"))
        #expect(content.threadIdentifier == "kitchen" && content.categoryIdentifier == "TEA")
        #expect(content.targetContentIdentifier == "pot" && content.filterCriteria == "home")
        #expect(content.interruptionLevel == .timeSensitive && content.relevanceScore == 0.5)
        #expect(payload.isContentAvailable && payload.isMutable && payload.isPresentable)
        #expect(payload.delivery.id?.uuidString == "123E4567-E89B-12D3-A456-426614174000")
        #expect(payload.delivery.collapseIdentifier == "tea" && payload.delivery.priority == .considerate)
        #expect(payload.delivery.expiration == .date(Date(timeIntervalSince1970: 1_795_478_400)))
        #expect(payload.delivery.type == .alert)
        #expect(payload.remarks == [])
        try content.validate()
    }

    @Test func `the user info is the whole payload`() throws {
        let payload = try payload(#"{"aps": {"alert": "Tea"}, "pot": {"full": true, "cups": [1, 2.5, "x"]}}"#)

        #expect(
            payload.content.userInfo == [
                "aps": .dictionary(["alert": .string("Tea")]),
                "pot": .dictionary(["full": .boolean(true), "cups": .array([.integer(1), .real(2.5), .string("x")])]),
            ])
    }

    @Test(arguments: [
        (#"{"aps": {"sound": "default"}}"#, Sound.standard),
        (
            #"{"aps": {"sound": {"critical": 1, "name": "alarm", "volume": 0.3}}}"#,
            Sound(name: "alarm", isCritical: true, volume: 0.3)
        ),
        (#"{"aps": {"sound": {"critical": 1, "name": "default"}}}"#, Sound(isCritical: true)),
    ])
    func `a sound is a name or a dictionary`(json: String, sound: Sound) throws {
        let payload = try payload(json)
        #expect(payload.content.sound == sound && payload.remarks == [])
    }

    @Test(arguments: [
        ("", "the payload is no JSON object"), ("[1]", "the payload is no JSON object"),
        (#"{"aps": {"alert": "x"}"#, "the payload is no JSON object"), ("{}", "the payload has no dictionary \"aps\""),
        (#"{"aps": "x"}"#, "the payload has no dictionary \"aps\""),
        (#"{"aps": null}"#, "the payload has no dictionary \"aps\""),
        (#"{"aps": {}}"#, "aps has nothing to do: it needs an alert, a badge, a sound or content-available"),
        (
            #"{"aps": {"content-available": 0, "thread-id": "x"}}"#,
            "aps has nothing to do: it needs an alert, a badge, a sound or content-available"
        ),
    ])
    func `a payload that nothing can be done with is refused`(json: String, message: String) {
        #expect(throws: Refusal.invalidRequest(message)) { try payload(json) }
    }

    @Test func `a payload has at most 3993 bytes`() throws {
        func json(_ size: Int) -> String {
            let frame = #"{"aps": {"alert": ""}}"#
            return #"{"aps": {"alert": ""# + String(repeating: "x", count: size - frame.utf8.count) + #""}}"#
        }
        #expect(try payload(json(3993)).content.body.utf8.count == 3993 - 22)
        #expect(throws: Refusal.contentTooLarge("the payload is 3994 bytes; the limit is 3993")) {
            try payload(json(3994))
        }
    }

    @Test func `a payload is nested at most 32 deep`() throws {
        func json(_ depth: Int) -> String {
            #"{"aps": {"badge": 1}, "x": "# + String(repeating: "[", count: depth - 1)
                + String(repeating: "]", count: depth - 1) + "}"
        }
        #expect(try payload(json(32)).content.badge == 1)
        #expect(throws: Refusal.contentTooLarge("the payload is nested 33 deep; the limit is 32")) {
            try payload(json(33))
        }
        #expect(throws: Refusal.contentTooLarge("the payload is nested 1900 deep; the limit is 32")) {
            try payload(json(1900))
        }
        // Brackets in a text are no levels.
        #expect(try payload(#"{"aps": {"alert": "\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}}"#).remarks == [])
    }

    @Test(arguments: [
        (#""alert": 5"#, "aps.alert is 5: must be a dictionary"),
        (#""alert": {"title": 5}"#, "aps.alert.title is 5: must be a string"),
        (#""alert": {"launch-image": "a.png"}"#, "aps.alert.launch-image is \"a.png\": has no meaning here"),
        (#""alert": {"colour": "red"}"#, "aps.alert.colour is \"red\": is not a known key"),
        (#""badge": -1"#, "aps.badge is -1: must be a whole number from 0 to 2147483647"),
        (#""badge": "3""#, "aps.badge is \"3\": must be a whole number from 0 to 2147483647"),
        (#""badge": true"#, "aps.badge is true: must be a whole number from 0 to 2147483647"),
        (#""sound": "/etc/passwd""#, "aps.sound is \"/etc/passwd\": must be a name of 1 to 256 bytes without a slash"),
        (#""sound": {"volume": 2}"#, "aps.sound.volume is 2: must be a number from 0.0 to 1.0"),
        (#""relevance-score": 75"#, "aps.relevance-score is 75: must be a number from 0.0 to 1.0"),
        (
            #""interruption-level": "loud""#,
            #"aps.interruption-level is "loud": must be "passive", "active", "time-sensitive", "critical""#
        ),
        (#""content-available": "1""#, "aps.content-available is \"1\": must be 1 or 0"),
        (#""stale-date": 1795478400"#, "aps.stale-date is 1795478400: has no meaning here"),
        (#""flavour": {"a": [1, null]}"#, "aps.flavour is {\"a\": [1, null]}: is not a known key"),
    ])
    func `a value that can't be used is left out with a remark`(member: String, remark: String) throws {
        let payload = try payload(
            #"{"aps": {"mutable-content": 1, "category": "A", "content-available": 1, \#(member)}}"#
                .replacing(#""content-available": 1, "content-available""#, with: #""badge": 1, "content-available""#))

        #expect(payload.remarks.map(\.description).contains(remark), "\(payload.remarks)")
        #expect(payload.content.categoryIdentifier == "A" && payload.isMutable)
    }

    @Test(arguments: [
        (#""id": "x""#, "apns.id is \"x\": must be a UUID"),
        (
            #""collapse-id": "belfry.digest""#,
            "apns.collapse-id is \"belfry.digest\": must be 1 to 64 bytes, not beginning with \"belfry.\""
        ),
        (#""collapse-id": """#, "apns.collapse-id is \"\": must be 1 to 64 bytes, not beginning with \"belfry.\""),
        (#""expiration": -5"#, "apns.expiration is -5: must be a whole number from 0 to 253402300799"),
        (#""priority": 7"#, "apns.priority is 7: must be 1, 5, 10"),
        (#""push-type": "voip""#, "apns.push-type is \"voip\": must be \"alert\", \"background\""),
        (#""topic": "org.example""#, "apns.topic is \"org.example\": is not a known key"),
    ])
    func `a delivery rule that can't be used is left out with a remark`(member: String, remark: String) throws {
        let payload = try payload(#"{"aps": {"badge": 1}, "apns": {\#(member)}}"#)

        #expect(payload.remarks.map(\.description) == [remark])
        #expect(payload.delivery == (try self.payload(#"{"aps": {"badge": 1}}"#)).delivery)
    }

    @Test func `an expiration of 0 means at once`() throws {
        #expect(try payload(#"{"aps": {"badge": 1}, "apns": {"expiration": 0}}"#).delivery.expiration == .atOnce)
    }

    @Test func `values that the store can't hold are left out of the user info`() throws {
        let payload = try payload(
            #"{"aps": {"badge": 1}, "none": null, "huge": 1e999, "list": [1, null, 2], "a\u0000b": 1, "text": "a\u0000b", "bytes": {"$data": "/w=="}, "broken": {"$data": "?"}}"#
        )

        var info = payload.content.userInfo
        info["aps"] = nil
        #expect(
            info == [
                "list": .array([.integer(1), .integer(2)]), "text": .string("a\u{FFFD}b"), "bytes": .data(Data([255])),
            ])
        #expect(Set(payload.remarks.map(\.key)) == ["none", "huge", "list[1]", "a\u{FFFD}b", "broken"])
        try payload.content.validate()
        // The store's form can be read again.
        let stored = try JSONEncoder().encode(payload.content.userInfo)
        #expect(try JSONDecoder().decode([String: PropertyListValue].self, from: stored) == payload.content.userInfo)
    }

    @Test func `a long title is cut at a character`() throws {
        let payload = try payload(#"{"aps": {"alert": {"title": "\#(String(repeating: "ä", count: 600))"}}}"#)

        #expect(payload.content.title == String(repeating: "ä", count: 512))
        #expect(payload.remarks.map(\.reason) == ["was cut to 1024 bytes, the limit"])
        #expect(payload.remarks[0].value.count == PayloadRemarkLength.shown)
    }

    @Test func `a random payload is read or refused`() throws {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0 ... .max, using: &random)
        var generator = Numbers(state: seed)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"aps\"", "\"alert\"", "\"badge\"", "\"$data\"", "\"apns\"", "\"loc-key\"",
            "\"%9$@\"",
            "\"loc-args\"", "1", "-1", "1e999", "null", "true", "\"\\u0000\"", "\"\\ud800\"", "\"x\"", " ",
        ]
        for _ in 0..<20_000 {
            let inner = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }
            let json =
                Bool.random(using: &generator) ? inner.joined() : #"{"aps":{"badge":1,"alert":"# + inner.joined() + "}}"
            guard let payload = try? payload(json) else { continue }
            do {
                try payload.content.validate()
                try payload.content { _ in "%1$@%@%%%" }.validate()
            } catch {
                Issue.record("\(error): \(json), seed \(seed)")
            }
        }
    }
}

private enum PayloadRemarkLength {
    /// The cut value and the three dots behind it.
    static let shown = 63
}

/// A generator whose numbers a seed repeats (SplitMix64).
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
