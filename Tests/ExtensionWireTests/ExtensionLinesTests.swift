// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import TestSupport
import Testing

@Suite struct ExtensionLinesTests {
    /// Adds a text in pieces of `size` bytes and returns the lines.
    private func lines(_ text: String, inPiecesOf size: Int = .max, limit: Int = 1000) -> [String] {
        var divider = ExtensionLines(limit: limit)
        var rest = Array(text.utf8)[...]
        var lines: [[UInt8]] = []
        while !rest.isEmpty {
            lines += divider.add(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: 1...12)
    func `output is divided into the same lines, however it arrives`(size: Int) {
        #expect(lines("one\ntwo ä\n\n \r\nthree\nhalf", inPiecesOf: size) == ["one", "two ä", "three"])
    }

    @Test func `a line without a line feed at the end of the output is no line`() {
        #expect(lines(#"{"v":1,"content":{}}"#) == [])
        #expect(lines(#"{"v":1}"# + "\n" + #"{"v":1,"#) == [#"{"v":1}"#])
    }

    @Test(arguments: [1, 3, 7, 8, 100])
    func `lines over the limit are dropped, and those before it are kept`(size: Int) {
        #expect(lines("1234\n12\n", inPiecesOf: size, limit: 8) == ["1234", "12"])
        #expect(lines("1234\n123\n", inPiecesOf: size, limit: 8) == ["1234"])
        #expect(lines("1234\n" + String(repeating: "x\n", count: 1000), inPiecesOf: size, limit: 8) == ["1234", "x"])
    }

    @Test(arguments: [1, 3, 100])
    func `the limit is passed by the first byte over it`(size: Int) {
        var divider = ExtensionLines(limit: 8)
        for piece in stride(from: 0, to: 8, by: size).map({ [UInt8](repeating: 10, count: min(size, 8 - $0)) }) {
            _ = divider.add(piece)
        }
        #expect(!divider.isOverLimit)

        _ = divider.add([10])

        #expect(divider.isOverLimit)
    }

    @Test func `a run may write 64 KiB`() {
        var divider = ExtensionLines()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 65_535) + [10]
        #expect(divider.add(line).map(\.count) == [65_535] && !divider.isOverLimit)
        #expect(divider.add([10]) == [] && divider.isOverLimit)
    }
}
