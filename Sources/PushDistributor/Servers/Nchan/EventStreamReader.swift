// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A reader of nchan's event stream (`text/event-stream`), in which bodies arrive unchanged.
///
/// nchan writes an `id:` line, then each line of the body behind `data: `, then an empty line. It adds nothing to the
/// bytes of the body and removes nothing, so a line feed between two `data:` lines belongs to the body, and so do other
/// control characters. (A browser would change them.)
struct EventStreamReader: Hashable, Sendable {
    struct Event: Hashable, Sendable {
        /// nchan's name of the message; nil if the stream gave none.
        var id: String?
        /// The body of the message; nil if the body is larger than the limit.
        var body: [UInt8]?
    }

    /// Largest `id:` line in bytes: 255 channels with tags of five digits.
    private static let longestID = 2600
    private static let longestLine = PushLimits.messageSize + 16

    private var lines = LineReader(limit: longestLine)
    private var id: String?
    /// The body of the unfinished event so far; nil before the first `data:` line.
    private var body: [UInt8]?
    private var isTooLarge = false

    /// Adds bytes of the stream; returns the events that end in them.
    mutating func read(_ bytes: [UInt8]) -> [Event] { lines.read(bytes).compactMap { take($0) } }

    private mutating func take(_ line: LineReader.Line) -> Event? {
        if line.bytes.isEmpty { return end() }
        if line.bytes.starts(with: Self.data) {
            let content = line.bytes.dropFirst(Self.data.count)
            let separator: [UInt8] = body == nil ? [] : [UInt8(ascii: "\n")]
            var body = self.body.take() ?? []
            if body.count + separator.count + content.count > PushLimits.messageSize || line.isCut {
                isTooLarge = true
            } else {
                body += separator
                body += content
            }
            self.body = body
        } else if line.bytes.starts(with: Self.name), !line.isCut, line.bytes.count <= Self.longestID {
            id = String(decoding: line.bytes.dropFirst(Self.name.count), as: UTF8.self)
        }
        // Other lines are comments, such as nchan's greeting, and the name that a publisher may give to an event.
        return nil
    }

    private mutating func end() -> Event? {
        defer { (id, body, isTooLarge) = (nil, nil, false) }
        guard let body else { return nil }
        return Event(id: id, body: isTooLarge ? nil : body)
    }

    private static let data = Array("data: ".utf8)
    private static let name = Array("id: ".utf8)
}
