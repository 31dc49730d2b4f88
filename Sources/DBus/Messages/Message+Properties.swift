// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// The properties of other programs' objects, which the interface `org.freedesktop.DBus.Properties` reads and reports
// (D-Bus specification, section "org.freedesktop.DBus.Properties").

extension Message {
    /// Returns a call of `Get`. The reply's only argument is a variant with the value.
    ///
    /// The bus does not start the service, unless `autoStart` is true.
    package static func getProperty(
        _ property: String, of interface: String, at path: ObjectPath, in destination: String, autoStart: Bool = false
    ) -> Message {
        .methodCall(
            destination: destination, path: path, interface: StandardInterfaces.properties, member: "Get",
            arguments: [.string(interface), .string(property)], autoStart: autoStart)
    }

    /// The new values in a signal `PropertiesChanged`, by the names of the properties; empty if the signal has none.
    package var changedProperties: [String: Value] { arguments.dropFirst().first?.properties ?? [:] }
}

extension MatchRule {
    /// Returns the rule for an object's signals `PropertiesChanged`: about one interface, or all if `interface` is nil.
    package static func propertiesChanged(
        of interface: String? = nil, at path: ObjectPath, from sender: String
    ) -> MatchRule {
        MatchRule(
            sender: sender, path: path, interface: StandardInterfaces.properties, member: "PropertiesChanged",
            argument0: interface)
    }

    /// Returns the rule for the signals `PropertiesChanged` of an object and of all objects below it.
    package static func propertiesChanged(below path: ObjectPath, from sender: String) -> MatchRule {
        MatchRule(
            sender: sender, pathNamespace: path, interface: StandardInterfaces.properties,
            member: "PropertiesChanged")
    }
}
