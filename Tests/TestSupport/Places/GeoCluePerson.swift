// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
internal import Synchronization

/// The person's side of GeoClue, which its manual calls an agent: it has the switch for location.
package final class GeoCluePerson: ExportedObject {
    package let interfaces: [Interface]
    private let connection: Connection
    private let isOn = Mutex(true)

    private static let name = "org.freedesktop.GeoClue2.Agent"
    private static let path: ObjectPath = "/org/freedesktop/GeoClue2/Agent"

    /// Registers with GeoClue, with the switch on.
    package init(on connection: Connection) async throws {
        self.connection = connection
        interfaces = [
            try Interface(
                xml: """
                    <node><interface name="\(Self.name)">
                      <method name="AuthorizeApp">
                        <arg name="desktop_id" type="s" direction="in"/>
                        <arg name="req_accuracy_level" type="u" direction="in"/>
                        <arg name="authorized" type="b" direction="out"/>
                        <arg name="allowed_accuracy_level" type="u" direction="out"/>
                      </method>
                      <property name="MaxAccuracyLevel" type="u" access="read"/>
                    </interface></node>
                    """)
        ]
        try await connection.export(self, at: Self.path)
        _ = try await connection.call(
            .methodCall(
                destination: "org.freedesktop.GeoClue2", path: "/org/freedesktop/GeoClue2/Manager",
                interface: "org.freedesktop.GeoClue2.Manager", member: "AddAgent",
                arguments: [.string("geoclue-demo-agent")]))
    }

    private var level: Value { .uint32(isOn.withLock { $0 } ? 8 : 0) }

    /// Switches location on or off.
    package func turn(on isOn: Bool) async throws {
        self.isOn.withLock { $0 = isOn }
        try await connection.send(.propertiesChanged(["MaxAccuracyLevel": level], of: Self.name, at: Self.path))
    }

    package func answer(_ call: MethodCall) async throws -> [Value] { [.boolean(true), call.arguments.last ?? level] }

    package func property(_ name: String, of interface: String) async throws -> Value { level }
}
