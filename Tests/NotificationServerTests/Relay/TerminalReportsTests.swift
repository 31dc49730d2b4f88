// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import TestSupport
import Testing

/// Reports of a terminal between key presses.
@Suite struct TerminalReportsTests {
    private static let answer =
        "\u{1B}]99;i=belfry-7:p=?;a=focus,report:o=always,unfocused:u=0,1,2:p=title,body,buttons\u{1B}\\"

    @Test(
        arguments: [
            ("1d", ["keys 1d"]),
            ("\u{1B}]99;i=belfry-7-1;\u{1B}\\", ["pressed belfry-7-1"]),
            ("\u{1B}]99;i=belfry-7-1;2\u{1B}\\", ["pressed belfry-7-1 2"]),
            ("\u{1B}]99;i=belfry-7-1;2\u{07}", ["pressed belfry-7-1 2"]),
            ("\u{1B}]99; i=a : p=close ;\u{1B}\\", ["closed a"]),
            ("\u{1B}]99;i=a:p=close;untracked\u{1B}\\", ["untracked a"]),
            ("\u{1B}]99;i=a:p=alive;a,b\u{1B}\\", []),
            ("\u{1B}P>|foot(1.13.1)\u{1B}\\", ["name foot(1.13.1)"]),
            ("\u{1B}[?62;22c", ["attributes"]),
            ("d\u{1B}]99;i=a;1\u{1B}\\d", ["keys d", "pressed a 1", "keys d"]),
            // Other sequences of the keyboard are the keys' business, and other strings are nobody's.
            ("\u{1B}[A\u{1B}OB\u{1B}[15~x", ["keys ^[A^OB^[15~x"]),
            ("\u{1B}]52;c;MQ==\u{1B}\\\u{1B}P1$r0m\u{1B}\\", []),
            ("\u{1B}xd", ["keys ^xd"]),
            ("\u{1B}\u{1B}[?6c", ["keys ^", "attributes"]),
            // A broken string ends at another sequence, and never becomes keys.
            ("\u{1B}]99;i=a;1\u{1B}[A", ["keys ^[A"]),
            ("\u{1B}]99;i=a;1\r", ["keys \r"]),
            // Identifiers have a few characters, buttons a number from 1.
            ("\u{1B}]99;i=a b\u{202E};1\u{1B}\\", []),
            ("\u{1B}]99;;1\u{1B}\\", []),
            ("\u{1B}]99;i=;1\u{1B}\\", []),
            ("\u{1B}]99;i=a;0\u{1B}\\\u{1B}]99;i=a;-1\u{1B}\\\u{1B}]99;i=a;9999\u{1B}\\\u{1B}]99;i=a;٣\u{1B}\\", []),
            ("\u{1B}]99;i=a;1;2\u{1B}\\", []),
            ("\u{1B}]99\u{1B}\\\u{1B}]\u{1B}\\", []),
            ("\u{1B}]99;i=a:i=b;1\u{1B}\\", ["pressed a 1"]),
            ("\u{1B}P>|\u{9B}31mfoot\u{1B}\\", ["name foot"]),
        ] as [(String, [String])])
    func `reports are told from keys, wherever a read ends`(input: String, pieces: [String]) {
        let bytes = Array(input.utf8)
        for end in 0...bytes.count {
            var reports = TerminalReports()
            let read = reports.read(Array(bytes[..<end])) + reports.read(Array(bytes[end...]))
            #expect(Self.text(read) == pieces, "split at \(end)")
        }
        var reports = TerminalReports()
        #expect(Self.text(bytes.flatMap { reports.read([$0]) }) == pieces)
    }

    @Test func `the answer to the question for support is read`() {
        var reports = TerminalReports()
        guard case .report(.support(let support, identifier: "belfry-7"))? = reports.read(Array(Self.answer.utf8)).first
        else { return #expect(Bool(false), "no answer") }

        #expect(support.reportsPresses && support.hasButtons && support.hasBody && support.hasUrgency)
        #expect(support.canWaitForUnfocused)
        #expect(!support.takesBack && !support.reportsClosing && !support.keepsOpen && !support.canBeSilent)
    }

    @Test func `a single escape is a key after a pause, and a report that comes late is still one`() {
        var reports = TerminalReports()
        #expect(reports.read([0x1B]).isEmpty)
        #expect(reports.pause == TerminalReports.escapePause)
        #expect(reports.giveUp() == [.keys([0x1B])])
        #expect(reports.pause == nil)

        #expect(Self.text(reports.read(Array("]99;i=a;1\u{1B}\\1".utf8))) == ["pressed a 1", "keys 1"])
        #expect(reports.read([0x1B]).isEmpty)
        #expect(reports.giveUp() == [.keys([0x1B])])
        #expect(Self.text(reports.read(Array("d".utf8))) == ["keys d"])
    }

    @Test func `the start of a report is never keys`() {
        for start in ["\u{1B}]99;i=a;1", "\u{1B}[?6", "\u{1B}P>|", "\u{1B}O", "\u{1B}]99;i=a;1\u{1B}"] {
            var reports = TerminalReports()
            #expect(reports.read(Array(start.utf8)).isEmpty)
            #expect(reports.pause == TerminalReports.sequencePause)
            #expect(reports.giveUp().isEmpty)
            _ = reports.giveUp()
            #expect(reports.pause == nil)
            #expect(Self.text(reports.read(Array("d".utf8))) == ["keys d"])
        }
    }

    @Test(
        arguments: [
            ("\u{1B}]99;i=a;", "1\u{1B}\\2", ["keys 2"]), ("\u{1B}]99;i=a;", "1\u{07}2", ["keys 2"]),
            ("\u{1B}]99;i=a;1\u{1B}", "\\2", ["keys 2"]), ("\u{1B}]99;i=a;1\u{1B}", "d", ["keys d"]),
            ("\u{1B}P>|foot", "(1.13.1)\u{1B}\\d", ["keys d"]), ("\u{1B}]", "12\rd", ["keys \rd"]),
            ("\u{1B}]9", "9;i=a;1\u{1B}]99;i=b;2\u{1B}\\", ["pressed b 2"]),
        ] as [(String, String, [String])])
    func `the late rest of a report is never keys`(start: String, rest: String, pieces: [String]) {
        var reports = TerminalReports()
        _ = reports.read(Array(start.utf8))
        #expect(reports.giveUp().isEmpty)
        #expect(reports.pause == TerminalReports.restPause)
        #expect(Self.text(reports.read(Array(rest.utf8))) == pieces)
        #expect(reports.pause == nil)
    }

    @Test func `a report without an end takes a limited space`() {
        var reports = TerminalReports()
        for start in ["\u{1B}]99;i=a;", "\u{1B}P>|", "\u{1B}[?"] {
            _ = reports.read(Array(start.utf8))
            for _ in 0..<100 {
                #expect(reports.read([UInt8](repeating: 0x31, count: 1000)).isEmpty)
            }
            #expect(Self.text(reports.read(Array("\u{1B}\\\u{1B}[Ad".utf8))).last?.hasSuffix("^[Ad") == true)
        }
    }

    /// Random pieces of reports and keys: the same pieces however the bytes are split.
    @Test func `no input is read differently in parts`() {
        var generator = SeededGenerator()
        let words = [
            "\u{1B}", "]", "99;", "i=a", ":p=?", ":p=close", ";", "1", "\u{1B}\\", "\u{07}", "[?6c", "P>|", "q", "é",
            "\u{1B}[A",
        ]
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 1...12, using: &generator)).flatMap { _ in
                Array((words.randomElement(using: &generator) ?? "").utf8)
            }
            if Bool.random(using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            var whole = TerminalReports()
            let pieces = Self.text(whole.read(bytes))
            var parts = TerminalReports()
            let end = Int.random(in: 0...bytes.count, using: &generator)
            let read = parts.read(Array(bytes[..<end])) + parts.read(Array(bytes[end...]))
            #expect(Self.text(read) == pieces, "\(bytes) split at \(end)")
        }
    }

    /// The pieces in a short form; keys that were read in parts are joined.
    private static func text(_ pieces: [TerminalReports.Piece]) -> [String] {
        var texts: [String] = []
        for piece in pieces {
            switch piece {
            case .keys(let bytes):
                // One letter for each byte, because a read may end inside a character.
                let keys = bytes.map { $0 == 0x1B ? "^" : String(Unicode.Scalar($0)) }.joined()
                if let last = texts.last, last.hasPrefix("keys ") {
                    texts[texts.count - 1] = last + keys
                } else {
                    texts.append("keys \(keys)")
                }
            case .report(.pressed(let identifier, let button)):
                texts.append("pressed \(identifier)" + (button.map { " \($0)" } ?? ""))
            case .report(.closed(let identifier)): texts.append("closed \(identifier)")
            case .report(.untracked(let identifier)): texts.append("untracked \(identifier)")
            case .report(.name(let name)): texts.append("name \(name)")
            case .report(.attributes): texts.append("attributes")
            case .report(.support(_, let identifier)): texts.append("support \(identifier)")
            }
        }
        return texts
    }
}
