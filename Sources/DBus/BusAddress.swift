// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus
import Glibc

/// The address of a message bus.
package enum BusAddress: Hashable, Sendable {
    /// The person's session bus.
    ///
    /// Its address is `$DBUS_SESSION_BUS_ADDRESS`, or else the socket `$XDG_RUNTIME_DIR/bus`, else `/run/user/UID/bus`.
    case session
    /// The machine's system bus.
    ///
    /// Its address is `$DBUS_SYSTEM_BUS_ADDRESS`, or else the socket `/run/dbus/system_bus_socket`.
    case system
    /// A bus at an address in the D-Bus form, such as `unix:path=/run/user/1000/bus`.
    case at(String)

    /// The bus's address in the D-Bus form; reading the address doesn't connect to the bus.
    package var address: String {
        switch self {
        case .at(let address): address
        case .session:
            Self.environment("DBUS_SESSION_BUS_ADDRESS")
                ?? Self.path((Self.environment("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())") + "/bus")
        case .system:
            Self.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? Self.path("/run/dbus/system_bus_socket")
        }
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    private static func path(_ path: String) -> String {
        guard let escaped = dbus_address_escape_value(path) else { return "unix:path=" + path }
        defer { dbus_free(escaped) }
        return "unix:path=" + String(cString: escaped)
    }
}
