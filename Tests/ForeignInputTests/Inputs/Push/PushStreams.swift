// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import Foundation
import HTTPTransport
@testable import PushDistributor

/// The conditions on the stream of any push server.
enum PushStreams {
    static let channels = ["a", "b"]

    /// Reads bytes and a message behind them, in several divisions into pieces; returns the reader and the content.
    ///
    /// The reader may keep `mostKept` bytes of the stream. The text `end` is the message, whose body is "end".
    static func read<Engine: StreamEngine>(
        _ bytes: [UInt8], _ engine: Engine, mostKept: Int, end: String
    ) throws -> (engine: Engine, batch: StreamBatch) {
        let kept = keptBytes(inPieces(bytes, engine) { _ in .max }.engine)
        try Finding.unless(kept <= mostKept, "\(kept) bytes are kept")
        let bytes = bytes + Array(end.utf8)
        let whole = inPieces(bytes, engine) { _ in .max }
        try Finding.unless(whole.batch.messages.last?.body == Array("end".utf8), "the next message is not read")
        for message in whole.batch.messages {
            try Finding.unless((1...4096).contains(message.body.count), "a message of \(message.body.count) bytes")
            try Finding.unless(engine.channels.contains(message.channel), "a message of \(message.channel)")
            try Finding.unless((1...100).contains(message.id.utf8.count), "a message that is named \(message.id)")
        }
        let divisions: [(Int) -> Int] = [{ _ in bytes.count / 8192 + 1 }, { place in Int(bytes[place]) % 97 + 1 }]
        for division in divisions {
            let divided = inPieces(bytes, engine, division)
            try Finding.unless(divided.batch == whole.batch, "\(divided.batch) in pieces, \(whole.batch) at once")
            try Finding.unless(divided.engine.cursor == whole.engine.cursor, "another place: \(whole.engine.cursor)")
        }
        return whole
    }

    private static func inPieces<Engine: StreamEngine>(
        _ bytes: [UInt8], _ engine: Engine, _ size: (Int) -> Int
    ) -> (engine: Engine, batch: StreamBatch) {
        var (engine, whole, place) = (engine, StreamBatch(), 0)
        while place < bytes.count {
            let piece = bytes[place...].prefix(size(place))
            let batch = engine.read(Array(piece), at: Date(timeIntervalSince1970: 0))
            place += piece.count
            whole.messages += batch.messages
            whole.dropped += batch.dropped
            whole.hasKeepAlive = whole.hasKeepAlive || batch.hasKeepAlive
        }
        return (engine, whole)
    }

    /// The bytes in all arrays and texts of a value.
    private static func keptBytes(_ value: Any) -> Int {
        switch value {
        case let bytes as [UInt8]: bytes.count
        case let text as String: text.utf8.count
        default: Mirror(reflecting: value).children.reduce(0) { $0 + keptBytes($1.value) }
        }
    }

    /// Checks that a request is made of harmless characters, whatever the place of the stream is.
    static func checkRequest(of engine: some StreamEngine, to kind: PushServer.Engine) throws {
        let server = PushServer(name: "s", engine: kind, publish: "https://p.example", subscribe: "https://p.example")
        for isCautious in [false, true] {
            let request = engine.request(to: server, isCautious: isCautious)
            let texts = [request.url] + request.headers.map(\.value)
            let isHarmless = texts.allSatisfy { text in text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
            try Finding.unless(isHarmless, "a request with blanks or control characters: \(texts)")
        }
    }
}
