// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import Foundation
@testable import HTTPTransport
@testable import PushDistributor

/// The stream of events that nginx with nchan sends, its places and its dates.
enum NchanStreams {
    /// Largest number of bytes that are kept: a body, a line, and the names of an event and of a place.
    private static let mostKept = 4096 + 4112 + 2 * 2600 + 100

    /// The end of what is unfinished, and an event.
    private static let end = "\n\nid: 8:-,[3]\ndata: end\n\n"

    static func read(_ bytes: [UInt8]) throws {
        for (channels, end) in [(PushStreams.channels, end), (["a"], end.replacing("-,[3]", with: "3"))] {
            let (stream, _) = try PushStreams.read(
                bytes, NchanStream(channels: channels, cursor: ""), mostKept: mostKept, end: end)
            try PushStreams.checkRequest(of: stream, to: .nchan)
        }
        try readBody(bytes)
        let text = String(decoding: bytes.prefix(3000), as: UTF8.self)
        for count in [1, 2, 3, 255] { try readPlace(text, (0..<count).map(String.init)) }
        try readDate(text)
    }

    /// Writes the bytes as nchan writes a message, and reads the message.
    private static func readBody(_ bytes: [UInt8]) throws {
        let body = Array(bytes.prefix(4096))
        guard !body.isEmpty else { return }
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let data = lines.flatMap { Array("data: ".utf8) + $0 + Array("\n".utf8) }
        let event = Array("id: 1795592574:[0],-\n".utf8) + data + Array("\n".utf8)
        let stream = NchanStream(channels: PushStreams.channels, cursor: "")
        let batch = try PushStreams.read(event, stream, mostKept: mostKept, end: end).batch
        try Finding.unless(batch.messages.dropLast().map(\.body) == [body], "another body: \(batch)")
        try Finding.unless(batch.messages.first?.channel == "a", "another channel: \(batch)")
    }

    /// Reads a text as a place; removed and added channels leave a place of this kind.
    private static func readPlace(_ text: String, _ channels: [String]) throws {
        let stream = NchanStream(channels: channels, cursor: text)
        try PushStreams.checkRequest(of: stream, to: .nchan)
        let place = NchanCursor(text, channels: channels.count)
        try Finding.unless(place?.text ?? "" == stream.cursor, "another place: \(stream.cursor)")
        guard place != nil else { return }
        let back = NchanStream(channels: channels.reversed(), cursor: stream.cursor(for: channels.reversed()))
        try Finding.unless(back.cursor(for: channels) == stream.cursor, "\(back.cursor) is not \(stream.cursor)")
        for others in [channels + ["new"], Array(channels.dropFirst()), ["new"]] where others.count <= 255 {
            let moved = stream.cursor(for: others)
            let isPlace = others.isEmpty ? moved.isEmpty : NchanCursor(moved, channels: others.count)?.text == moved
            try Finding.unless(isPlace, "\(moved) is no place of \(others.count) channels")
        }
    }

    /// Reads a text as the headers `Date` and `Retry-After`.
    private static func readDate(_ text: String) throws {
        if let seconds = HTTPDate.seconds(text) {
            try Finding.unless((0...253_402_300_800).contains(seconds), "a date of \(seconds)")
        }
        let now = Date(timeIntervalSince1970: 1_795_592_574)
        if let delay = HTTPDate.delay(text, at: now) {
            try Finding.unless((.zero ... .seconds(3600)).contains(delay), "a pause of \(delay)")
        }
        let head = HTTPResponseHead(status: 200, headers: [("date", text)])
        var stream = NchanStream(channels: ["a"], cursor: "1795592574:0")
        let isPlace = stream.begins(head) || stream.begins(head)
        try Finding.unless(isPlace, "a second place is wrong again: \(stream.cursor)")
        try PushStreams.checkRequest(of: stream, to: .nchan)
    }
}
