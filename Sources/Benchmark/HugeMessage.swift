// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CDBus

/// An `Add` that our own library refuses to send: by libdbus itself, as a hostile program would.
enum HugeMessage {
    /// Sends one of so many bytes, and waits for the answer on this thread.
    ///
    /// - Returns: The name of the error that came back; nil where it was taken.
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

    /// An application of so many bytes, and an empty request: an array of more than 64 MB is no message (specification,
    /// "Message Protocol"), and the bus would end the connection for it.
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
