// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import NotificationModel
import Testing

@Suite struct ExtensionReplyTests {
    private func reply(
        _ line: String, of kind: ExtensionKind = .service
    ) throws(ExtensionLineProblem) -> ExtensionReply { try ExtensionReply(line: Array(line.utf8), of: kind) }

    @Test func `an answer has the changes of the content, and unknown keys are ignored`() throws {
        let line = #"{"v":1,"content":{"title":"Hello","badge":null},"picture":5,"later":[{}]}"#
        #expect(try reply(line) == ExtensionReply(content: ContentPatch(["title": .string("Hello"), "badge": .null])))
    }

    @Test func `an answer of a content extension has a picture, a response and a state`() throws {
        let line = #"{"v":1,"picture":"ring.png","response":"doNotDismiss","state":{"page":2}}"#
        #expect(
            try reply(line, of: .content)
                == ExtensionReply(
                    content: nil, picture: "ring.png", response: .doNotDismiss,
                    state: .dictionary(["page": .integer(2)])))
        #expect(try reply(#"{"v":1,"state":null}"#, of: .content).state == .null)
        #expect(try reply(#"{"v":1}"#, of: .content) == ExtensionReply(content: nil))
    }

    @Test func `an answer is read as it was written`() throws {
        for reply in [
            ExtensionReply(content: ContentPatch([:])),
            ExtensionReply(content: ContentPatch(["body": .string("a/b\n")])),
            ExtensionReply(
                content: ContentPatch(["title": .null]), picture: "a.png", response: .dismissAndForwardAction,
                state: .array([.real(0.5), .null])),
        ] {
            let line = try reply.line()
            #expect(line.last == 10 && line.count { $0 == 10 } == 1)
            #expect(try ExtensionReply(line: line, of: .content) == reply)
        }
    }

    @Test(arguments: [
        ("", "notJSON"), ("hello", "notJSON"), ("[]", "notJSON"), ("null", "notJSON"),
        (#"{"v":1,"content":{}"#, "notJSON"),
        (#"{"v":1,"content":{}} {}"#, "notJSON"), (#"{"content":{}}"#, "wrongVersion"),
        (#"{"v":2,"content":{}}"#, "wrongVersion"), (#"{"v":"1","content":{}}"#, "wrongVersion"),
        (#"{"v":true,"content":{}}"#, "wrongVersion"), (#"{"v":1}"#, "wrongValue"),
        (#"{"v":1,"content":null}"#, "wrongValue"), (#"{"v":1,"content":"Hello"}"#, "wrongValue"),
        (#"{"v":1,"content":["title","Hello"]}"#, "wrongValue"),
        (#"{"v":1,"content":{"x":"# + String(repeating: "[", count: 60) + "}}", "tooDeep"),
        (#"{"v":1,"content":{"x":"# + String(repeating: "[", count: 30_000) + "}}", "tooDeep"),
    ])
    func `a line that is no answer has a reason`(line: String, reason: String) {
        let problem = #expect(throws: ExtensionLineProblem.self) { try reply(line) }
        #expect(problem?.reason == reason && problem?.description.isEmpty == false)
    }

    @Test(
        arguments: [
            [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80], [0xFF, 0xFE, 0x7B, 0x00],
        ] as [[UInt8]])
    func `a line that is not UTF-8 is no answer`(bytes: [UInt8]) {
        let line = Array(#"{"v":1,"content":{"title":""#.utf8) + bytes + Array("\"}}".utf8)
        #expect(throws: ExtensionLineProblem.notUTF8) { try ExtensionReply(line: line, of: .service) }
    }

    @Test(arguments: [
        (
            #""picture":"../a.png""#,
            "picture must be the name of a file in attachmentsDir, 1 to 255 bytes without a slash"
        ),
        (
            #""picture":"/etc/shadow""#,
            "picture must be the name of a file in attachmentsDir, 1 to 255 bytes without a slash"
        ),
        (#""picture":".." "#, "picture must be the name of a file in attachmentsDir, 1 to 255 bytes without a slash"),
        (#""picture":7"#, "picture must be the name of a file in attachmentsDir, 1 to 255 bytes without a slash"),
        (#""response":"stay""#, #"response must be "doNotDismiss", "dismiss", "dismissAndForwardAction""#),
        (#""state":""# + String(repeating: "x", count: 16_383) + "\"", "state must be JSON of at most 16384 bytes"),
        (#""state":1e999"#, "state must be JSON of at most 16384 bytes"),
    ])
    func `a content extension's value of another form makes its line no answer`(member: String, problem: String) {
        let thrown = #expect(throws: ExtensionLineProblem.self) { try reply(#"{"v":1,\#(member)}"#, of: .content) }
        #expect(thrown?.description == problem)
    }

    @Test func `a state has at most 16 KiB`() throws {
        let text = String(repeating: "x", count: 16_382)
        #expect(try reply(#"{"v":1,"state":"\#(text)"}"#, of: .content).state == .string(text))
    }
}
