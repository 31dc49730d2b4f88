// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An endpoint or a message that waits to be handed to a connector.
package enum Delivery: Hashable, Sendable {
    /// The endpoint of a registration, which the connector doesn't know yet.
    case endpoint(Registration)
    case message(WaitingMessage)

    package var isEndpoint: Bool { if case .endpoint = self { true } else { false } }

    /// The token of the registration to which the item belongs.
    package var token: String {
        switch self {
        case .endpoint(let registration): registration.token
        case .message(let message): message.token
        }
    }
}

/// A message that waits for a connector's acknowledgement.
package struct WaitingMessage: Hashable, Sendable {
    /// The message's place in the order of all messages.
    package let id: Int64
    package let token: String
    /// Version, 1 or 2, of the D-Bus interface through which the distributor calls the connector.
    package let version: Int
    /// The push server's name of the message, by which the connector may recognize a repeated message.
    package let name: String
    /// The encrypted content, 1 to 4096 bytes.
    package let body: [UInt8]

    package init(id: Int64, token: String, version: Int, name: String, body: [UInt8]) {
        (self.id, self.token, self.version, self.name, self.body) = (id, token, version, name, body)
    }
}

/// The reason why a message was dropped.
package enum DropReason: String, CaseIterable, Sendable {
    /// More messages than StoreLimits/messages waited for a connector.
    case count
    /// Messages of more bytes than StoreLimits/bytes waited for a connector.
    case bytes
    /// The message waited for more than StoreLimits/waitingDays.
    case age
    /// The message was empty, larger than StoreLimits/messageSize, or no message of UnifiedPush.
    case size
    /// The connector refused the message as invalid.
    case refused
    /// Nobody has registered the channel.
    case unknown
}
