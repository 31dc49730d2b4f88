// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus
import Glibc

/// Validation of names before they are passed to libdbus, which ends the program if a name is invalid.
package enum NameSyntax {
    /// Returns whether a text is a unique (`:1.5`) or well-known (`org.belfry.Agent`) bus name.
    package static func isBusName(_ text: String) -> Bool { isValid(text) { dbus_validate_bus_name($0, nil) } }
    /// Returns whether a text is a bus name that can be owned, which unique names can't.
    package static func isWellKnownName(_ text: String) -> Bool { !text.hasPrefix(":") && isBusName(text) }
    /// Returns whether a text is an interface name, such as `org.freedesktop.DBus.Peer`.
    package static func isInterface(_ text: String) -> Bool { isValid(text) { dbus_validate_interface($0, nil) } }
    /// Returns whether a text is the name of a method, signal or property.
    package static func isMember(_ text: String) -> Bool { isValid(text) { dbus_validate_member($0, nil) } }
    /// Returns whether a text is an error name.
    package static func isErrorName(_ text: String) -> Bool { isValid(text) { dbus_validate_error_name($0, nil) } }

    static func check(_ name: String) throws(BusError) {
        guard isBusName(name) else { throw .invalidArguments("\"\(name)\" is not a bus name.") }
    }

    static func check(wellKnown name: String) throws(BusError) {
        guard isWellKnownName(name) else { throw .invalidArguments("\"\(name)\" is not a bus name that can be owned.") }
    }

    private static func isValid(_ text: String, _ validate: (UnsafePointer<CChar>) -> dbus_bool_t) -> Bool {
        // C code would take a NUL for the end of the text.
        !text.containsNUL && text.withCString(validate) != 0
    }
}

extension String {
    /// Tells whether the text contains a NUL, which is the end of a text in C.
    var containsNUL: Bool {
        var text = self
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return false }
            return memchr(start, 0, bytes.count) != nil
        }
    }
}
