// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Foundation
import NotificationModel
import Testing

@Suite struct ContentPatchTests {
    private static let folder = "/run/ext/att"

    private static let original: Content = {
        var content = Content(title: "Ann", subtitle: "Lunch", body: "…")
        content.badge = 3
        content.sound = Sound(name: "ping")
        content.threadIdentifier = "t"
        content.categoryIdentifier = "MSG"
        content.targetContentIdentifier = "room"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.5
        content.userInfo = ["aps": .dictionary(["a": .integer(1), "b": .integer(2)]), "key": .data(Data([1]))]
        content.attachments = [Attachment(identifier: "photo", url: "/store/1.png", typeHint: "image/png")]
        content.filterCriteria = "home"
        return content
    }()

    private func patched(_ json: String, _ original: Content = original) throws -> PatchedContent {
        let line = #"{"v":1,"content":\#(json)}"#
        let patch = try #require(try ExtensionReply(line: Array(line.utf8), of: .service).content)
        return patch.applied(to: original, attachmentsFolder: Self.folder)
    }

    /// Returns the original with a change.
    private func original(with change: (inout Content) -> Void) -> Content {
        var content = Self.original
        change(&content)
        return content
    }

    @Test func `an empty patch changes nothing`() throws {
        let patched = try patched("{}")
        #expect(patched.content == Self.original)
        #expect(patched.remarks == [] && patched.files == [] && !patched.isEmptied)
    }

    @Test func `each key replaces its property`() throws {
        let patched = try patched(
            #"{"title":"A","subtitle":"B","body":"C","badge":0,"sound":{"name":"bell"},"threadIdentifier":"u","#
                + #""categoryIdentifier":"NEW","targetContentIdentifier":"x","interruptionLevel":"passive","#
                + #""relevanceScore":1,"userInfo":{"more":true},"attachments":[]}"#)

        #expect(
            patched.content
                == original {
                    ($0.title, $0.subtitle, $0.body, $0.badge) = ("A", "B", "C", 0)
                    ($0.threadIdentifier, $0.categoryIdentifier, $0.targetContentIdentifier) = ("u", "NEW", "x")
                    ($0.sound, $0.interruptionLevel, $0.relevanceScore) = (Sound(name: "bell"), .passive, 1)
                    $0.userInfo["more"] = .boolean(true)
                    $0.attachments = []
                })
        #expect(patched.remarks == [])
    }

    @Test func `null clears each key`() throws {
        let keys = ContentPatch.keys.filter { !["body", "interruptionLevel"].contains($0) }
        let patched = try patched("{" + keys.map { "\"\($0)\":null" }.joined(separator: ",") + "}")

        var cleared = Content(body: Self.original.body)
        cleared.interruptionLevel = .timeSensitive
        cleared.filterCriteria = "home"
        #expect(patched.content == cleared)
        #expect(patched.remarks == [])
    }

    @Test(arguments: InterruptionLevel.allCases, InterruptionLevel.allCases)
    func `a level is lowered and never raised`(before: InterruptionLevel, after: InterruptionLevel) throws {
        let levels = InterruptionLevel.allCases
        let isHigher = try #require(levels.firstIndex(of: after)) > #require(levels.firstIndex(of: before))

        let patched = try patched(
            #"{"interruptionLevel":"\#(after.rawValue)"}"#, original { $0.interruptionLevel = before })

        #expect(patched.content.interruptionLevel == (isHigher ? before : after))
        #expect(patched.remarks.isEmpty == !isHigher)
    }

    @Test func `clearing a passive level doesn't raise it`() throws {
        let passive = original { $0.interruptionLevel = .passive }
        #expect(try patched(#"{"interruptionLevel":null}"#, passive).content == passive)
    }

    @Test(arguments: [
        (#""bell""#, Sound(name: "bell")), (#""default""#, .standard), (#"{"name":"default"}"#, .standard),
        (#"{"name":null}"#, .standard), (#"{}"#, Sound(name: "ping")),
        (#"{"volume":0.5}"#, Sound(name: "ping", volume: 0.5)),
        (#"{"name":"bell","critical":false}"#, Sound(name: "bell")),
    ])
    func `a sound is a name, or a dictionary that is merged`(json: String, sound: Sound) throws {
        let patched = try patched(#"{"sound":\#(json)}"#)
        #expect(patched.content.sound == sound && patched.remarks == [])
    }

    @Test func `a sound stays critical and doesn't become so`() throws {
        let critical = original { $0.sound = Sound(name: "alarm", isCritical: true, volume: 1) }
        #expect(try patched(#"{"sound":{"name":"low"}}"#, critical).content.sound?.isCritical == true)
        #expect(try patched(#"{"sound":{"critical":null}}"#, critical).content.sound?.isCritical == false)

        let patched = try patched(#"{"sound":{"name":"alarm","critical":true}}"#)
        #expect(patched.content.sound == Sound(name: "alarm"))
        #expect(
            patched.remarks.map(\.description) == [
                "content.sound.critical is true: can't become true: an extension can't raise the interruption"
            ])
    }

    @Test func `user info is merged level by level`() throws {
        let patched = try patched(
            #"{"userInfo":{"aps":{"a":null,"c":{"d":[1,2]}},"key":{"$data":"AgM="},"when":{"$date":5},"gone":null}}"#)

        #expect(
            patched.content.userInfo == [
                "aps": .dictionary(["b": .integer(2), "c": .dictionary(["d": .array([.integer(1), .integer(2)])])]),
                "key": .data(Data([2, 3])), "when": .date(Date(timeIntervalSince1970: 5)),
            ])
        #expect(patched.remarks == [])
    }

    @Test func `an attachment is a new file, or an original's id`() throws {
        let patched = try patched(
            #"{"attachments":[{"id":"new","file":"a.png","type":"image/png"},{"id":"photo"},{"file":"b.gif"}]}"#)

        #expect(
            patched.content.attachments == [
                Attachment(identifier: "new", url: "/run/ext/att/a.png", typeHint: "image/png"),
                Self.original.attachments[0], Attachment(url: "/run/ext/att/b.gif"),
            ])
        #expect(patched.files == ["a.png", "b.gif"] && patched.remarks == [])
    }

    @Test(arguments: [
        "../a.png", "/etc/shadow", "..", ".", "", "a/b.png", "/\u{301}a", String(repeating: "x", count: 256),
    ])
    func `an attachment's file is in the folder`(file: String) throws {
        let patched = try patched(#"{"attachments":[{"id":"photo","file":"\#(file)"},{"file":"good.png"}]}"#)

        #expect(patched.content.attachments.map(\.url) == ["/run/ext/att/good.png"])
        #expect(patched.files == ["good.png"])
        #expect(
            patched.remarks.map { "\($0.key) \($0.reason)" } == [
                "content.attachments[0].file must be the name of a file in attachmentsDir, 1 to 255 bytes without a slash"
            ])
    }

    @Test func `there are at most four attachments`() throws {
        let patched = try patched(
            #"{"attachments":[{"file":"1"},{"file":"2"},{"file":"3"},{"file":"4"},{"file":"5"}]}"#)
        #expect(patched.files == ["1", "2", "3", "4"] && patched.content.attachments.count == 4)
        #expect(patched.remarks.map(\.reason) == ["was cut to 4 entries, the limit"])
    }

    @Test func `a text over its limit is cut`() throws {
        let patched = try patched(#"{"title":"\#(String(repeating: "ä", count: 600))"}"#)
        #expect(patched.content == original { $0.title = String(repeating: "ä", count: 512) })
        #expect(patched.remarks.map { "\($0.key) \($0.reason)" } == ["content.title was cut to 1024 bytes, the limit"])
    }

    @Test(arguments: [
        (#"{"title":5}"#, "content.title is 5: must be a string"),
        (#"{"badge":-1}"#, "content.badge is -1: must be a whole number from 0 to 2147483647"),
        (#"{"badge":"3"}"#, "content.badge is \"3\": must be a whole number from 0 to 2147483647"),
        (#"{"sound":["a"]}"#, "content.sound is [\"a\"]: must be a name or a dictionary"),
        (
            #"{"sound":{"name":"/etc/passwd"}}"#,
            "content.sound.name is \"/etc/passwd\": must be a name of 1 to 256 bytes without a slash"
        ),
        (
            #"{"interruptionLevel":"loud"}"#,
            #"content.interruptionLevel is "loud": must be "passive", "active", "timeSensitive", "critical""#
        ),
        (#"{"relevanceScore":75}"#, "content.relevanceScore is 75: must be a number from 0.0 to 1.0"),
        (#"{"userInfo":[]}"#, "content.userInfo is []: must be a dictionary"),
        (
            #"{"userInfo":{"n":1e999}}"#,
            "content.userInfo.n is a huge number: can't be stored and is left out of the user info"
        ),
        (#"{"attachments":{}}"#, "content.attachments is {}: must be a list"),
        (#"{"identifier":"other"}"#, "content.identifier is \"other\": is not a known key"),
        (#"{"trigger":null}"#, "content.trigger is null: is not a known key"),
        (#"{"filterCriteria":"work"}"#, "content.filterCriteria is \"work\": is not a known key"),
    ])
    func `a value that can't be used leaves its key as it was, with a remark`(json: String, remark: String) throws {
        let patched = try patched(json)
        #expect(patched.content == Self.original)
        #expect(patched.remarks.map(\.description) == [remark])
    }

    @Test func `user info over its limit stays as it was`() throws {
        var info = Self.original.userInfo
        info["long"] = .string(String(repeating: "x", count: 65_000))
        let patched = try patched(
            #"{"body":"new","userInfo":{"more":"\#(String(repeating: "y", count: 600))"}}"#,
            original { $0.userInfo = info })

        #expect(patched.content.userInfo == info && patched.content.body == "new")
        #expect(patched.remarks.map(\.key) == ["content.userInfo"])
    }

    @Test func `a patch that leaves neither a title nor a body changes nothing`() throws {
        let patched = try patched(#"{"title":null,"body":"","badge":9}"#)
        #expect(patched.content == Self.original && patched.isEmptied && patched.files == [])
        #expect(try !self.patched(#"{"title":null}"#).isEmptied)
    }
}
