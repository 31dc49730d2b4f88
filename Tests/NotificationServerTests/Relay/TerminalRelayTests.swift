// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer
import TestSupport
import Testing

/// The relay's events and effects.
@Suite struct TerminalRelayTests {
    static let actions = ["default", "Open", "snooze", "Snooze", "stop", "Stop"]

    static func tea(id: UInt32 = 1, title: String = "Tea", actions: [String] = actions) throws
        -> ReceivedNotification
    {
        try .fixture(id: id, title: title, actions: actions)
    }

    /// A relay to a terminal with all abilities.
    static func able() -> TerminalRelay {
        var relay = TerminalRelay(session: 0xAB)
        _ = relay.start(.ask(otherwise: nil))
        _ = relay.handle(.support(NotificationSequencesTests.able, identifier: "belfry-ab"))
        _ = relay.handle(.attributes)
        return relay
    }

    /// The effects in a short form; of a notification the first key and title.
    static func text(_ effects: [TerminalRelay.Effect]) -> [String] {
        effects.map {
            switch $0 {
            case .write(let bytes):
                let text = String(decoding: bytes, as: UTF8.self).replacing("\u{1B}\\", with: "|")
                    .replacing("\u{1B}", with: "^")
                return "write "
                    + (text.hasPrefix("^]99")
                        ? text.split(separator: ":").prefix(1).joined() + (text.contains("p=close") ? " close" : "")
                        : text)
            case .say(let line): return "say \(line.prefix(60))"
            case .wait(let time): return time.map { "wait \($0)" } ?? "no wait"
            case .invoke(let key, let id): return "invoke \(key) on \(id)"
            case .dismiss(let id): return "dismiss \(id)"
            case .settled: return "settled"
            }
        }
    }

    @Test func `the terminal is asked, and a notification waits for its answer`() throws {
        var relay = TerminalRelay(session: 0xAB)
        #expect(
            relay.start(.ask(otherwise: nil)) == [
                .write(Array("\u{1B}]99;i=belfry-ab:p=?;\u{1B}\\\u{1B}[>0q\u{1B}[c".utf8)), .wait(.seconds(3)),
            ])
        #expect(relay.expectsReports)
        #expect(relay.show(try Self.tea()).isEmpty)
        #expect(relay.show(try Self.tea(id: 2)).isEmpty)
        #expect(relay.show(try Self.tea(id: 1, title: "Cake")).isEmpty)
        #expect(relay.takeAway(2).isEmpty)
        // An answer to somebody else's question doesn't count.
        #expect(relay.handle(.support(NotificationSequencesTests.able, identifier: "belfry-ac")).isEmpty)
        #expect(relay.handle(.support(NotificationSequencesTests.able, identifier: "belfry-ab")).isEmpty)

        #expect(
            Self.text(relay.handle(.attributes)) == [
                "no wait", "say Notifications are handed on to this terminal (OSC 99, with b",
                "write ^]99;i=belfry-ab-1",
            ])
    }

    @Test func `a notification before the start is handed on, too`() throws {
        var relay = TerminalRelay(session: 0xAB)
        #expect(relay.show(try Self.tea()).isEmpty)
        #expect(Self.text(relay.start(.use(.osc9, through: nil))).last == "write ^]9;Tea|")

        var off = TerminalRelay(session: 0xAB)
        _ = off.show(try Self.tea())
        #expect(off.start(.off(nil)).isEmpty)
        #expect(off.show(try Self.tea(id: 2)).isEmpty)
        #expect(Self.text(off.settleAll()) == ["no wait", "settled"])
    }

    @Test(
        arguments: [
            (nil, "foot(1.13.1)", ["no wait", "say Notifications are handed on to this terminal (OSC 777)."]),
            (nil, "kitty(0.26.5)", ["no wait", "say Notifications are handed on to this terminal (OSC 99)."]),
            (
                nil, "WezTerm 20240203-110809",
                ["no wait", "say Notifications are handed on to this terminal (OSC 777)."]
            ),
            (nil, "XTerm(379)", ["no wait", "say This terminal is not known to show notifications on its desk"]),
            (nil, nil, ["no wait", "say This terminal is not known to show notifications on its desk"]),
            (.osc9, nil, ["no wait", "say Notifications are handed on to this terminal (OSC 9)."]),
            (.osc9, "XTerm(379)", ["no wait", "say Notifications are handed on to this terminal (OSC 9)."]),
            // A multiplexer that no variable names.
            (.osc777, "tmux 3.3a", ["no wait", "say Inside tmux, notifications are not handed on to the terminal"]),
        ] as [(TerminalProtocol?, String?, [String])])
    func `without an answer the terminal's name decides`(
        otherwise: TerminalProtocol?, name: String?, expected: [String]
    ) {
        for isMute in [false, true] {
            var relay = TerminalRelay(session: 0xAB)
            _ = relay.start(.ask(otherwise: otherwise))
            if let name { #expect(relay.handle(.name(name)).isEmpty) }
            let effects = isMute ? relay.timeIsUp() : relay.handle(.attributes)
            #expect(Self.text(effects).map { String($0.prefix(64)) } == expected.map { String($0.prefix(64)) })
            #expect(relay.handle(.attributes).isEmpty)
        }
    }

    @Test(arguments: [(nil, "default"), (1, "snooze"), (2, "stop"), (3, nil), (999, nil)] as [(Int?, String?)])
    func `a press is the action of the button`(button: Int?, key: String?) throws {
        var relay = Self.able()
        _ = relay.show(try Self.tea(id: 7))
        // Reports about what doesn't stand in the terminal have no effect.
        for identifier in ["belfry-ab", "belfry-ab-2", "belfry-ac-1", "1", "0"] {
            #expect(relay.handle(.pressed(identifier: identifier, button: button)).isEmpty)
            #expect(relay.handle(.closed(identifier: identifier)).isEmpty)
        }

        let effects = relay.handle(.pressed(identifier: "belfry-ab-1", button: button))
        #expect(effects == (key.map { [.invoke(key: $0, id: 7)] } ?? []))
        // The terminal reports the closing after a press, and a second press is none.
        #expect(relay.handle(.pressed(identifier: "belfry-ab-1", button: button)).isEmpty)
        #expect(relay.handle(.closed(identifier: "belfry-ab-1")).isEmpty)
        #expect(relay.handle(.closed(identifier: "belfry-ab-1")).isEmpty)
    }

    @Test func `a press without a default action is no answer`() throws {
        var relay = Self.able()
        _ = relay.show(try Self.tea(actions: ["a", "A"]))
        #expect(relay.handle(.pressed(identifier: "belfry-ab-1", button: nil)).isEmpty)
        #expect(relay.handle(.closed(identifier: "belfry-ab-1")).isEmpty)

        // Its replacement is a new one in the terminal.
        #expect(Self.text(relay.show(try Self.tea())) == ["write ^]99;i=belfry-ab-2"])
    }

    @Test func `a closing is a dismissal, and our own closing is none`() throws {
        var relay = Self.able()
        _ = relay.show(try Self.tea(id: 7))
        #expect(relay.handle(.untracked(identifier: "belfry-ab-1")).isEmpty)
        #expect(relay.handle(.closed(identifier: "belfry-ab-1")) == [.dismiss(id: 7)])
        #expect(relay.takeAway(7).isEmpty)

        _ = relay.show(try Self.tea(id: 8))
        #expect(Self.text(relay.takeAway(8)) == ["write ^]99;i=belfry-ab-2 close"])
        #expect(relay.handle(.closed(identifier: "belfry-ab-2")).isEmpty)
    }

    @Test func `a replacement keeps its place in the terminal`() throws {
        var relay = Self.able()
        #expect(Self.text(relay.show(try Self.tea())) == ["write ^]99;i=belfry-ab-1"])
        #expect(Self.text(relay.show(try Self.tea(title: "Cold tea"))) == ["write ^]99;i=belfry-ab-1"])
        #expect(relay.handle(.pressed(identifier: "belfry-ab-1", button: 1)) == [.invoke(key: "snooze", id: 1)])
    }

    @Test func `a terminal that can't replace is told changed texts only`() throws {
        var relay = TerminalRelay(session: 0xAB)
        #expect(relay.start(.use(.osc777, through: nil)).count == 1)
        #expect(!relay.expectsReports && !relay.hasAsked)
        #expect(Self.text(relay.show(try Self.tea())) == ["write ^]777;notify;Tea; |"])
        #expect(relay.show(try Self.tea()).isEmpty)
        #expect(Self.text(relay.show(try Self.tea(title: "Cold"))) == ["write ^]777;notify;Cold; |"])
        #expect(relay.show(try .fixture(title: "Colder", hints: ["value": .int32(3)])).isEmpty)
        #expect(relay.takeAway(1).isEmpty)
        #expect(relay.handle(.pressed(identifier: "belfry-ab-1", button: nil)).isEmpty)
        #expect(Self.text(relay.settleAll()) == ["no wait", "settled"])
    }

    @Test func `behind a multiplexer the sequences are wrapped and no report counts`() throws {
        var relay = TerminalRelay(session: 0xAB)
        let form = TerminalProtocol.osc99(NotificationSequencesTests.able)
        _ = relay.start(.use(form, through: .tmux))
        guard case .write(let bytes)? = relay.show(try Self.tea()).first else { return #expect(Bool(false)) }
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}]99;i=belfry-ab-1:e=1"))
        #expect(!relay.expectsReports)
    }

    @Test func `at the end everything is taken back, and the terminal's reports are awaited`() throws {
        var relay = Self.able()
        for id in 1...2 { _ = relay.show(try Self.tea(id: UInt32(id))) }
        #expect(
            Self.text(relay.settleAll()) == [
                "write ^]99;i=belfry-ab-1 close", "write ^]99;i=belfry-ab-2 close", "wait 0.5 seconds",
            ])
        #expect(relay.show(try Self.tea(id: 3)).isEmpty)
        #expect(relay.handle(.pressed(identifier: "belfry-ab-1", button: nil)).isEmpty)
        #expect(relay.handle(.closed(identifier: "belfry-ab-2")).isEmpty)
        #expect(Self.text(relay.handle(.closed(identifier: "belfry-ab-1"))) == ["no wait", "settled"])
        // After Ctrl-Z it goes on.
        #expect(Self.text(relay.show(try Self.tea(id: 3))) == ["write ^]99;i=belfry-ab-3"])
    }

    @Test func `at the end a mute terminal is not awaited for long`() throws {
        var relay = Self.able()
        _ = relay.show(try Self.tea())
        #expect(Self.text(relay.settleAll()).last == "wait 0.5 seconds")
        #expect(Self.text(relay.timeIsUp()) == ["no wait", "settled"])

        var asking = TerminalRelay(session: 0xAB)
        _ = asking.start(.ask(otherwise: nil))
        asking.stop()
        #expect(Self.text(asking.settleAll()) == ["wait 0.5 seconds"])
        #expect(Self.text(asking.handle(.attributes)) == ["no wait", "settled"])
        var mute = TerminalRelay(session: 0xAB)
        _ = mute.start(.ask(otherwise: nil))
        mute.stop()
        _ = mute.settleAll()
        #expect(Self.text(mute.timeIsUp()) == ["no wait", "settled"])
    }

    /// Random events: a press or a dismissal concerns an open notification, and at most once.
    @Test func `no order of events answers twice or what is closed`() throws {
        var generator = SeededGenerator()
        for _ in 0..<500 {
            var relay = Self.able()
            var open: Set<UInt32> = []
            for _ in 0..<60 {
                let id = UInt32.random(in: 1...4, using: &generator)
                let identifier = "belfry-ab-\(Int.random(in: 1...12, using: &generator))"
                var effects: [TerminalRelay.Effect] = []
                switch Int.random(in: 0...4, using: &generator) {
                case 0:
                    effects = relay.show(try Self.tea(id: id))
                    open.insert(id)
                case 1:
                    effects = relay.takeAway(id)
                    open.remove(id)
                case 2: effects = relay.handle(.closed(identifier: identifier))
                case 3: effects = relay.handle(.untracked(identifier: identifier))
                default:
                    effects = relay.handle(
                        .pressed(identifier: identifier, button: Int.random(in: 1...3, using: &generator)))
                }
                for effect in effects {
                    switch effect {
                    case .invoke(_, let id), .dismiss(let id):
                        #expect(open.remove(id) != nil)
                        _ = relay.takeAway(id)
                    default: break
                    }
                }
            }
            #expect(!Self.text(relay.settleAll()).isEmpty)
            #expect(Self.text(relay.timeIsUp()) == ["no wait", "settled"] || !relay.isAsking)
        }
    }
}
