// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Answers docks that query an icon, with the D-Bus interface of libunity.
struct LauncherObject: ExportedObject {
    let interfaces: [Interface]
    private let entry: @Sendable () async -> LauncherEntry

    private static let xml = """
        <node>
          <interface name="com.canonical.Unity.LauncherEntry">
            <method name="Query">
              <arg name="app_uri" type="s" direction="out"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <signal name="Update">
              <arg name="app_uri" type="s"/>
              <arg name="properties" type="a{sv}"/>
            </signal>
          </interface>
        </node>
        """

    init(_ entry: @escaping @Sendable () async -> LauncherEntry) throws {
        interfaces = [try Interface(xml: Self.xml)]
        self.entry = entry
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        let entry = await entry()
        return [.string(entry.uri), .properties(entry.properties)]
    }
}
