// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Glibc

/// What answers at a program's own name on the bus: `org.freedesktop.Application`.
///
/// Whoever makes the bus start a program waits until it owns its name and has answered `Activate`. There is nothing to
/// do in it: what the person did comes to the delegate.
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

    /// Where an application of this id has its object; nil if no application can have this id.
    package static func path(of app: String) -> ObjectPath? {
        ObjectPath(rawValue: "/" + app.replacing(".", with: "/").replacing("-", with: "_"))
    }

    /// Whether a toolkit is loaded that owns the application's name itself.
    ///
    /// It would take another owner for the first instance of the program, and end.
    package static var isOfToolkit: Bool {
        ["libgio-2.0.so.0", "libQt6DBus.so.6", "libQt5DBus.so.5"].contains { library in
            guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
            dlclose(handle)
            return true
        }
    }
}
