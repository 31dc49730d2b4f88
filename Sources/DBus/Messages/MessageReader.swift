// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Conversion of a received message, which libdbus has validated, into values.
struct MessageReader {
    /// Size in bytes of the values read so far, as on the bus but without padding.
    private var size = 0
    private var count = 0
    /// Tells whether the message exceeds ``MessageChecker/maximumSize``.
    private var isTooLarge = false

    /// Reads the whole message; the result doesn't refer to libdbus's message.
    ///
    /// - Returns: The message, and whether its arguments were dropped because they are too large. Nil for a kind of
    ///   message that this module doesn't know.
    static func read(_ pointer: OpaquePointer) -> (message: Message, isTooLarge: Bool)? {
        guard let kind = Message.Kind(rawValue: dbus_message_get_type(pointer)) else { return nil }
        let signature = text(dbus_message_get_signature(pointer)) ?? ""
        var reader = MessageReader()
        let arguments = signature.isEmpty ? [] : reader.readArguments(of: pointer, signature)
        let replySerial = dbus_message_get_reply_serial(pointer)
        var message = Message(
            kind: kind,
            destination: text(dbus_message_get_destination(pointer)),
            path: text(dbus_message_get_path(pointer)).map(ObjectPath.init(trusted:)),
            interface: text(dbus_message_get_interface(pointer)),
            member: text(dbus_message_get_member(pointer)),
            errorName: text(dbus_message_get_error_name(pointer)),
            replySerial: replySerial == 0 ? nil : replySerial,
            arguments: reader.isTooLarge ? [] : arguments,
            signature: signature)
        message.sender = text(dbus_message_get_sender(pointer))
        message.serial = dbus_message_get_serial(pointer)
        message.autoStart = dbus_message_get_auto_start(pointer) != 0
        message.expectsReply = kind == .methodCall && dbus_message_get_no_reply(pointer) == 0
        message.cost = reader.size + reader.count * MemoryLayout<Value>.stride + 512
        return (message, reader.isTooLarge)
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String? {
        characters.map { String(cString: $0) }
    }

    private mutating func readArguments(of pointer: OpaquePointer, _ signature: String) -> [Value] {
        var iterator = DBusMessageIter()
        // libdbus has validated the signature by the same rules.
        guard dbus_message_iter_init(pointer, &iterator) != 0, let types = try? Signature(parsing: signature).types
        else { return [] }
        var values: [Value] = []
        values.reserveCapacity(types.count)
        for type in types {
            guard let value = next(type, &iterator) else { return [] }
            values.append(value)
        }
        return values
    }

    /// Reads the value at the iterator and advances the iterator; nil if the message is too large.
    private mutating func next(_ type: SingleType, _ iterator: inout DBusMessageIter) -> Value? {
        count += 1
        guard grow(by: type.smallestSize) else { return nil }
        let value = read(type, &iterator)
        dbus_message_iter_next(&iterator)
        return value
    }

    private mutating func read(_ type: SingleType, _ iterator: inout DBusMessageIter) -> Value? {
        switch type {
        case .byte: .byte(basic(&iterator, 0))
        case .boolean: .boolean(basic(&iterator, dbus_bool_t(0)) != 0)
        case .int16: .int16(basic(&iterator, 0))
        case .uint16: .uint16(basic(&iterator, 0))
        case .int32: .int32(basic(&iterator, 0))
        case .uint32: .uint32(basic(&iterator, 0))
        case .int64: .int64(basic(&iterator, 0))
        case .uint64: .uint64(basic(&iterator, 0))
        case .double: .double(basic(&iterator, 0))
        case .string: text(&iterator).map(Value.string)
        case .objectPath: text(&iterator).map { .objectPath(ObjectPath(trusted: $0)) }
        case .signature: text(&iterator).flatMap { try? .signature(Signature(parsing: $0)) }
        // libdbus returns a duplicate of the descriptor, which the handle then owns.
        case .fileDescriptor: .fileDescriptor(FileDescriptorHandle(owning: basic(&iterator, -1)))
        case .variant: readVariant(&iterator)
        case .array(.byte): readBytes(&iterator).map(Value.bytes)
        case .array(let element): readElements(element, &iterator).map { .array($0, of: element) }
        case .structure(let fields): readFields(fields, &iterator).map(Value.structure)
        case .dictionary(let key, let value): readEntries(key, value, &iterator)
        }
    }

    private mutating func grow(by bytes: Int) -> Bool {
        size += bytes
        if size > MessageChecker.maximumSize { isTooLarge = true }
        return !isTooLarge
    }

    private func basic<T: BitwiseCopyable>(_ iterator: inout DBusMessageIter, _ initial: T) -> T {
        var value = initial
        dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    private mutating func text(_ iterator: inout DBusMessageIter) -> String? {
        var characters: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &characters)
        guard let characters else { return nil }
        let text = String(cString: characters)
        return grow(by: text.utf8.count) ? text : nil
    }

    private mutating func readVariant(_ iterator: inout DBusMessageIter) -> Value? {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        guard let type = Self.type(at: &inner), let value = next(type, &inner) else { return nil }
        return .variant(value)
    }

    private static func type(at iterator: inout DBusMessageIter) -> SingleType? {
        let letter = UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator))
        // Most values have a basic type, for which no signature is parsed.
        if let type = SingleType(letter: letter) { return type }
        guard let characters = dbus_message_iter_get_signature(&iterator) else { return nil }
        defer { dbus_free(characters) }
        return (try? Signature(parsing: String(cString: characters)))?.types.first
    }

    private mutating func readBytes(_ iterator: inout DBusMessageIter) -> [UInt8]? {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(&inner, &start, &count)
        guard grow(by: Int(count)) else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    private mutating func readElements(_ type: SingleType, _ iterator: inout DBusMessageIter) -> [Value]? {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        var elements: [Value] = []
        while dbus_message_iter_get_arg_type(&inner) != 0 {
            guard let element = next(type, &inner) else { return nil }
            elements.append(element)
        }
        return elements
    }

    private mutating func readFields(_ types: [SingleType], _ iterator: inout DBusMessageIter) -> [Value]? {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        var fields: [Value] = []
        for type in types {
            guard let field = next(type, &inner) else { return nil }
            fields.append(field)
        }
        return fields
    }

    private mutating func readEntries(
        _ keyType: SingleType, _ valueType: SingleType, _ iterator: inout DBusMessageIter
    ) -> Value? {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        var entries: [Value: Value] = [:]
        // Most dictionaries have a few keys; without this call, the storage would grow three times for them.
        entries.reserveCapacity(6)
        while dbus_message_iter_get_arg_type(&inner) != 0 {
            var entry = DBusMessageIter()
            dbus_message_iter_recurse(&inner, &entry)
            guard let key = next(keyType, &entry), let value = next(valueType, &entry) else { return nil }
            entries[key] = value
            dbus_message_iter_next(&inner)
        }
        return .dictionary(entries, key: keyType, value: valueType)
    }
}

extension SingleType {
    /// Minimum number of bytes of a value; for strings and containers, the length field.
    fileprivate var smallestSize: Int {
        switch self {
        case .byte, .signature, .variant: 1
        case .int16, .uint16: 2
        case .int64, .uint64, .double: 8
        case .structure: 0
        default: 4
        }
    }
}
