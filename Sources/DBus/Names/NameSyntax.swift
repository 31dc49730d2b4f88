// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus
import Glibc

/// Whether texts may be used as names on the bus.
///
/// libdbus ends the program for one that may not.
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
        !text.containsNUL && text.withCString(validate) != 0
    }
}

extension String {
    /// Whether C would take the text for shorter than it is.
    var containsNUL: Bool {
        var text = self
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return false }
            return memchr(start, 0, bytes.count) != nil
        }
    }
}
