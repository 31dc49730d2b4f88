// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import Testing
import Triggers

/// U+0000 in texts. No message of the bus can carry it, so this test checks a request directly.
@Suite struct NULTests {
    private func refusal(_ change: (inout Request) -> Void) -> Refusal? {
        var request = Request(
            identifier: "tea", content: Content(), display: DisplayHints(), responsePlan: ResponsePlan())
        request.content.title = "Tea"
        change(&request)
        do { try request.validate() } catch { return error as? Refusal }
        return nil
    }

    @Test func `a request without a NUL is accepted`() { #expect(refusal { _ in } == nil) }

    @Test func `a NUL in any text is refused with the key's name`() {
        let changes: [(key: String, change: (inout Request) -> Void)] = [
            ("identifier", { $0.identifier = "a\0b" }), ("title", { $0.content.title = "a\0" }),
            ("subtitle", { $0.content.subtitle = "\0" }), ("body", { $0.content.body = "a\0b" }),
            ("threadIdentifier", { $0.content.threadIdentifier = "\0" }),
            ("categoryIdentifier", { $0.content.categoryIdentifier = "\0" }),
            ("userInfo", { $0.content.userInfo = ["a\0b": .string("x")] }),
            ("userInfo", { $0.content.userInfo = ["a": .string("x\0")] }),
            ("userInfo", { $0.content.userInfo = ["a": .array([.dictionary(["\0": .boolean(true)])])] }),
        ]
        for (key, change) in changes {
            let refusal = refusal(change)
            #expect(refusal?.code == .invalidRequest, "\(key)")
            #expect(refusal?.message.hasPrefix(key) == true && refusal?.message.contains("U+0000") == true, "\(key)")
        }
    }
}
