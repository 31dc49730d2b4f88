// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CDBus

/// An oversized `Add`, which our library refuses to send; it is sent by libdbus, as a hostile program would.
enum HugeMessage {
    /// Sends a message with `bytes` bytes and waits for the reply on this thread.
    ///
    /// - Returns: The name of the error reply; nil if the call succeeded.
    static func send(_ bytes: Int, to address: String) throws -> String? {
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let connection = dbus_connection_open_private(address, &error),
            dbus_bus_register(connection, &error) != 0,
            let message = dbus_message_new_method_call(
                AgentNames.busName, "\(AgentNames.path)", AgentNames.interface, AgentMethod.add.rawValue)
        else { throw MeasurementError("libdbus has no connection or no memory") }
        defer {
            dbus_message_unref(message)
            dbus_connection_close(connection)
            dbus_connection_unref(connection)
        }
        dbus_connection_set_exit_on_disconnect(connection, 0)
        append(bytes, to: message)
        guard let reply = dbus_connection_send_with_reply_and_block(connection, message, 60_000, &error) else {
            return error.name.map { String(cString: $0) } ?? "no reply"
        }
        dbus_message_unref(reply)
        return nil
    }

    /// Appends an application id of `bytes` bytes and an empty request. A huge array is not used, because arrays are
    /// limited to 64 MB (specification, "Message Protocol") and the bus closes the connection for larger ones.
    private static func append(_ bytes: Int, to message: OpaquePointer) {
        var (arguments, entries) = (DBusMessageIter(), DBusMessageIter())
        dbus_message_iter_init_append(message, &arguments)
        add(String(repeating: "x", count: bytes), to: &arguments)
        dbus_message_iter_open_container(&arguments, Int32(UInt8(ascii: "a")), "{sv}", &entries)
        dbus_message_iter_close_container(&arguments, &entries)
    }

    private static func add(_ text: String, to iterator: inout DBusMessageIter) {
        text.withCString { characters in
            var pointer: UnsafePointer<CChar>? = characters
            _ = dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "s")), &pointer)
        }
    }
}
