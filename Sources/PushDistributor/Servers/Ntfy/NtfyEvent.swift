// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A line of ntfy's JSON stream.
struct NtfyEvent: Decodable, Hashable, Sendable {
    let id: String
    /// Unix seconds by the server's clock.
    let time: Int
    /// `open`, `keepalive`, `message`, `poll_request`, or a word of a later version.
    let event: String
    let topic: String
    let message: String?
    /// `base64` for a message that is no text.
    let encoding: String?
    let attachment: Attachment?

    /// A body that the server has stored as a file, because it is over 4096 bytes.
    struct Attachment: Decodable, Hashable, Sendable {}

    /// Largest line in bytes: a message of 4096 bytes, each of which JSON writes as six, with its other fields.
    static let longestLine = 32_768
    /// Largest size in bytes of a message's identifier; ntfy's identifiers have 12 bytes.
    private static let longestID = 64

    /// Reads a line; nil if the line is no event.
    init?(_ line: LineReader.Line) {
        guard !line.isCut, let event = try? JSONDecoder().decode(Self.self, from: Data(line.bytes)),
            (1...Self.longestID).contains(event.id.utf8.count), (0...Self.latestTime).contains(event.time)
        else { return nil }
        self = event
    }

    /// The last second of the year 9999.
    private static let latestTime = 253_402_300_799

    /// The bytes of the message; nil if they are not in the event, or are more than a message may have.
    var body: [UInt8]? {
        guard attachment == nil, let message else { return nil }
        let bytes: [UInt8]
        switch encoding {
        case nil, "": bytes = Array(message.utf8)
        case "base64":
            guard let data = Data(base64Encoded: message) else { return nil }
            bytes = Array(data)
        default: return nil
        }
        return (1...PushLimits.messageSize).contains(bytes.count) ? bytes : nil
    }
}
