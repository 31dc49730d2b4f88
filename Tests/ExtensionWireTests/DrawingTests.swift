// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import NotificationModel
import Testing

@Suite struct DrawingTests {
    private static let content = Content(title: "Download", body: "40 %")

    private func result(
        _ line: String, after drawing: Drawing = Drawing()
    ) throws -> (drawing: Drawing, remarks: [JSONRemark])? {
        try ExtensionReply(line: Array(line.utf8), of: .content).drawing(after: drawing, of: Self.content)
    }

    private func drawing(_ line: String, after drawing: Drawing = Drawing()) throws -> Drawing? {
        try result(line, after: drawing)?.drawing
    }

    @Test func `the texts that change are in the drawing, and other keys are not`() throws {
        let line = #"{"v":1,"content":{"subtitle":"paused","body":"40 %","badge":7,"userInfo":null},"state":{"n":1}}"#
        let (drawing, remarks) = try #require(try result(line))
        #expect(remarks.map(\.key) == ["content.badge", "content.userInfo"])
        var expected = Drawing()
        expected.subtitle = "paused"
        expected.state = #"{"n":1}"#
        #expect(drawing == expected)
        #expect(drawing.applied(to: Self.content).subtitle == "paused")
        #expect(drawing.applied(to: Self.content).title == "Download")
    }

    @Test func `changes are made to what the person sees, and null clears a text`() throws {
        var before = Drawing()
        before.body = "60 %"
        before.picture = "/pictures/1"
        before.state = "[1]"
        #expect(try drawing(#"{"v":1}"#, after: before) == before)
        let cleared = try drawing(#"{"v":1,"content":{"body":null},"state":null}"#, after: before)
        #expect(cleared?.body == "" && cleared?.state == nil && cleared?.picture == "/pictures/1")
        // A text that is the content's own again is no change.
        #expect(try drawing(#"{"v":1,"content":{"body":"40 %"}}"#, after: before)?.body == nil)
    }

    @Test func `a text that is cut makes a remark, and a finished drawing replaces an unfinished one`() throws {
        let long = String(repeating: "x", count: 1025)
        let (drawing, remarks) = try #require(
            try result(#"{"v":1,"content":{"title":"\#(long)"}}"#, after: .unfinished))
        #expect(remarks.map(\.key) == ["content.title"])
        #expect(drawing.title?.utf8.count == 1024 && !drawing.isUnfinished)
    }

    @Test func `a drawing without a title and a body is none`() throws {
        #expect(try drawing(#"{"v":1,"content":{"title":null,"body":""}}"#) == nil)
    }
}
