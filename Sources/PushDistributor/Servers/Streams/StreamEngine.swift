// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
import HTTPTransport

/// The protocol of a push server on one connection: makes the request, and reads the response.
protocol StreamEngine: Sendable {
    /// The channels, in the order in which the stream's address names them.
    var channels: [String] { get }
    /// The position after the last message that was read, in the engine's own form; empty before the first message.
    var cursor: String { get }

    /// Begins a connection at a stored position. A text that is no position of this engine counts as an empty one.
    init(channels: [String], cursor: String)

    /// Returns the same position for a connection with other channels.
    func cursor(for channels: [String]) -> String

    /// Makes the request for all messages after the position, and for the messages of one second before the position,
    /// because a server may send the messages of several channels out of order. The store recognizes the repetitions.
    ///
    /// A cautious request asks for more seconds before the position, because the server may have lost its memory, or
    /// its clock may have been set back.
    func request(to server: PushServer, isCautious: Bool) -> HTTPRequest

    /// Reads the head of the response.
    ///
    /// - Returns: False if the position can't be this server's; the position is moved and the request must be repeated.
    mutating func begins(_ head: HTTPResponseHead) -> Bool

    /// Reads a piece of the response, which may begin and end anywhere.
    mutating func read(_ bytes: [UInt8], at date: Date) -> StreamBatch
}

/// The content of a piece of a stream.
struct StreamBatch: Hashable, Sendable {
    var messages: [PushMessage] = []
    /// The number of messages that were left out, because they are too large or not of UnifiedPush.
    var dropped = 0
    /// Whether the server has sent a keep-alive.
    var hasKeepAlive = false
}

/// The limits of UnifiedPush.
enum PushLimits {
    /// Largest message in bytes.
    static let messageSize = 4096
}
