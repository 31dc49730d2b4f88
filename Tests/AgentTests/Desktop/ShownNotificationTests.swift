// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import AgentRules
@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel
import Testing

/// The state machine of a shown notification: every phase meets every event.
@Suite struct ShownNotificationTests {
    private typealias Machine = ShownNotification

    private static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    private static func buttons(reportsDismissal: Bool = false, asksForText: Bool = true) -> Buttons {
        Buttons(
            request: Request(
                identifier: "tea", content: Content(title: "Tea"),
                responsePlan: ResponsePlan(
                    actions: [
                        Action(identifier: "yes", title: "Yes"),
                        Action(identifier: "answer", title: "Answer", textInput: asksForText ? .init() : nil),
                    ], snooze: ["5m"], reportsDismissal: reportsDismissal)),
            category: nil, occurrence: 7, repliesInline: true)
    }

    /// The events that bring a new state machine into each phase.
    private static let paths: [(Machine.Phase, [Machine.Event])] = [
        (.sending, []),
        (.open, [.replied]),
        (.answered, [.replied, .actionInvoked(key: "default", text: nil, at: noon)]),
        (.settling(reason: 2), [.replied, .closed(reason: 2)]),
        (.closing, [.replied, .removed]),
        (.over, [.replied, .serverGone]),
    ]

    private static let press = Machine.Event.actionInvoked(key: "b:7:0", text: nil, at: noon)
    private static let yes = Machine.Choice.action(identifier: "yes")
    private static let answer = Machine.Step.answer(yes, activationToken: nil)
    private static let forgetLater = Machine.Step.start(.forget, after: .seconds(5))
    private static let closeLater = Machine.Step.start(.closeAnswered, after: .milliseconds(250))

    /// The effects of each event in each phase; an event that is not in the table changes nothing.
    private static let table: [(Machine.Phase, Machine.Event, Machine.Phase, [Machine.Step])] = [
        (.sending, .replied, .open, []),
        (.sending, .removed, .closing, []),
        (.sending, .replaced, .over, [.forget]),
        (.sending, .serverGone, .over, [.sendAgain]),

        (.open, press, .answered, [answer, closeLater]),
        (
            .open, .textReplied("hi", at: noon), .answered,
            [.answer(.text(identifier: "answer", "hi"), activationToken: nil), closeLater]
        ),
        (.open, .closed(reason: 1), .settling(reason: 1), [.start(.settle, after: .seconds(1))]),
        (.open, .closed(reason: 2), .settling(reason: 2), [.start(.settle, after: .seconds(1))]),
        (.open, .removed, .closing, [.close, forgetLater]),
        (.open, .replaced, .over, [.forget]),
        (.open, .serverGone, .over, [.unpresent(reason: nil), .forget]),
        (.open, .timeIsOver, .closing, [.expire, .close, forgetLater]),

        (.answered, .closed(reason: 1), .over, [.forget]),
        (.answered, .closed(reason: 2), .over, [.forget]),
        (.answered, .replaced, .over, [.forget]),
        (.answered, .serverGone, .over, [.forget]),
        (.answered, .timer(.closeAnswered), .closing, [.close, forgetLater]),

        // A late press explains the close.
        (.settling(reason: 2), press, .over, [answer, .forget]),
        (
            .settling(reason: 2), .textReplied("hi", at: noon), .over,
            [.answer(.text(identifier: "answer", "hi"), activationToken: nil), .forget]
        ),
        (.settling(reason: 2), .removed, .over, [.dismiss, .forget]),
        (.settling(reason: 2), .replaced, .over, [.dismiss, .forget]),
        // The server may have closed all notifications because it was about to end.
        (.settling(reason: 2), .serverGone, .over, [.unpresent(reason: 2, end: .unknown), .forget]),
        (.settling(reason: 2), .timer(.settle), .over, [.dismiss, .forget]),

        // The notification was removed before it had a number: the agent closes it as soon as it has one.
        (.closing, .replied, .closing, [.close, forgetLater]),
        (.closing, .closed(reason: 1), .over, [.forget]),
        (.closing, .closed(reason: 2), .over, [.forget]),
        (.closing, .replaced, .over, [.forget]),
        (.closing, .serverGone, .over, [.forget]),
        (.closing, .timer(.forget), .over, [.forget]),
    ]

    private static let events: [Machine.Event] = [
        .replied, press, .textReplied("hi", at: noon), .activationToken("t", at: noon), .closed(reason: 1),
        .closed(reason: 2), .removed, .replaced, .serverGone, .timer(.closeAnswered), .timer(.settle), .timer(.forget),
        .actionInvoked(key: "stranger", text: nil, at: noon), .closedWithOthers, .timeIsOver, .replacing, .timer(.rest),
    ]

    private static func machine(in phase: Machine.Phase, _ buttons: Buttons = buttons()) -> Machine {
        var machine = Machine(buttons: buttons)
        for event in paths.first(where: { $0.0 == phase })?.1 ?? [] { _ = machine.handle(event) }
        return machine
    }

    @Test(arguments: [false, true])
    func `without a default action, a click dismisses`(_ reportsDismissal: Bool) {
        var content = Content(title: "Tea")
        content.defaultActionTitle = ""
        let buttons = Buttons(
            request: Request(
                identifier: "tea", content: content, responsePlan: ResponsePlan(reportsDismissal: reportsDismissal)),
            category: nil, occurrence: 7, repliesInline: false)
        let click = Machine.Event.actionInvoked(key: "default", text: nil, at: Self.noon)
        var open = Machine(buttons: buttons)
        _ = open.handle(.replied)
        let answer = Machine.Step.answer(.dismiss, activationToken: nil)
        #expect(
            open.handle(click)
                == (reportsDismissal ? [answer, Self.closeLater] : [.dismiss, .close, Self.forgetLater]))
        var closed = Machine(buttons: buttons)
        _ = closed.handle(.replied)
        _ = closed.handle(.closed(reason: 2))
        #expect(closed.handle(click) == (reportsDismissal ? [answer, .forget] : [.dismiss, .forget]))
    }

    @Test func `a kept notification is open again, and each press that came meanwhile counts`() {
        var machine = Machine(buttons: Self.buttons())
        for event in [Machine.Event.replied, Self.press] { _ = machine.handle(event) }
        #expect(machine.handle(.kept) == [])
        #expect(machine.phase == .open)
        #expect(machine.handle(Self.press) == [Self.answer, Self.closeLater])
        #expect(machine.handle(.textReplied("hi", at: Self.noon)) == [])
        #expect(machine.handle(Self.press) == [])
        let typed = Machine.Step.answer(.text(identifier: "answer", "hi"), activationToken: nil)
        #expect(machine.handle(.kept) == [typed, Self.closeLater])
        #expect(machine.handle(.kept) == [Self.answer, Self.closeLater])
        #expect(machine.handle(.kept) == [])
        #expect(machine.phase == .open)
    }

    @Test func `each event in each phase has the effects of the table, and no others`() {
        var met = 0
        for (phase, _) in Self.paths {
            for event in Self.events {
                var machine = Self.machine(in: phase)
                #expect(machine.phase == phase)
                let steps = machine.handle(event)
                let row = Self.table.first { $0.0 == phase && $0.1 == event }
                #expect(machine.phase == row?.2 ?? phase, "\(phase) meets \(event)")
                #expect(steps == row?.3 ?? [], "\(phase) meets \(event)")
                if row != nil { met += 1 }
            }
        }
        #expect(met == Self.table.count)
    }

    @Test(
        arguments: [
            (0, false, Machine.Step.unpresent(reason: 0, end: .unknown)), (1, false, .expire), (1, true, .expire),
            (2, false, .dismiss),
            (2, true, .answer(.dismiss, activationToken: nil)), (3, true, .unpresent(reason: 3)),
            (4, true, .unpresent(reason: 4)), (5, true, .unpresent(reason: 5, end: .unknown)),
        ] as [(UInt32, Bool, ShownNotification.Step)])
    func `only reason 2 is the person's dismissal, and a response only if it was requested`(
        reason: UInt32, asked: Bool, step: ShownNotification.Step
    ) {
        var machine = Machine(buttons: Self.buttons(reportsDismissal: asked))
        _ = machine.handle(.replied)
        _ = machine.handle(.closed(reason: reason))
        #expect(machine.handle(.timer(.settle)) == [step, .forget])
        #expect(machine.phase == .over)
    }

    /// A notification that the server removed after its own six seconds, although it was to stay.
    private static func resting() -> Machine {
        var machine = Machine(
            buttons: buttons(),
            profile: ServerProfile(of: ["Budgie Notification Server", "Budgie Desktop Developers", "10.7"]),
            stay: DisplayDuration(seconds: 0))
        machine.shownAt = noon - 6
        for event in [.replied, .closed(reason: 1, at: noon)] as [Machine.Event] { _ = machine.handle(event) }
        return machine
    }

    @Test func `a notification that was removed too soon rests and is shown again, unless another event happens`() {
        var machine = Self.resting()
        #expect(machine.handle(.timer(.settle)) == [.rest])
        #expect(machine.phase == .resting)
        let follow: [(Machine.Event, Machine.Phase, [Machine.Step])] = [
            (.timer(.rest), .over, [.showAgain]), (.removed, .over, [.close, .forget]), (.replaced, .over, [.forget]),
            (.serverGone, .over, [.unpresent(reason: nil), .forget]), (.timeIsOver, .over, [.expire, .close, .forget]),
            (Self.press, .over, [Self.answer, .forget]), (.closed(reason: 2), .resting, []), (.replied, .resting, []),
        ]
        for (event, phase, steps) in follow {
            var next = machine
            #expect(next.handle(event) == steps, "\(event)")
            #expect(next.phase == phase, "\(event)")
        }
    }

    @Test func `an action that the server sends on closing does not count, and a late button press does`() {
        var machine = Self.resting()
        #expect(machine.handle(.actionInvoked(key: "default", text: nil, at: Self.noon)) == [])
        #expect(machine.handle(Self.press) == [Self.answer, .forget])
        var plain = Self.machine(in: .settling(reason: 2))
        #expect(
            plain.handle(.actionInvoked(key: "default", text: nil, at: Self.noon))
                == [.answer(.open, activationToken: nil), .forget])
    }

    @Test func `a close is doubtful if others are closed with it, or a newer showing was in flight`() {
        for events in [[.closed(reason: 2), .closedWithOthers], [.replacing, .closed(reason: 2)]] as [[Machine.Event]] {
            var machine = Self.machine(in: .open)
            for event in events { _ = machine.handle(event) }
            #expect(machine.handle(.timer(.settle)) == [.unpresent(reason: 2, end: .unknown), .forget])
        }
    }

    @Test func `the server's signals are recorded without typed text, the last ones only`() {
        var machine = Self.machine(in: .open)
        for key in ["my secret", "b:7:9"] { _ = machine.handle(.actionInvoked(key: key, text: nil, at: Self.noon)) }
        _ = machine.handle(.activationToken("secret", at: Self.noon))
        _ = machine.handle(.actionInvoked(key: "inline-reply", text: "secret", at: Self.noon))
        _ = machine.handle(.closed(reason: 2))
        #expect(
            machine.signals == [
                "ActionInvoked", "ActionInvoked", "ActivationToken", "ActionInvoked inline-reply",
                "NotificationClosed 2",
            ])
        for _ in 0..<1000 { _ = machine.handle(.textReplied("secret", at: Self.noon)) }
        #expect(machine.signals.count == 8)
        #expect(!machine.signals.contains { $0.contains("secret") })
    }

    @Test func `events after the end change nothing`() {
        for (phase, _) in Self.paths {
            var machine = Self.machine(in: phase)
            _ = machine.handle(.serverGone)
            for event in Self.events { #expect(machine.handle(event) == []) }
        }
    }

    @Test func `a server's signals give one answer, in any order`() {
        let after: [Machine.Event] = [
            Self.press, .closed(reason: 2), .closed(reason: 3), .textReplied("x", at: Self.noon),
            .timer(.closeAnswered), .removed,
        ]
        for first in after {
            for second in after {
                var machine = Self.machine(in: .answered)
                let steps = [first, second, .serverGone].flatMap { machine.handle($0) }
                #expect(!steps.contains { if case .answer = $0 { true } else { false } }, "\(first), \(second)")
            }
        }
    }

    @Test(arguments: [(0.0, "t"), (2.0, "t"), (2.1, nil), (-1.0, "t"), (-3.0, nil)] as [(Double, String?)])
    func `a token belongs to the next action, for two seconds`(seconds: Double, token: String?) {
        var machine = Self.machine(in: .open)
        _ = machine.handle(.activationToken("t", at: Self.noon))
        let steps = machine.handle(.actionInvoked(key: "default", text: nil, at: Self.noon + seconds))
        #expect(steps.first == .answer(.open, activationToken: token))
    }

    @Test func `a token that came before the reply counts, too`() {
        var machine = Machine(buttons: Self.buttons())
        _ = machine.handle(.activationToken("t", at: Self.noon))
        _ = machine.handle(.replied)
        #expect(machine.handle(Self.press).first == .answer(Self.yes, activationToken: "t"))
    }

    private static let question = Question(Action(identifier: "answer", title: "Answer"), .init())

    @Test(
        arguments: [
            ("default", nil, .open), ("b:7:0", nil, .action(identifier: "yes")), ("s:7:0", nil, .snooze("5m")),
            // 31: the agent asks for the text, and never makes one up.
            ("inline-reply", nil, .asks(question)),
            ("inline-reply", "hi", .text(identifier: "answer", "hi")),
            ("inline-reply", "", .asks(question)),
            ("b:7:9", nil, nil), ("b:6:0", nil, nil), ("Default", nil, nil), ("", nil, nil),
        ] as [(String, String?, ShownNotification.Choice?)])
    func `a key has the meaning of its button`(key: String, text: String?, choice: ShownNotification.Choice?) {
        #expect(Self.buttons().choice(key: key, text: text) == choice)
    }

    @Test func `a typed text without a text field is ignored`() {
        var machine = Machine(buttons: Self.buttons(asksForText: false))
        _ = machine.handle(.replied)
        #expect(machine.handle(.textReplied("hi", at: Self.noon)) == [])
        #expect(machine.phase == .open)
    }
}
