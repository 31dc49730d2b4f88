// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// The escape sequences of a notification.
@Suite struct NotificationSequencesTests {
    /// A terminal with everything that the protocol has.
    static let able = support(
        "a=focus,report:o=always,unfocused,invisible:u=0,1,2:p=title,body,?,close,icon,alive,buttons:c=1:w=1:s=system,silent"
    )

    /// The answer of a terminal to `p=?` with this payload.
    static func support(_ payload: String) -> TerminalSupport {
        var reports = TerminalReports()
        let pieces = reports.read(Array("\u{1B}]99;i=a:p=?;\(payload)\u{1B}\\".utf8))
        guard case .report(.support(let support, _))? = pieces.first else { return .withoutAnswer }
        return support
    }

    /// The sequences with escape bytes as `^`, and the payloads of OSC 99 decoded.
    static func text(_ notification: ReceivedNotification, _ form: TerminalProtocol) -> [String] {
        NotificationSequences(notification).sequences(form, identifier: "x").map { bytes in
            var parts = String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
                .split(separator: ";", omittingEmptySubsequences: false).map(String.init)
            guard parts[0] == "^]99", parts.count == 3, let data = Data(base64Encoded: String(parts[2].dropLast(2)))
            else { return parts.joined(separator: ";") }
            parts[2] = String(decoding: data, as: UTF8.self) + "^\\"
            return parts.joined(separator: ";")
        }
    }

    private let tea = ["default", "Open", "snooze", "Snooze", "stop", "Stop", "inline-reply", "Say"]

    @Test func `a terminal with all abilities gets title, buttons and body`() throws {
        let notification = try ReceivedNotification.fixture(title: "Tea", body: "is <b>ready</b>\nnow", actions: tea)
        #expect(
            Self.text(notification, .osc99(Self.able)) == [
                "^]99;i=x:e=1:d=0:a=report:c=1:w=0:u=1:f=S2l0Y2hlbg==;Tea^\\",
                "^]99;i=x:e=1:d=0:p=buttons:a=report;Snooze\u{2028}Stop^\\",
                "^]99;i=x:e=1:p=body:a=report;is ready\nnow^\\",
            ])
    }

    @Test(
        arguments: [
            ("p=title,body", "i=x:e=1:f=S2l0Y2hlbg=="),
            ("p=title,body:a=report", "i=x:e=1:a=report,-focus:f=S2l0Y2hlbg=="),
            // A terminal that can't keep a notification open reports its expiry as a closing.
            ("p=title,body,close:c=1", "i=x:e=1:f=S2l0Y2hlbg=="),
            ("p=title,body,close:c=1:w=1", "i=x:e=1:c=1:w=0:f=S2l0Y2hlbg=="),
            ("p=title,body:u=0,1,2:s=silent:o=unfocused", "i=x:e=1:o=unfocused:u=0:s=c2lsZW50:f=S2l0Y2hlbg=="),
        ])
    func `only the abilities are used that the terminal names`(payload: String, keys: String) throws {
        let notification = try ReceivedNotification.fixture(
            title: "Tea", actions: ["default", "Open"], hints: ["urgency": .byte(0), "suppress-sound": .boolean(true)])
        #expect(Self.text(notification, .osc99(Self.support(payload))) == ["^]99;\(keys);Tea^\\"])
    }

    @Test(
        arguments: [
            ("Tea", "ready", "^]777;notify;Tea;ready^\\", "^]9;Tea: ready^\\"),
            ("Tea", "", "^]777;notify;Tea; ^\\", "^]9;Tea^\\"),
            ("", "ready", "^]777;notify;Kitchen;ready^\\", "^]9;Kitchen: ready^\\"),
            ("a;b", "c;d\ne", "^]777;notify;a,b;c,d e^\\", "^]9;a;b: c;d e^\\"),
            ("4;1;50", "", "^]777;notify;4,1,50; ^\\", "^]9;- 4;1;50^\\"),
            ("9;/etc", "x", "^]777;notify;9,/etc;x^\\", "^]9;- 9;/etc: x^\\"),
            ("12", "x", "^]777;notify;12;x^\\", "^]9;12: x^\\"),
            (
                "\u{1B}]0;evil\u{07}T\u{202E}ea\u{9D}0;x\u{9C}\u{07}", "\u{1B}[2J<i>r</i>\u{9B}31m\u{00}",
                "^]777;notify;Tea;r^\\", "^]9;Tea: r^\\"
            ),
        ])
    func `title and body are one line each`(title: String, body: String, osc777: String, osc9: String) throws {
        let notification = try ReceivedNotification.fixture(title: title, body: body)
        #expect(Self.text(notification, .osc777) == [osc777])
        #expect(Self.text(notification, .osc9) == [osc9])
    }

    @Test func `a long text is cut, and sent in parts of whole characters`() throws {
        let notification = try ReceivedNotification.fixture(
            title: String(repeating: "日", count: 5000), body: String(repeating: "本", count: 5000))
        let sequences = NotificationSequences(notification).sequences(.osc99(Self.able), identifier: "x")
        let texts = Self.text(notification, .osc99(Self.able))

        #expect(texts.count == 4)
        #expect(sequences.allSatisfy { $0.count < 2900 })
        #expect(texts.allSatisfy { !$0.contains("\u{FFFD}") })
        #expect(texts.filter { $0.contains("d=0") }.count == 3)
        #expect(texts.last?.contains("d=0") == false)
        #expect(texts.map { $0.count { $0 == "本" } }.reduce(0, +) == 1999)
        #expect(texts.last?.hasSuffix("…^\\") == true)
    }

    /// Texts of every kind of unsafe character: the sequences have their own control characters only.
    @Test func `no text gets a control character into a sequence`() throws {
        var generator = SeededGenerator()
        let unsafe =
            (0...0x9F).map { Unicode.Scalar(UInt8($0)) }
            + ["\u{202E}", "\u{2028}", "\u{2066}", "é", "日", ";", "👩\u{200D}👩"].flatMap(\.unicodeScalars)
        func text() -> String {
            String(String.UnicodeScalarView((0..<20).compactMap { _ in unsafe.randomElement(using: &generator) }))
        }
        for _ in 0..<2000 {
            let actions = [text(), text(), text(), text()].map { $0.replacing("\0", with: "") }
            let notification = try ReceivedNotification.fixture(
                app: text(), title: text(), body: text(), actions: actions, hints: ["suppress-sound": .boolean(true)])
            for form in [TerminalProtocol.osc99(Self.able), .osc777, .osc9] {
                for sequence in NotificationSequences(notification).sequences(form, identifier: "x") {
                    let inner = String(decoding: sequence.dropFirst(2).dropLast(2), as: UTF8.self).unicodeScalars
                    #expect(inner.allSatisfy { !(0...0x1F).contains($0.value) && !(0x7F...0x9F).contains($0.value) })
                    #expect(
                        inner.allSatisfy {
                            !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
                        })
                }
            }
            for sequence in Self.text(notification, .osc99(Self.able)) {
                let buttons = sequence.contains("p=buttons") ? sequence.count { $0 == "\u{2028}" } : 0
                #expect(buttons <= 1)
                #expect(
                    sequence.unicodeScalars.allSatisfy {
                        !(0...0x09).contains($0.value) && !(0x7F...0x9F).contains($0.value)
                    })
            }
        }
    }

    @Test func `buttons fit into one payload`() throws {
        let label = String(repeating: "👩\u{200D}👩\u{200D}👧", count: 100)
        let actions = (1...20).flatMap { ["key\($0)", label] }
        let notification = try ReceivedNotification.fixture(actions: actions)
        let texts = Self.text(notification, .osc99(Self.able)).filter { $0.contains("p=buttons") }

        #expect(texts.count == 1)
        #expect((texts.first?.utf8.count ?? 0) < NotificationSequences.payloadLimit + 40)
        #expect(texts.first?.count { $0 == "\u{2028}" } == NotificationSequences.mostButtons - 1)
    }

    @Test func `a multiplexer gets the sequence as its own string`() {
        let sequence = Array("\u{1B}]9;tea\u{1B}\\".utf8)
        #expect(
            Multiplexer.tmux.wrapping(sequence) == Array("\u{1B}Ptmux;\u{1B}\u{1B}]9;tea\u{1B}\u{1B}\\\u{1B}\\".utf8))
        #expect(
            Multiplexer.screen.wrapping(Array("\u{1B}]9;tea\u{07}".utf8))
                == Array("\u{1B}P\u{1B}]9;tea\u{07}\u{1B}\\".utf8))

        // screen drops long strings; the terminal joins the parts.
        let long = Array("\u{1B}]9;\(String(repeating: "\u{1B}x", count: 2000))\u{07}".utf8)
        let wrapped = String(decoding: Multiplexer.screen.wrapping(long), as: UTF8.self)
        let parts = wrapped.split(separator: "\u{1B}\\")
        #expect(parts.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 514 })
        #expect(parts.map { $0.dropFirst(2) }.joined() == String(decoding: long, as: UTF8.self))
    }

    /// GNU screen keeps the last eight bits of a code point: U+011B would become an escape byte, U+0107 a bell.
    @Test(arguments: [TerminalProtocol.osc777, .osc9, .osc99(able)])
    func `through GNU screen only ASCII is written`(form: TerminalProtocol) throws {
        let notification = try ReceivedNotification.fixture(
            title: "\u{107}\u{11B}]52;c;MQ==\u{107} Tée", body: "\u{11B}[2J 日本 \u{FF1B} ß", actions: ["a", "ě"])
        let bytes = NotificationSequences(notification, through: .screen).bytes(form, identifier: "x")
        #expect(bytes.allSatisfy { $0 < 0x80 })
        guard form == .osc777 else { return }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "\u{1B}P\u{1B}]777;notify;ce]52,c,MQ==c Tee;e[2J ?? , ss\u{07}\u{1B}\\")
    }
}
