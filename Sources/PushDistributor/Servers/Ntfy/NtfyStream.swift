// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
import HTTPTransport

/// A connection to ntfy, which sends a line of JSON for each event.
///
/// The position in the stream is the server's time of the last message. ntfy would also take the message's identifier
/// as a position. But after twelve hours ntfy has forgotten the identifier and sends all stored messages, and it may
/// store the messages of several topics in another order than that in which it sends them. With a time the messages of
/// two seconds arrive again; the store recognizes them by their identifiers.
struct NtfyStream: StreamEngine {
    let channels: [String]
    private(set) var cursor: String
    private var lines = LineReader(limit: NtfyEvent.longestLine)
    private let topics: Set<String>

    init(channels: [String], cursor: String) {
        (self.channels, topics) = (channels, Set(channels))
        self.cursor = Int(cursor).map { $0 > 0 ? String($0) : "" } ?? ""
    }

    func cursor(for channels: [String]) -> String { channels.isEmpty ? "" : cursor }

    func request(to server: PushServer, isCautious: Bool) -> HTTPRequest {
        // Without a position, no message was read yet, so the request asks for all messages that the server has.
        let seconds = isCautious ? Self.clockTolerance : 1
        let place = Int(cursor).map { String(max($0 - seconds, 1)) } ?? "all"
        return HTTPRequest(.get, "\(server.subscribe)/\(channels.joined(separator: ","))/json?since=\(place)&up=1")
    }

    /// Seconds by which a clock may be set back without being noticed.
    private static let clockTolerance = 10

    mutating func begins(_ head: HTTPResponseHead) -> Bool {
        // After a clock was set back, a position in the future would hide messages sent while the connection is down.
        guard let time = Int(cursor), let now = head.value("date").flatMap(HTTPDate.seconds),
            time > now + Self.clockTolerance
        else { return true }
        cursor = String(max(now - Self.clockTolerance, 1))
        return false
    }

    mutating func read(_ bytes: [UInt8], at date: Date) -> StreamBatch {
        var batch = StreamBatch()
        for line in lines.read(bytes) where !line.bytes.isEmpty {
            guard let event = NtfyEvent(line) else {
                batch.dropped += 1
                continue
            }
            switch event.event {
            case "keepalive": batch.hasKeepAlive = true
            case "message" where topics.contains(event.topic):
                // An older message may arrive late, and must not move the position back.
                if event.time > Int(cursor) ?? 0 { cursor = String(event.time) }
                guard let body = event.body else {
                    batch.dropped += 1
                    continue
                }
                batch.messages.append(PushMessage(channel: event.topic, id: event.id, body: body, received: date))
            default: break
            }
        }
        return batch
    }
}
