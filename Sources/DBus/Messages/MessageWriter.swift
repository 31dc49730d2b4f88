// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Conversion of a validated message into libdbus's form.
struct MessageWriter {
    /// Creates a `DBusMessage` that the caller must unref.
    ///
    /// - Returns: The message, and the approximate size of its arguments in bytes.
    /// - Throws: ``BusError`` for a message that the bus would not accept.
    static func write(_ message: Message) throws(BusError) -> (pointer: OpaquePointer, size: Int) {
        let size = try MessageChecker.check(message)
        guard let pointer = dbus_message_new(message.kind.rawValue) else { throw outOfMemory }
        let isComplete = writeHeader(of: message, to: pointer) && writeBody(of: message, to: pointer)
        guard isComplete else {
            dbus_message_unref(pointer)
            throw outOfMemory
        }
        return (pointer, size)
    }

    private static let outOfMemory = BusError.standard("NoMemory", "There is not enough memory for a message.")

    private static func writeHeader(of message: Message, to pointer: OpaquePointer) -> Bool {
        if let destination = message.destination, dbus_message_set_destination(pointer, destination) == 0 {
            return false
        }
        if let path = message.path, dbus_message_set_path(pointer, path.rawValue) == 0 { return false }
        if let interface = message.interface, dbus_message_set_interface(pointer, interface) == 0 { return false }
        if let member = message.member, dbus_message_set_member(pointer, member) == 0 { return false }
        if let name = message.errorName, dbus_message_set_error_name(pointer, name) == 0 { return false }
        if let serial = message.replySerial, dbus_message_set_reply_serial(pointer, serial) == 0 { return false }
        dbus_message_set_auto_start(pointer, message.autoStart ? 1 : 0)
        // Only method calls have replies.
        dbus_message_set_no_reply(pointer, message.kind == .methodCall && message.expectsReply ? 0 : 1)
        return true
    }

    private static func writeBody(of message: Message, to pointer: OpaquePointer) -> Bool {
        guard !message.arguments.isEmpty else { return true }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        for argument in message.arguments {
            guard append(argument, to: &iterator) else { return false }
        }
        return true
    }

    private static func append(_ value: Value, to iterator: inout DBusMessageIter) -> Bool {
        let code = Int32(value.code)
        switch value {
        case .byte(let number): return append(number, code, to: &iterator)
        case .boolean(let flag): return append(dbus_bool_t(flag ? 1 : 0), code, to: &iterator)
        case .int16(let number): return append(number, code, to: &iterator)
        case .uint16(let number): return append(number, code, to: &iterator)
        case .int32(let number): return append(number, code, to: &iterator)
        case .uint32(let number): return append(number, code, to: &iterator)
        case .int64(let number): return append(number, code, to: &iterator)
        case .uint64(let number): return append(number, code, to: &iterator)
        case .double(let number): return append(number, code, to: &iterator)
        case .string(let text): return append(text: text, code, to: &iterator)
        case .objectPath(let path): return append(text: path.rawValue, code, to: &iterator)
        case .signature(let signature): return append(text: signature.description, code, to: &iterator)
        case .fileDescriptor(let handle): return append(handle.rawValue, code, to: &iterator)
        case .bytes(let bytes):
            return open(code, "y", in: &iterator) { append(bytes: bytes, to: &$0) }
        case .array(let elements, let type):
            return open(code, type.description, in: &iterator) { append(elements, to: &$0) }
        case .structure(let fields):
            return open(code, nil, in: &iterator) { append(fields, to: &$0) }
        case .variant(let inner):
            return open(code, inner.signature, in: &iterator) { append(inner, to: &$0) }
        case .dictionary(let entries, let key, let value):
            let isPlain = key == .string && value == .variant
            return open(code, isPlain ? "{sv}" : "{\(key)\(value)}", in: &iterator) { array in
                entries.allSatisfy { key, value in
                    open(Int32(UInt8(ascii: "e")), nil, in: &array) { entry in
                        append(key, to: &entry) && append(value, to: &entry)
                    }
                }
            }
        }
    }

    private static func append(_ values: [Value], to iterator: inout DBusMessageIter) -> Bool {
        values.allSatisfy { append($0, to: &iterator) }
    }

    private static func append(_ number: some BitwiseCopyable, _ code: Int32, to iterator: inout DBusMessageIter)
        -> Bool
    {
        withUnsafeBytes(of: number) { dbus_message_iter_append_basic(&iterator, code, $0.baseAddress) != 0 }
    }

    private static func append(text: String, _ code: Int32, to iterator: inout DBusMessageIter) -> Bool {
        text.withCString { characters in
            withUnsafePointer(to: characters) { dbus_message_iter_append_basic(&iterator, code, $0) != 0 }
        }
    }

    private static func append(bytes: [UInt8], to iterator: inout DBusMessageIter) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress, !buffer.isEmpty else { return true }
            return withUnsafePointer(to: start) {
                dbus_message_iter_append_fixed_array(&iterator, Int32(UInt8(ascii: "y")), $0, Int32(buffer.count)) != 0
            }
        }
    }

    private static func open(
        _ code: Int32, _ contents: String?, in iterator: inout DBusMessageIter,
        _ body: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, code, contents, &inner) != 0 else { return false }
        guard body(&inner) else {
            dbus_message_iter_abandon_container(&iterator, &inner)
            return false
        }
        return dbus_message_iter_close_container(&iterator, &inner) != 0
    }
}

extension Value {
    /// The type's code in libdbus.
    fileprivate var code: UInt8 {
        switch self {
        case .array, .bytes, .dictionary: UInt8(ascii: "a")
        case .structure: UInt8(ascii: "r")
        default: type.code
        }
    }

    fileprivate var signature: String {
        switch self {
        case .string: "s"
        case .double: "d"
        case .boolean: "b"
        case .int64: "x"
        case .array(_, .string): "as"
        case .dictionary(_, .string, .variant): "a{sv}"
        default: type.description
        }
    }
}
