// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import Foundation
@testable import HTTPTransport
@testable import PushDistributor

/// The lines of JSON that ntfy sends.
enum NtfyStreams {
    /// Largest number of bytes that are kept: a line, a place, and the names of the channels, twice.
    private static let mostKept = 32_768 + 100

    /// The end of what is unfinished, and a message.
    private static let end = #"""

        {"id":"end","time":7,"event":"message","topic":"b","message":"end"}

        """#

    static func read(_ bytes: [UInt8]) throws {
        let stream = NtfyStream(channels: PushStreams.channels, cursor: "")
        let read = try PushStreams.read(bytes, stream, mostKept: mostKept, end: end).engine
        try PushStreams.checkRequest(of: read, to: .ntfy)
        let text = String(decoding: bytes.prefix(100), as: UTF8.self)
        var placed = NtfyStream(channels: ["a"], cursor: text)
        try PushStreams.checkRequest(of: placed, to: .ntfy)
        let head = HTTPResponseHead(status: 200, headers: [("date", text)])
        try Finding.unless(placed.begins(head) || placed.begins(head), "a second place is wrong again: \(placed.cursor)")
        try readBody(Array(bytes.prefix(4096)))
    }

    /// Writes the bytes as ntfy writes a message, as base64 and, if they are a text, as one; and reads the message.
    private static func readBody(_ body: [UInt8]) throws {
        guard !body.isEmpty else { return }
        let base64 = Field.text(Data(body).base64EncodedString())
        var lines = [try line(of: ["id": .text("m"), "message": base64, "encoding": .text("base64")])]
        if let text = String(validating: body, as: UTF8.self) {
            lines.append(try line(of: ["id": .text("m"), "message": .text(text)]))
        }
        for line in lines {
            let stream = NtfyStream(channels: PushStreams.channels, cursor: "7")
            let (read, batch) = try PushStreams.read(line, stream, mostKept: mostKept, end: end)
            try Finding.unless(batch.messages.dropLast().map(\.body) == [body], "another body: \(batch)")
            try Finding.unless(read.cursor == "1795592574", "another place: \(read.cursor)")
        }
    }

    private static func line(of fields: [String: Field]) throws -> [UInt8] {
        let always: [String: Field] = [
            "time": .number(1_795_592_574), "event": .text("message"), "topic": .text("b"),
        ]
        return Array(try JSONEncoder().encode(fields.merging(always) { field, _ in field })) + Array("\n".utf8)
    }

    /// The value of a field.
    private enum Field: Encodable {
        case text(String)
        case number(Int)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }
}
