// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A message of a push server, on its way to a connector.
package struct PushMessage: Hashable, Sendable {
    /// The channel (nchan) or topic (ntfy) on which the message arrived.
    package let channel: String
    /// The push server's name of the message, unique on the channel; a repeated message has the same name.
    package let id: String
    /// The content, 1 to 4096 bytes, which only the connector can decrypt.
    package let body: [UInt8]
    /// The date at which the distributor received the message.
    package let received: Date

    package init(channel: String, id: String, body: [UInt8], received: Date) {
        (self.channel, self.id, self.body, self.received) = (channel, id, body, received)
    }
}
