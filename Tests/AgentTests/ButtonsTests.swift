// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import NotificationModel
import Testing

@testable import Agent

/// The buttons of a request, its category and its snooze choices.
@Suite struct ButtonsTests {
    private func buttons(
        _ actions: [Action], category: [Action] = [], options: CategoryOptions = [], snooze: [String] = [],
        repliesInline: Bool = false
    ) -> Buttons {
        Buttons(
            request: Request(
                identifier: "r", content: Content(title: "t"),
                responsePlan: ResponsePlan(actions: actions, snooze: snooze)),
            category: Category(identifier: "c", actions: category, options: options), occurrence: 3,
            repliesInline: repliesInline)
    }

    @Test func `own ones first, then the category's, destructive ones last, then snoozing`() {
        let buttons = buttons(
            [Action(identifier: "a", title: "A", options: .destructive), Action(identifier: "b", title: "B")],
            category: [Action(identifier: "c", title: "C")], snooze: ["5m"])
        #expect(
            buttons.actions == [
                "default", "Open", "b:3:0", "B", "b:3:1", "C", "b:3:2", "A", "s:3:0", "Snooze 5m",
            ])
        #expect(buttons.choice(key: "b:3:2", text: nil) == .action(identifier: "a"))
    }

    @Test func `labels are one line`() {
        #expect(buttons([Action(identifier: "a", title: "A\nB\u{7}")]).actions.last == "A B")
    }

    @Test func `one text field at most, where the server has any`() {
        let actions = [
            Action(identifier: "x", title: "X", textInput: .init()),
            Action(identifier: "y", title: "Y", textInput: .init()),
        ]
        #expect(
            buttons(actions, repliesInline: true).actions == ["default", "Open", "inline-reply", "X", "b:3:1", "Y"])
        #expect(buttons(actions).actions == ["default", "Open", "b:3:0", "X", "b:3:1", "Y"])
    }

    @Test func `an older showing's keys keep their meaning, and don't hide the newer ones`() {
        let older = Buttons(
            request: Request(
                identifier: "r", content: Content(title: "t"),
                responsePlan: ResponsePlan(actions: [Action(identifier: "old", title: "Old")])),
            category: nil, occurrence: 2, repliesInline: false)
        let both = buttons([Action(identifier: "new", title: "New")]).remembering(older)
        #expect(both.choice(key: "b:2:0", text: nil) == .action(identifier: "old"))
        #expect(both.choice(key: "b:3:0", text: nil) == .action(identifier: "new"))
        #expect(both.actions == ["default", "Open", "b:3:0", "New"])
    }

    @Test func `dismissal is reported where the category asks`() {
        #expect(!buttons([]).reportsDismissal)
        #expect(buttons([], options: .customDismissAction).reportsDismissal)
    }
}
