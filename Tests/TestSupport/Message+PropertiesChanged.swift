// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

extension Message {
    /// Returns the signal by which an object tells new values of properties, and the names of those to be read again.
    package static func propertiesChanged(
        _ values: [String: Value], of interface: String, at path: ObjectPath, stale: [String] = []
    ) -> Message {
        .signal(
            path: path, interface: StandardInterfaces.properties, member: "PropertiesChanged",
            arguments: [.string(interface), .properties(values), .strings(stale)])
    }
}
