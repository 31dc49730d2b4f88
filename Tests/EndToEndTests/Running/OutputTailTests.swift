// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import belfry

/// The last lines of a command's output, and the figures of its notification.
@Suite struct OutputTailTests {
    @Test(arguments: [
        ("", []), ("one", ["one"]), ("one\ntwo\n", ["one", "two"]), ("one\r\n\n  \ntwo\r\n", ["one", "two"]),
        ("1\n2\n3\n4\n5\n6\n7\n", ["3", "4", "5", "6", "7"]),
        // Of what is written over, the last version counts.
        (" 10%\r 50%\r100%\ndone", ["100%", "done"]), ("50%\r\u{1B}[Kall\n", ["all"]),
        ("gone\r\u{1B}[K\nleft", ["left"]),
        // Control sequences, a title, and characters that turn the text are removed; an indent stays.
        ("\u{1B}[1;31merror:\u{1B}[0m no\n    ^~~~", ["error: no", "    ^~~~"]),
        ("\u{1B}]0;title\u{07}made \u{202E}x\u{00}\u{08}\n", ["made x"]),
        ("tab\there", ["tab here"]),
    ])
    func `the last lines are those that a person saw`(output: String, lines: [String]) {
        var tail = OutputTail()
        tail.append(output.utf8)
        #expect(tail.lines == lines)
        // The pieces in which the output comes make no difference.
        var piecewise = OutputTail()
        for byte in output.utf8 { piecewise.append([byte]) }
        #expect(piecewise.lines == lines)
    }

    @Test func `invalid UTF-8 is left out`() {
        var tail = OutputTail()
        tail.append([0xFF, 0x61, 0xC3, 0x0A, 0xC3, 0xA4, 0xE2, 0x82])
        #expect(tail.lines == ["a", "ä"])
    }

    @Test func `only the last bytes are kept, and a line without its beginning is left out`() {
        var tail = OutputTail()
        for number in 0..<10_000 { tail.append("line \(number) äöü\n".utf8) }
        #expect(tail.lines == (9995..<10_000).map { "line \($0) äöü" })

        tail = OutputTail()
        tail.append((String(repeating: "ä", count: 3000) + "\nend").utf8)
        #expect(tail.lines == ["end"])

        tail = OutputTail()
        for _ in 0..<3 { tail.append(String(repeating: "ä", count: 10_001).utf8) }
        #expect(tail.lines == [String(repeating: "ä", count: 199) + "…"])
    }

    @Test(arguments: [
        ("17 (a (b) c) S 1 17 17 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 9 9", "a (b) c"),
        ("1 (init) S 0 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345", "init"), ("1 (init) S 0 1", nil), ("", nil),
        (") 1 (", nil),
    ])
    func `the kernel's line about a process is read`(text: String, name: String?) {
        let status = ProcessStatus(text)
        #expect(status?.name == name)
        // The kernel counts in hundredths of a second, on all machines of today.
        if let status { #expect(status.start == .milliseconds(123_450)) }
    }

    @Test(arguments: [
        (Duration.milliseconds(900), "0 s"), (.seconds(59), "59 s"), (.seconds(192), "3 min 12 s"),
        (.seconds(7505), "2 h 5 min"),
    ])
    func `a duration has its two largest units`(duration: Duration, words: String) {
        #expect(CommandReport.words(for: duration) == words)
    }
}
