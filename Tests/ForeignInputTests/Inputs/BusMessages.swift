// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus

@testable import DBus

/// Messages: one that libdbus accepts is decoded, and after encoding it decodes to the same.
enum BusMessages {
    static func read(_ bytes: [UInt8]) throws {
        guard let pointer = demarshalled(bytes) else { return }
        defer { dbus_message_unref(pointer) }
        guard let (message, isTooLarge) = MessageReader.read(pointer), !isTooLarge else { return }
        try Finding.unless(message.cost <= 512 + bytes.count * 200, "\(bytes.count) bytes keep \(message.cost)")
        try Finding.unless(message.signature == message.arguments.map(\.type.description).joined(), "another signature")
        // The message's file descriptors are not part of these bytes.
        guard !message.holdsFile, let again = try written(message) else { return }
        try Finding.unless(message.arguments.areSame(as: again.arguments), "\(message) became \(again)")
        let isEnvelopeSame =
            message.kind == again.kind && message.destination == again.destination && message.path == again.path
            && message.interface == again.interface && message.member == again.member
            && message.errorName == again.errorName && message.replySerial == again.replySerial
            && message.autoStart == again.autoStart && message.expectsReply == again.expectsReply
        try Finding.unless(isEnvelopeSame, "\(message) became \(again)")
        _ = message.error
    }

    /// Encodes a message and lets libdbus decode it; nil if the bus may refuse it.
    ///
    /// - Throws: ``DBus/BusError`` if the message is refused, ``Finding`` if libdbus does not accept what this module
    ///   has encoded.
    static func written(_ message: Message) throws -> Message? {
        let pointer = try MessageWriter.write(message).pointer
        defer { dbus_message_unref(pointer) }
        dbus_message_set_serial(pointer, 7)
        var start: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        guard dbus_message_marshal(pointer, &start, &count) != 0, let start else { return nil }
        defer { dbus_free(start) }
        let bytes = UnsafeBufferPointer(start: start, count: Int(count)).map { UInt8(bitPattern: $0) }
        guard let again = demarshalled(bytes) else { throw Finding("libdbus does not take \(message)") }
        defer { dbus_message_unref(again) }
        guard let (read, isTooLarge) = MessageReader.read(again) else { throw Finding("no message: \(message)") }
        try Finding.unless(!isTooLarge, "what was written is too large to be read")
        return read
    }

    private static func demarshalled(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes {
            dbus_message_demarshal($0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), nil)
        }
    }
}

extension Message {
    /// Whether it contains a file descriptor, also inside a variant.
    fileprivate var holdsFile: Bool { arguments.contains(where: \.holdsFile) }
}

extension Value {
    fileprivate var holdsFile: Bool {
        switch self {
        case .fileDescriptor: true
        case .array(let elements, _): elements.contains(where: \.holdsFile)
        case .structure(let fields): fields.contains(where: \.holdsFile)
        case .variant(let inner): inner.holdsFile
        case .dictionary(let entries, _, _): entries.contains { $0.key.holdsFile || $0.value.holdsFile }
        default: false
        }
    }
}
