// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The place up to which a stream of a push server was read; stored in the same transaction as the messages before it.
package struct StreamPosition: Hashable, Sendable {
    /// The push server's name in the configuration.
    package let server: String
    /// The number of the stream, from 0: a server with many channels has several.
    package let stream: Int
    /// The channels of the stream, in the order in which the stream's address names them.
    package var channels: [String]
    /// The place in the form of the server software, such as nchan's two headers; empty before the first message.
    package var cursor: String

    package init(server: String, stream: Int, channels: [String] = [], cursor: String = "") {
        (self.server, self.stream, self.channels, self.cursor) = (server, stream, channels, cursor)
    }
}
