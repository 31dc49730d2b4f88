// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import InterfaceXML

/// Names of UnifiedPush's D-Bus interfaces (https://unifiedpush.org/developers/spec/dbus/).
package enum PushNames {
    /// Path of the object that a distributor calls.
    package static let connectorPath: ObjectPath = "/org/unifiedpush/Connector"
    static let connector2 = "org.unifiedpush.Connector2"

    static let distributorPath: ObjectPath = "/org/unifiedpush/Distributor"
    static let distributor1 = "org.unifiedpush.Distributor1"
    static let distributor2 = "org.unifiedpush.Distributor2"
    /// The beginning of every distributor's bus name, without the dot.
    static let distributorNamespace = "org.unifiedpush.Distributor"
    /// Belfry's own distributor, which is preferred if there are several and the person has chosen none.
    static let ownDistributor = "org.unifiedpush.Distributor.belfry"

    /// Returns the bus name of a distributor that is given by its whole name or by the last part of it.
    package static func distributor(_ name: String) -> String {
        name.hasPrefix(distributorNamespace + ".") ? name : "\(distributorNamespace).\(name)"
    }

    static let connectorXML = String(cString: belfry_push_connector_xml())
}
