// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Glibc

/// The object `org.freedesktop.Application`, exported at a program's own bus name.
///
/// A caller that makes the bus start a program waits until the program owns its name and has replied to `Activate`. The
/// methods only reply, because responses are delivered to the delegate.
package struct ApplicationObject: ExportedObject {
    package static let interface = "org.freedesktop.Application"

    package let interfaces: [Interface]

    private static let xml = """
        <node>
          <interface name="org.freedesktop.Application">
            <method name="Activate"><arg name="platform_data" type="a{sv}" direction="in"/></method>
            <method name="Open">
              <arg name="uris" type="as" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
            </method>
            <method name="ActivateAction">
              <arg name="action_name" type="s" direction="in"/>
              <arg name="parameter" type="av" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
            </method>
          </interface>
        </node>
        """

    package init() throws { interfaces = [try Interface(xml: Self.xml)] }

    package func answer(_ call: MethodCall) async throws -> [Value] { [] }

    /// Returns the object path for an application id; nil if the id is invalid.
    package static func path(of app: String) -> ObjectPath? {
        ObjectPath(rawValue: "/" + app.replacing(".", with: "/").replacing("-", with: "_"))
    }

    /// True if this process has loaded a toolkit that itself requests the application's bus name.
    ///
    /// If the name had another owner, the toolkit would take the owner for the program's first instance and exit.
    package static var isOfToolkit: Bool {
        ["libgio-2.0.so.0", "libQt6DBus.so.6", "libQt5DBus.so.5"].contains { library in
            guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
            dlclose(handle)
            return true
        }
    }
}
