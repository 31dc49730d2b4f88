// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The division of a push server's channels among streams, each of which is one connection.
///
/// A channel stays in its stream, because the position of another stream says nothing about the channel's messages. A
/// new channel is appended to the first stream with room.
struct ChannelDivision: Hashable, Sendable {
    private let limit: Int
    /// The channels of each stream, in the order in which the stream's address names them.
    private(set) var streams: [[String]]

    /// - Parameters:
    ///   - streams: The channels of the streams so far.
    ///   - limit: Largest number of channels in a stream. A stream that already has more channels keeps them.
    init(_ streams: [[String]], limit: Int) { (self.streams, self.limit) = (streams, max(limit, 1)) }

    /// Sets all channels of the server, in the order in which they were made.
    mutating func set(_ channels: [String]) {
        let wanted = Set(channels)
        var known: Set<String> = []
        streams = streams.map { stream in stream.filter { wanted.contains($0) && known.insert($0).inserted } }
        for channel in channels where known.insert(channel).inserted {
            if let place = streams.firstIndex(where: { $0.count < limit }) {
                streams[place].append(channel)
            } else {
                streams.append([channel])
            }
        }
    }
}
