// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Whether texts may be used as names on the bus: libdbus ends the program when they may not.
package enum NameSyntax {
    /// A unique (`:1.5`) or well-known (`org.belfry.Agent`) bus name.
    package static func isBusName(_ text: String) -> Bool { isValid(text) { dbus_validate_bus_name($0, nil) } }
    /// A bus name that can be owned: not a unique one.
    package static func isWellKnownName(_ text: String) -> Bool { !text.hasPrefix(":") && isBusName(text) }
    /// An interface name, such as `org.belfry.NotificationCenter1`.
    package static func isInterface(_ text: String) -> Bool { isValid(text) { dbus_validate_interface($0, nil) } }
    /// The name of a method, signal or property.
    package static func isMember(_ text: String) -> Bool { isValid(text) { dbus_validate_member($0, nil) } }
    /// An error's name.
    package static func isErrorName(_ text: String) -> Bool { isValid(text) { dbus_validate_error_name($0, nil) } }

    private static func isValid(_ text: String, _ validate: (UnsafePointer<CChar>) -> dbus_bool_t) -> Bool {
        // A NUL would hide the rest of the text from C.
        !text.utf8.contains(0) && text.withCString(validate) != 0
    }
}
