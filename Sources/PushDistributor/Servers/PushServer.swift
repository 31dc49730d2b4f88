// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A push server, as the configuration names it.
package struct PushServer: Hashable, Sendable {
    /// The server program that runs on a push server.
    package enum Engine: String, CaseIterable, Sendable {
        /// nginx with the module nchan, configured as in `nchan.conf`.
        case nchan
        /// The program ntfy, at https://ntfy.sh or on a server of the person's own.
        case ntfy
    }

    /// The name in the configuration, under which the store has the positions in the server's streams.
    package let name: String
    package let engine: Engine
    /// The address before a channel's name, to which providers post; for ntfy the server's address.
    package let publish: String
    /// The address before the list of channels, from which the distributor reads; for ntfy the server's address.
    package let subscribe: String
    /// A file with certificates that are trusted besides the system's; nil if there are no others.
    package let certificateAuthority: String?
    /// The value of the header `Authorization`; nil if requests have no such header.
    package let authorization: String?
    /// Largest number of channels on one connection: 1 to 255.
    package let channelsPerConnection: Int

    /// Default of ``channelsPerConnection``: that many channel names fit in the 8 KB that servers take for an address.
    package static let defaultChannelsPerConnection = 180

    package init(
        name: String, engine: Engine, publish: String, subscribe: String, certificateAuthority: String? = nil,
        authorization: String? = nil, channelsPerConnection: Int = defaultChannelsPerConnection
    ) {
        (self.name, self.engine, self.publish, self.subscribe) = (name, engine, publish, subscribe)
        (self.certificateAuthority, self.authorization) = (certificateAuthority, authorization)
        self.channelsPerConnection = channelsPerConnection
    }
}
