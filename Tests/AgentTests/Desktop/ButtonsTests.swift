// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel
import Testing

/// The buttons of a notification: those of its request, its category and its snooze choices.
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

    @Test func `the request's buttons come first, then the category's, destructive ones last, then snooze`() {
        let buttons = buttons(
            [Action(identifier: "a", title: "A", options: .destructive), Action(identifier: "b", title: "B")],
            category: [Action(identifier: "c", title: "C")], snooze: ["5m"])
        #expect(
            buttons.actions == [
                "b:3:0", "B", "b:3:1", "C", "b:3:2", "A", "s:3:0", "Snooze 5m", "default", "Open",
            ])
        #expect(buttons.choice(key: "b:3:2", text: nil) == .action(identifier: "a"))
    }

    @Test func `labels are one line`() {
        #expect(buttons([Action(identifier: "a", title: "A\nB\u{7}")]).actions[1] == "A B")
    }

    @Test func `there is at most one text field, and only if the server has text fields`() {
        let actions = [
            Action(identifier: "x", title: "X", textInput: .init()),
            Action(identifier: "y", title: "Y", textInput: .init()),
        ]
        #expect(
            buttons(actions, repliesInline: true).actions == ["inline-reply", "X", "b:3:1", "Y", "default", "Open"])
        #expect(buttons(actions).actions == ["b:3:0", "X", "b:3:1", "Y", "default", "Open"])
    }

    @Test func `keys of an older showing keep their meaning, and don't hide the newer ones`() {
        let older = Buttons(
            request: Request(
                identifier: "r", content: Content(title: "t"),
                responsePlan: ResponsePlan(actions: [Action(identifier: "old", title: "Old")])),
            category: nil, occurrence: 2, repliesInline: false)
        let both = buttons([Action(identifier: "new", title: "New")]).remembering(older)
        #expect(both.choice(key: "b:2:0", text: nil) == .action(identifier: "old"))
        #expect(both.choice(key: "b:3:0", text: nil) == .action(identifier: "new"))
        #expect(both.actions == ["b:3:0", "New", "default", "Open"])
    }

    @Test func `two actions with one identifier make one button, the request's own`() {
        let buttons = buttons(
            [Action(identifier: "a", title: "Own")], category: [Action(identifier: "a", title: "The category's")])
        #expect(buttons.actions == ["b:3:0", "Own", "default", "Open"])
    }

    @Test func `keys of another request's showing are recognised, and are gone after reading them back`()
        throws
    {
        func older(_ occurrence: Int64) -> Buttons {
            Buttons(
                request: Request(
                    identifier: "r", content: Content(title: "t"),
                    responsePlan: ResponsePlan(actions: [Action(identifier: "go", title: "Go")])),
                category: nil, occurrence: occurrence, repliesInline: false)
        }
        let both = buttons([Action(identifier: "new", title: "New")])
            .remembering(older(2).remembering(older(1)), isSameRequest: false)
        #expect(both.former(key: "b:2:0") == 2 && both.former(key: "b:1:0") == 1)
        #expect(both.former(key: "b:3:0") == nil && both.former(key: "default") == nil)
        #expect(older(2).remembering(older(1)).former(key: "b:1:0") == nil)

        let read = try JSONDecoder().decode(Buttons.self, from: JSONEncoder().encode(both))
        #expect(read.choice(key: "b:3:0", text: nil) == .action(identifier: "new"))
        #expect(read.choice(key: "b:2:0", text: nil) == nil)
        #expect(read.reportsDismissal == both.reportsDismissal && read.textInput == both.textInput)
    }

    @Test func `a notification that repeats for ever keeps a limited number of keys`() {
        func showing(_ occurrence: Int64) -> Buttons {
            Buttons(
                request: Request(
                    identifier: "r", content: Content(title: "t"),
                    responsePlan: ResponsePlan(actions: [Action(identifier: "go", title: "Go")])),
                category: nil, occurrence: occurrence, repliesInline: false)
        }
        let last = (2...1000).reduce(showing(1)) { older, number in showing(Int64(number)).remembering(older) }
        #expect(last.occurrences.count == 64)
        #expect(last.choice(key: "b:1000:0", text: nil) == .action(identifier: "go"))
        #expect(last.choice(key: "b:1:0", text: nil) == nil)
    }

    private func given(
        _ identifiers: [String], _ occurrence: Int64 = 3, inPlaceOf other: Buttons? = nil,
        _ change: (inout Request) -> Void = { _ in }
    ) -> Buttons {
        var request = Request(
            identifier: "r", content: Content(title: "t"),
            responsePlan: ResponsePlan(actions: identifiers.map { Action(identifier: $0, title: $0.uppercased()) }))
        request.display.isAsGiven = true
        change(&request)
        return Buttons(
            request: request, category: nil, occurrence: occurrence, repliesInline: false, inPlaceOf: other)
    }

    @Test func `C5, F7: with asGiven the keys are the identifiers, and default has its label`() {
        let buttons = given(["yes", "default", "inline-reply", "b:1:0"])
        #expect(
            buttons.actions == [
                "yes", "YES", "default", "DEFAULT", "b:3:2", "INLINE-REPLY", "b:3:3", "B:1:0",
            ])
        #expect(buttons.choice(key: "yes", text: nil) == .action(identifier: "yes"))
        #expect(buttons.choice(key: "default", text: nil) == .open)
        #expect(given([]).actions.isEmpty, "S9: no button that opens nothing")
    }

    @Test func `with asGiven, a request without a default action has none, whatever it opens`() {
        func keys(_ title: String?) -> [String] {
            let buttons = given([]) {
                $0.content.defaultActionTitle = title
                $0.responsePlan.opening = .url("https://example.org")
            }
            return buttons.actions
        }
        #expect(keys(nil) == ["default", "Open"])
        #expect(keys("Read") == ["default", "Read"])
        #expect(keys("").isEmpty)
    }

    @Test func `C5: a key that an older showing of another request uses is not used again`() throws {
        let older = given(["yes", "no"], 2)
        let newer = given(["yes", "more"], inPlaceOf: older).remembering(older, isSameRequest: false)
        #expect(newer.actions == ["b:3:0", "YES", "more", "MORE"])
        #expect(newer.former(key: "yes") == 2 && newer.former(key: "no") == 2)
        #expect(newer.former(key: "more") == nil && newer.former(key: "b:3:0") == nil)
        #expect(newer.formers == [2])
        let read = try JSONDecoder().decode(Buttons.self, from: JSONEncoder().encode(newer))
        #expect(read.choice(key: "yes", text: nil) == nil && read.choice(key: "no", text: nil) == nil)
        #expect(read.choice(key: "more", text: nil) == .action(identifier: "more"))
    }

    @Test func `a dismissal is reported if the category asks for it`() {
        #expect(!buttons([]).reportsDismissal)
        #expect(buttons([], options: .customDismissAction).reportsDismissal)
    }
}
