// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

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

    static let distributorXML = String(decoding: PackageResources.org_unifiedpush_Distributor_xml, as: UTF8.self)
    static let statusXML = String(decoding: PackageResources.org_belfry_Distributor1_xml, as: UTF8.self)

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
