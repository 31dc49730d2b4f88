// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Foundation
import NotificationModel
import TestSupport
import Testing

/// The published schemas say what the code writes and reads.
@Suite struct SchemaTests {
    private let service: JSONSchema
    private let content: JSONSchema

    init() throws { (service, content) = (try JSONSchema("service"), try JSONSchema("content")) }

    private func value(_ line: some Sequence<UInt8>) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(line))
    }

    private func delivery(_ random: inout RandomContents) -> ExtensionDelivery {
        ExtensionDelivery(
            deadline: .seconds(30), app: "org.example.Chat", locale: "C",
            request: ExtensionRequest(identifier: "m", trigger: .push, date: Date(timeIntervalSince1970: 0)),
            content: random.content(), attachmentsFolder: "/run/ext/att")
    }

    @Test func `every event has the form of the schema`() throws {
        var random = RandomContents()
        for _ in 0..<100 {
            var delivery = delivery(&random)
            let line = try value(ExtensionEvent.didReceive(delivery).line())
            try #require(try service.accepts(line, as: "event"), "\(line)")
            // A content extension needs to know the picture's size.
            try #require(try !content.accepts(line, as: "event"))

            delivery.picture = ExtensionPicture(width: 360, height: 2048, scale: 1.5, colorScheme: .dark)
            delivery.state = .array([.null])
            for event in [
                ExtensionEvent.didReceive(delivery), .action(ExtensionAction(identifier: "a", text: ""), delivery),
                .timeWillExpire,
            ] {
                try #require(try content.accepts(value(event.line()), as: "event"))
            }
        }
        #expect(try service.accepts(value(ExtensionEvent.timeWillExpire.line()), as: "event"))
    }

    @Test func `the schema names the keys of every event, and no others`() throws {
        var random = RandomContents()
        var (seen, delivery) = (Set<String>(), delivery(&random))
        delivery.picture = ExtensionPicture(width: 1, height: 1)
        delivery.state = .null
        for _ in 0..<100 {
            delivery.content = random.content()
            delivery.content.filterCriteria = "home"
            let line = try value(ExtensionEvent.action(ExtensionAction(identifier: "a", text: ""), delivery).line())
            seen.formUnion(line.keys)
        }
        #expect(seen == content.part("$defs", "action")?.properties(in: content))
    }

    @Test func `a change without a remark has the form of the schema`() throws {
        var random = RandomContents()
        var (accepted, refused) = (0, 0)
        for _ in 0..<1500 {
            let (original, patch) = (random.content(), random.patch())
            let remarks = patch.applied(to: original, attachmentsFolder: "/run/ext/att").remarks
            let reply = JSONValue.dictionary(["v": .integer(1), "content": .dictionary(patch.changes)])
            let isAccepted = try service.accepts(reply, as: "reply")
            try #require(isAccepted || !remarks.isEmpty, "seed \(SeededGenerator.seed): \(patch)")
            try #require(try content.accepts(reply, as: "reply") == isAccepted)
            if isAccepted { accepted += 1 } else { refused += 1 }
        }
        #expect(accepted > 50 && refused > 50, "\(accepted) accepted, \(refused) refused")
    }

    @Test func `the difference of two contents has the form of the schema`() throws {
        var random = RandomContents()
        for _ in 0..<200 {
            let patch = try ContentPatch(
                from: random.content(), to: random.content(), attachmentsFolder: "/run/ext/att")
            let line = try value(ExtensionReply(content: patch).line())
            try #require(try service.accepts(line, as: "reply"), "\(line)")
        }
    }

    @Test(arguments: [
        #"{"v":2,"content":{}}"#, #"{"content":{}}"#, #"{"v":1}"#, #"{"v":1,"content":null}"#, #"{"v":1,"content":[]}"#,
        #"{"v":true,"content":{}}"#, "[]", "null", #""text""#,
    ])
    func `a line that is no answer hasn't the form of the schema`(line: String) throws {
        #expect(throws: ExtensionLineProblem.self) { try ExtensionReply(line: Array(line.utf8), of: .service) }
        #expect(try !service.accepts(value(line.utf8), as: "reply"))
    }

    @Test(arguments: [
        (#""picture":"a.png","response":"dismiss","state":{"a":[1,null]}"#, true), (#""content":{}"#, true),
        (#""picture":"../a.png""#, false), (#""picture":".""#, false), (#""picture":7"#, false),
        (#""picture":"""#, false),
        (#""response":"stay""#, false), (#""content":null"#, false),
    ])
    func `an answer of a content extension is read if it has the form of the schema`(
        members: String, isAnswer: Bool
    ) throws {
        let line = #"{"v":1,\#(members)}"#
        let reply = try? ExtensionReply(line: Array(line.utf8), of: .content)
        #expect((reply != nil) == isAnswer)
        #expect(try content.accepts(value(line.utf8), as: "reply") == isAnswer)
    }

    @Test func `the schema has the names and limits of the code`() throws {
        for schema in [service, content] {
            let patch = try #require(schema.part("$defs", "patch", "properties"))
            #expect(Set(patch.names) == Set(ContentPatch.keys))
            let levels = InterruptionLevel.allCases.map(\.rawValue)
            #expect(schema.part("$defs", "content", "properties", "interruptionLevel", "enum")?.words == levels)
            let triggers = ExtensionRequest.Trigger.allCases.map(\.rawValue)
            #expect(schema.part("$defs", "request", "properties", "trigger", "enum")?.words == triggers)
            for (key, limit) in [
                ("title", Limits.titleBytes), ("subtitle", Limits.titleBytes), ("body", Limits.bodyBytes),
            ] {
                #expect(patch[key]?.summary.contains("At most \(limit) bytes") == true, "\(key)")
            }
            #expect(patch["userInfo"]?.summary.contains("\(Limits.userInfoBytes) bytes") == true)
            #expect(patch["attachments"]?.text.contains("\"maxItems\": \(ExtensionWire.attachmentLimit)") == true)
            let reply = try #require(schema.part("$defs", "reply"))
            #expect(reply.summary.contains("at most \(ExtensionWire.outputLimit) bytes"))
            #expect(reply.summary.contains("deeper than \(ExtensionWire.depthLimit)"))
        }
        let reply = content.part("$defs", "reply", "properties")
        #expect(reply?["response"]?["enum"]?.words == ExtensionReply.ResponseOption.allCases.map(\.rawValue))
        #expect(reply?["state"]?.summary.contains("at most \(ExtensionWire.stateLimit) bytes") == true)
        let width = content.part("$defs", "didReceive", "properties", "picture")?["properties"]?["width"]
        #expect(width?["maximum"] == .integer(Int64(ExtensionWire.pictureLimit)))
    }
}

extension JSONValue {
    /// Names of an object's keys.
    fileprivate var names: [String] { if case .dictionary(let values) = self { values.keys.sorted() } else { [] } }

    fileprivate var summary: String {
        if case .string(let text)? = self["description"] { text } else { "" }
    }

    /// Paths of all keys of a line, but not within the application's own data.
    fileprivate var keys: Set<String> {
        guard case .dictionary(let values) = self else { return [] }
        var paths = Set(values.keys)
        for (key, value) in values where !["userInfo", "state"].contains(key) {
            paths.formUnion(value.keys.map { "\(key).\($0)" })
            if case .array(let elements) = value {
                for element in elements { paths.formUnion(element.keys.map { "\(key)[].\($0)" }) }
            }
        }
        return paths
    }

    /// Paths of all keys that a schema names.
    fileprivate func properties(in schema: JSONSchema) -> Set<String> {
        if case .string(let name)? = self["$ref"] {
            return schema.part("$defs", String(name.dropFirst("#/$defs/".count)))?.properties(in: schema) ?? []
        }
        if let items = self["items"] { return Set(items.properties(in: schema).map { "[].\($0)" }) }
        guard case .dictionary(let values)? = self["properties"] else { return [] }
        var paths = Set(values.keys)
        for (key, value) in values {
            paths.formUnion(value.properties(in: schema).map { $0.hasPrefix("[") ? key + $0 : "\(key).\($0)" })
        }
        return paths
    }
}
