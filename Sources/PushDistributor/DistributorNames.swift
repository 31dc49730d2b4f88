// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import InterfaceXML

/// The names of the distributor and of UnifiedPush on the bus.
package enum DistributorNames {
    package static let busName = "org.unifiedpush.Distributor.belfry"
    package static let path: ObjectPath = "/org/unifiedpush/Distributor"
    package static let distributor1 = "org.unifiedpush.Distributor1"
    package static let distributor2 = "org.unifiedpush.Distributor2"
    /// The interface for people and their tools.
    package static let status = "org.belfry.Distributor1"

    static let connectorPath: ObjectPath = "/org/unifiedpush/Connector"

    /// Returns the interface of a connector, version 1 or 2.
    static func connector(_ version: Int) -> String { "org.unifiedpush.Connector\(version)" }

    static let distributorXML = String(cString: belfry_push_distributor_xml())
    static let statusXML = String(cString: belfry_distributor_status_xml())

    /// The version of the program, as in `CHANGELOG.md`.
    package static let version = "0.1.0"
}

/// The keys of log metadata. Tokens, endpoints and messages are secrets and have no key.
package enum DistributorLogKey {
    package static let service = "service"
    package static let server = "server"
    package static let error = "error"
    package static let reason = "reason"
    package static let count = "count"
    package static let path = "path"
}
