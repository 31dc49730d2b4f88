// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import PushDistributor
import Testing

@Suite struct ChannelDivisionTests {
    @Test func `channels stay in their stream, and new ones come to the end`() {
        var division = ChannelDivision([], limit: 2)
        division.set(["a", "b", "c"])
        #expect(division.streams == [["a", "b"], ["c"]])
        division.set(["b", "c", "d", "e"])
        #expect(division.streams == [["b", "d"], ["c", "e"]])
        division.set(["c", "f"])
        #expect(division.streams == [["f"], ["c"]])
        division.set([])
        #expect(division.streams == [[], []])
    }

    @Test func `a stream that had more channels keeps them, and a channel is in one stream only`() {
        var division = ChannelDivision([["a", "b", "c"], ["c", "d", "d"]], limit: 2)
        division.set(["a", "b", "c", "d", "e", "e"])
        #expect(division.streams == [["a", "b", "c"], ["d", "e"]])
    }
}
