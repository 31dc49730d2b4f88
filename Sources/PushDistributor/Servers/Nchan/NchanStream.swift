// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
import HTTPTransport

/// A connection to nginx with nchan, which sends events.
///
/// nchan could also send `multipart/mixed`. But nchan 1.3.6, which Debian 12 has, writes the head of each part into 98
/// bytes without a check (1.3.7 as well): with 28 channels, or with a long `Content-Type` from a provider, nginx's
/// worker crashes (seen). nchan's events have room for 255 channels and no `Content-Type`.
struct NchanStream: StreamEngine {
    let channels: [String]
    private(set) var cursor: String
    private var events = EventStreamReader()

    init(channels: [String], cursor: String) {
        self.channels = channels
        self.cursor = NchanCursor(cursor, channels: channels.count)?.text ?? ""
    }

    func cursor(for channels: [String]) -> String {
        guard !channels.isEmpty, let cursor = NchanCursor(cursor, channels: self.channels.count) else { return "" }
        return cursor.moved(from: self.channels, to: channels).text
    }

    func request(to server: PushServer, isCautious: Bool) -> HTTPRequest {
        var request = HTTPRequest(.get, server.subscribe + channels.joined(separator: ","))
        request.headers = [("Accept", "text/event-stream")]
        // Without a position nchan begins with the oldest message that it has.
        if let cursor = NchanCursor(cursor, channels: channels.count) {
            // Several workers of nginx, or a cluster of Redis, may send the messages of two channels out of order.
            let seconds = isCautious ? Self.clockTolerance : 1
            request.headers.append(("If-None-Match", cursor.text(before: seconds)))
        }
        return request
    }

    /// Seconds by which the clocks of nginx and Redis may differ, or a clock may be set back without being noticed.
    private static let clockTolerance = 10

    mutating func begins(_ head: HTTPResponseHead) -> Bool {
        // nchan sends nothing before its clock has reached the position. A clock set back would hold up all messages.
        guard let cursor = NchanCursor(cursor, channels: channels.count),
            let now = head.value("date").flatMap(HTTPDate.seconds), cursor.time > now + Self.clockTolerance
        else { return true }
        self.cursor = NchanCursor(time: now - Self.clockTolerance, channels: channels.count).text
        return false
    }

    mutating func read(_ bytes: [UInt8], at date: Date) -> StreamBatch {
        var batch = StreamBatch()
        for event in events.read(bytes) {
            guard let place = event.id.flatMap({ NchanCursor($0, channels: channels.count) }) else {
                batch.dropped += 1
                continue
            }
            cursor = place.text
            guard let body = event.body, !body.isEmpty else {
                batch.dropped += 1
                continue
            }
            let id = "\(place.time):\(place.tag)-\(Self.checksum(of: body))"
            batch.messages.append(PushMessage(channel: channels[place.active], id: id, body: body, received: date))
        }
        return batch
    }

    /// Returns the checksum FNV-1a of a message's body in hexadecimal digits.
    ///
    /// A server that has lost its memory and restarts within a second gives the same time and tag again to another
    /// message; the checksum tells the two messages apart.
    private static func checksum(of body: [UInt8]) -> String {
        String(body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }, radix: 16)
    }
}
