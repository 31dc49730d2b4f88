// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A connector's registration of one token.
package struct Registration: Hashable, Sendable {
    package let id: Int64
    /// The connector's name of the registration: 1 to 100 bytes, a secret.
    package let token: String
    /// The connector's bus name.
    package let service: String
    /// Version, 1 or 2, of the D-Bus interface through which the distributor calls the connector.
    package let version: Int
    /// The connector's description of the registration, for people; may be empty.
    package let description: String
    /// The public key, in base64url, of the provider that sends the messages; nil if the connector named none.
    package let vapid: String?
    /// Name of the registration's push server in the configuration.
    package let server: String
    /// The registration's channel on the push server; a secret.
    package let channel: String
    package let created: Date
    /// Whether the connector has acknowledged its present endpoint.
    package let isTold: Bool
    /// The number of times that the connector has registered the token again, each time expecting its endpoint.
    package let calls: Int

    package init(
        id: Int64, token: String, service: String, version: Int, description: String, vapid: String?, server: String,
        channel: String, created: Date, isTold: Bool, calls: Int = 0
    ) {
        (self.id, self.token, self.service, self.version) = (id, token, service, version)
        (self.description, self.vapid, self.server, self.channel) = (description, vapid, server, channel)
        (self.created, self.isTold, self.calls) = (created, isTold, calls)
    }
}

/// A connector's wish to be registered.
package struct RegistrationWish: Hashable, Sendable {
    package var token: String
    package var service: String
    package var version: Int
    package var description: String
    package var vapid: String?

    package init(token: String, service: String, version: Int, description: String = "", vapid: String? = nil) {
        (self.token, self.service, self.version) = (token, service, version)
        (self.description, self.vapid) = (description, vapid)
    }
}

/// The result of storing a connector's wish to be registered.
package enum RegistrationOutcome: Hashable, Sendable {
    /// The registration is on disk. `isNew` says that its channel is new, too.
    case registered(Registration, isNew: Bool)
    /// The token belongs to another service.
    case taken
    /// The service, or all services together, already have the largest allowed number of registrations.
    case tooMany(limit: Int)
}

/// A push server as the store knows it: its channels and positions are worthless if its address changes.
package struct KnownServer: Hashable, Sendable {
    package let name: String
    /// The kind of server software, and the address to which providers post messages.
    package let address: String

    package init(name: String, address: String) { (self.name, self.address) = (name, address) }
}
