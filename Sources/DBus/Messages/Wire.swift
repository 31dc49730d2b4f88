// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus
import EventLoop

// Libdbus reads and writes when a descriptor is ready, and queues received messages. `drain` takes the messages from
// that queue one by one (`dbus_connection_pop_message`). `dbus_connection_dispatch` would also find the pending call of
// a reply, run filters and answer Ping. Swift code does this work instead, so replies, signals and calls are handled in
// bus order. No libdbus function is on the stack while a handler runs, so a handler may send, subscribe or close.

/// A private libdbus connection and its sources in the event loop.
///
/// After ``attach(receive:)``, the object is used on the loop only.
final class Wire {
    let uniqueName: String
    private let loop: EventLoop
    private var connection: OpaquePointer?
    private var watches: [OpaquePointer: FileDescriptorSource] = [:]
    private var again: TimerSource?
    private var receive: ((OpaquePointer) -> Void)?
    private var isDraining = false
    /// Approximate bytes sent since the connection last set this number to 0.
    var sentBytes = 0

    /// Maximum number of messages per turn of the loop, so that a flood doesn't delay timers.
    private static let messagesPerTurn = 256

    /// Connects, authenticates and sends Hello; the thread waits for the result.
    ///
    /// - Throws: ``BusError`` if the address has no listener or the bus refuses the connection.
    init(_ address: String, loop: EventLoop) throws(BusError) {
        // By default, libdbus makes the whole process ignore SIGPIPE, and child processes inherit this. libdbus doesn't
        // need it, because it writes with MSG_NOSIGNAL.
        dbus_connection_set_change_sigpipe(0)
        _ = dbus_threads_init_default()
        self.loop = loop
        guard !address.containsNUL else { throw .invalidArguments("An address may not contain a NUL.") }
        var error = DBusError()
        dbus_error_init(&error)
        guard let connection = dbus_connection_open_private(address, &error) else { throw BusError(taking: &error) }
        dbus_connection_set_exit_on_disconnect(connection, 0)
        // The kernel passes at most 253 descriptors at once. libdbus disconnects if a received message has more.
        dbus_connection_set_max_message_unix_fds(connection, 253)
        guard dbus_bus_register(connection, &error) != 0, let name = dbus_bus_get_unique_name(connection) else {
            dbus_connection_close(connection)
            dbus_connection_unref(connection)
            throw BusError(taking: &error)
        }
        uniqueName = String(cString: name)
        self.connection = connection
    }

    deinit { close() }

    var isOpen: Bool { connection != nil }

    /// Starts reading on the loop.
    ///
    /// - Parameter receive: Called with each message, in order; the message is valid during the call only.
    func attach(receive: @escaping (OpaquePointer) -> Void) {
        guard let connection else { return }
        self.receive = receive
        again = TimerSource(after: nil, on: loop) { [box = Box(self)] in box.wire?.drain() }
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        // `close` removes the functions, so libdbus never calls a deallocated wire.
        dbus_connection_set_watch_functions(
            connection,
            { watch, data in
                guard let watch, let data else { return 0 }
                Unmanaged<Wire>.fromOpaque(data).takeUnretainedValue().update(watch)
                return 1
            },
            { watch, data in
                guard let watch, let data else { return }
                Unmanaged<Wire>.fromOpaque(data).takeUnretainedValue().remove(watch)
            },
            { watch, data in
                guard let watch, let data else { return }
                Unmanaged<Wire>.fromOpaque(data).takeUnretainedValue().update(watch)
            }, pointer, nil)
        dbus_connection_set_dispatch_status_function(
            connection,
            { _, status, data in
                guard let data, status == DBUS_DISPATCH_DATA_REMAINS else { return }
                Unmanaged<Wire>.fromOpaque(data).takeUnretainedValue().drainSoon()
            }, pointer, nil)
        // Messages may have arrived together with the answer to Hello.
        if dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS { drainSoon() }
    }

    func send(_ message: Message) throws(BusError) -> UInt32 {
        guard let connection, dbus_connection_get_is_connected(connection) != 0 else { throw .disconnected }
        let (pointer, size) = try MessageWriter.write(message)
        sentBytes += size
        defer { dbus_message_unref(pointer) }
        if dbus_message_contains_unix_fds(pointer) != 0,
            dbus_connection_can_send_type(connection, Int32(UInt8(ascii: "h"))) == 0
        {
            throw .standard("NotSupported", "This bus does not carry file descriptors.")
        }
        var serial: dbus_uint32_t = 0
        guard dbus_connection_send(connection, pointer, &serial) != 0 else {
            throw .standard("NoMemory", "There is not enough memory for a message.")
        }
        return serial
    }

    /// Blocks until all sent messages are written to the bus's socket.
    func flush() {
        guard let connection else { return }
        dbus_connection_flush(connection)
    }

    /// Closes the connection; a second call has no effect.
    func close() {
        guard let connection else { return }
        self.connection = nil
        dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
        dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
        watches = [:]
        again = nil
        receive = nil
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
    }

    /// Weak reference to the wire for the closures of its sources; accessed on the loop only.
    private final class Box: @unchecked Sendable {
        weak var wire: Wire?
        let watch: OpaquePointer?
        init(_ wire: Wire, _ watch: OpaquePointer? = nil) {
            self.wire = wire
            self.watch = watch
        }
    }

    private func update(_ watch: OpaquePointer) {
        watches[watch] = nil
        guard dbus_watch_get_enabled(watch) != 0 else { return }
        let flags = dbus_watch_get_flags(watch)
        var conditions: FileDescriptorSource.Conditions = []
        if flags & DBUS_WATCH_READABLE.rawValue != 0 { conditions.insert(.readable) }
        if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { conditions.insert(.writable) }
        watches[watch] = FileDescriptorSource(dbus_watch_get_unix_fd(watch), conditions, on: loop) {
            [box = Box(self, watch)] conditions in
            guard let wire = box.wire, let watch = box.watch else { return }
            wire.handle(watch, conditions)
        }
    }

    private func remove(_ watch: OpaquePointer) { watches[watch] = nil }

    private func handle(_ watch: OpaquePointer, _ conditions: FileDescriptorSource.Conditions) {
        // An earlier callback of the same turn may have removed the watch.
        guard watches[watch] != nil else { return }
        var flags: UInt32 = 0
        if conditions.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if conditions.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if conditions.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
        if conditions.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        dbus_watch_handle(watch, flags)
        drain()
    }

    private func drainSoon() { if !isDraining { again?.set(after: .zero) } }

    private func drain() {
        // If a handler flushes, libdbus also reads messages. The outer call of `drain` handles these messages.
        guard !isDraining else { return }
        isDraining = true
        defer { isDraining = false }
        for _ in 0..<Self.messagesPerTurn {
            guard let connection, let receive, let message = dbus_connection_pop_message(connection) else { return }
            receive(message)
            dbus_message_unref(message)
        }
        again?.set(after: .zero)
    }
}

extension BusError {
    /// Copies an error of libdbus and frees it.
    init(taking error: inout DBusError) {
        name = error.name.map { String(cString: $0) } ?? BusError.prefix + "Failed"
        message = error.message.map { String(cString: $0) } ?? ""
        dbus_error_free(&error)
    }
}
