// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore

/// The work of a stream that must be done in order: messages are stored before the next connection is made.
struct StreamQueue {
    enum Work {
        /// The argument `dropped` is the number of messages that were left out.
        case store([PushMessage], StreamPosition, dropped: Int)
        case connect(isCautious: Bool)
    }

    /// Whether a task does the work in the queue.
    var isRunning = false
    /// Whether the wanted connection also asks for older messages; nil if no connection is wanted.
    var connect: Bool?
    private var messages: [PushMessage] = []
    private var bytes = 0
    /// The number of messages that were left out; the number is stored with the next position.
    private var dropped = 0
    /// The position behind the queued messages; nil if nothing is to be stored.
    private var position: StreamPosition?

    /// Bytes of queued messages at which reading from the connection stops.
    private static let maximumSize = 1 << 20

    var hasRoom: Bool { bytes < Self.maximumSize }

    mutating func add(_ messages: [PushMessage], _ position: StreamPosition) {
        self.messages += messages
        // Each message counts 100 bytes for its id and channel besides its body, which limits many short messages, too.
        bytes += messages.reduce(0) { $0 + $1.body.count + 100 }
        self.position = position
    }

    mutating func drop(_ number: Int) { dropped += number }

    /// Removes and returns the next piece of work; nil if the queue is empty.
    mutating func next() -> Work? {
        if let position {
            defer { clear() }
            return .store(messages, position, dropped: dropped)
        }
        defer { connect = nil }
        return connect.map { .connect(isCautious: $0) }
    }

    /// Removes the queued messages and their position.
    mutating func clear() { (messages, bytes, dropped, position) = ([], 0, 0, nil) }
}
