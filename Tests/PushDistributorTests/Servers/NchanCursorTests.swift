// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import PushDistributor
import Testing

/// The places that nchan gives, and what becomes of them when channels come and go.
@Suite struct NchanCursorTests {
    @Test(arguments: [
        ("1795592574:0", 1), ("1795592574:-", 1), ("1:32767", 1), ("1795592574:[0],-", 2), ("1795592574:0,[12]", 2),
        ("1795592574:-,-,[3],-", 4), ("1795592574:[-],-", 2),
    ])
    func `a place is read and written`(text: String, channels: Int) throws {
        #expect(try #require(NchanCursor(text, channels: channels)).text == text)
    }

    @Test(arguments: [
        ("", 1), (":", 1), ("1", 1), ("0:0", 1), ("-1:0", 1), ("1:", 1), ("1:0,1", 2), ("1:[0],1", 1), ("1:[0]", 2),
        ("1:[0],[1]", 2), ("1:[0,1]", 2), ("1:32768", 1), ("1:-1", 1), ("1:x", 1), ("1:0:0", 1), ("1:[", 1),
        ("9999999999999:0", 1), ("1:0", 0), ("1:\u{661}", 1),
    ])
    func `what is no place is refused`(text: String, channels: Int) {
        #expect(NchanCursor(text, channels: channels) == nil)
    }

    @Test func `a place has 255 channels at most`() {
        let tags = (["[0]"] + Array(repeating: "-", count: 255)).joined(separator: ",")
        #expect(NchanCursor("1:" + tags, channels: 256) == nil)
        #expect(NchanCursor("1:" + tags.dropLast(2), channels: 255) != nil)
    }

    @Test(arguments: [
        // place, channels before, channels after, place after
        ("9:[4]", "a", "a", "9:4"),
        ("9:4", "a", "ab", "9:[4],-"),  // a new one is at the end and has no tag
        ("9:[4],5", "ab", "abc", "9:[4],5,-"),
        ("9:1,[2],3", "abc", "ac", "9:[1],3"),  // the tag of a removed one goes with it
        ("9:1,2,[3]", "abc", "bc", "9:2,[3]"),
        ("9:1,[2],-", "abc", "acd", "9:[1],-,-"),
        ("9:-,[2],-", "abc", "ac", "9:[-],-"),  // nothing of this second was read of those that stay
        ("9:[1],2", "ab", "b", "9:2"),
        ("9:[1],2", "ab", "ba", "9:2,[1]"),  // the order of the address counts, whatever it is
        ("9:[1],2", "ab", "cd", "9:[-],-"),
        ("9:7", "a", "b", "9:-"),
    ])
    func `the tags follow their channels`(text: String, old: String, new: String, expected: String) throws {
        let cursor = try #require(NchanCursor(text, channels: old.count))
        #expect(cursor.moved(from: old.map(String.init), to: new.map(String.init)).text == expected)
    }

    @Test func `a place some seconds earlier fits any number of channels`() throws {
        let cursor = try #require(NchanCursor("20:[4],5", channels: 2))
        #expect([1, 10, 30].map { cursor.text(before: $0) } == ["19:-", "10:-", "1:-"])
    }
}
