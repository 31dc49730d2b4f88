// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus

@testable import DBus

/// Messages: what libdbus takes is read, and written it is read as the same.
enum BusMessages {
    static func read(_ bytes: [UInt8]) throws {
        guard let pointer = demarshalled(bytes) else { return }
        defer { dbus_message_unref(pointer) }
        guard let (message, isTooLarge) = MessageReader.read(pointer), !isTooLarge else { return }
        try Finding.unless(message.cost <= 512 + bytes.count * 200, "\(bytes.count) bytes keep \(message.cost)")
        try Finding.unless(message.signature == message.arguments.map(\.type.description).joined(), "another signature")
        // Its files came beside it, and are not here.
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

    /// A message that went over the bus; nil for one that may be refused.
    ///
    /// - Throws: ``DBus/BusError`` where it is refused, ``Finding`` where libdbus does not take what we wrote.
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
    /// Whether a file is in it, in a variant too.
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
