// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Validation of messages before they are passed to libdbus, which ends the program if a message is invalid.
struct MessageChecker {
    /// Maximum size of a message in bytes, in either direction.
    static let maximumSize = 16 << 20
    /// Maximum nesting of containers, variants included.
    static let maximumDepth = 64

    /// Maximum number of descriptors per sent message. By default, libdbus disconnects if a received message has more.
    static let maximumDescriptors = 16

    private static let localInterface = "org.freedesktop.DBus.Local"
    private static let localPath: ObjectPath = "/org/freedesktop/DBus/Local"

    private var size = 0
    private var descriptors = 0

    /// Throws an error for a message that the bus would not accept.
    ///
    /// - Returns: The approximate size of the message's arguments in bytes.
    @discardableResult
    static func check(_ message: Message) throws(BusError) -> Int {
        if let name = message.destination, !NameSyntax.isBusName(name) { throw refused("bus name", name) }
        if let name = message.interface, !NameSyntax.isInterface(name) { throw refused("interface name", name) }
        if let name = message.member, !NameSyntax.isMember(name) { throw refused("member name", name) }
        if let name = message.errorName, !NameSyntax.isErrorName(name) { throw refused("error name", name) }
        // libdbus reserves one interface and one path for itself; the bus disconnects a client that sends them.
        guard message.interface != Self.localInterface, message.path != Self.localPath else {
            throw .invalidArguments(
                "The name \(Self.localInterface) and the path \(Self.localPath) are reserved for libdbus.")
        }
        _ = try Signature(parsing: message.signature)
        var checker = MessageChecker()
        for argument in message.arguments { try checker.check(argument, depth: 0) }
        return checker.size
    }

    private static func refused(_ what: String, _ text: String) -> BusError {
        .invalidArguments("\"\(text)\" is not a \(what).")
    }

    private mutating func check(_ value: Value, depth: Int) throws(BusError) {
        switch value {
        case .string(let text):
            guard !text.containsNUL else { throw .invalidArguments("A string may not contain a NUL.") }
            try grow(by: text.utf8.count + 4)
        case .objectPath(let path): try grow(by: path.rawValue.utf8.count + 4)
        case .signature(let signature): try grow(by: signature.description.utf8.count + 1)
        case .bytes(let bytes): try grow(by: bytes.count + 4)
        case .fileDescriptor(let handle):
            guard handle.rawValue >= 0 else { throw .invalidArguments("A file descriptor is not open.") }
            descriptors += 1
            guard descriptors <= Self.maximumDescriptors else {
                throw .limitsExceeded("A message may hold \(Self.maximumDescriptors) file descriptors at most.")
            }
            try grow(by: 4)
        case .array(let elements, let type):
            try enter(depth)
            for element in elements {
                try check(element, is: type)
                try check(element, depth: depth + 1)
            }
        case .dictionary(let entries, let keyType, let valueType):
            guard keyType.isBasic else { throw .invalidArguments("The key of a dictionary must be of a basic type.") }
            // A dictionary entry is a container too.
            try enter(depth + 1)
            for (key, value) in entries {
                try check(key, is: keyType)
                try check(value, is: valueType)
                try check(key, depth: depth + 2)
                try check(value, depth: depth + 2)
            }
        case .structure(let fields):
            guard !fields.isEmpty else { throw .invalidArguments("A structure must have at least one field.") }
            try enter(depth)
            for field in fields { try check(field, depth: depth + 1) }
        case .variant(let inner):
            try enter(depth)
            // The value in a variant has a signature of its own, with its own limits.
            if !inner.hasShortSignature { _ = try Signature([inner.type]) }
            try check(inner, depth: depth + 1)
        case .byte: try grow(by: 1)
        case .int16, .uint16: try grow(by: 2)
        case .boolean, .int32, .uint32: try grow(by: 4)
        case .int64, .uint64, .double: try grow(by: 8)
        }
    }

    private func check(_ value: Value, is type: SingleType) throws(BusError) {
        guard value.has(type) else {
            throw .invalidArguments("A value of type \(value.type) is in a container of \(type).")
        }
    }

    private mutating func enter(_ depth: Int) throws(BusError) {
        guard depth < Self.maximumDepth else { throw .limitsExceeded("A value is nested too deeply.") }
        try grow(by: 4)
    }

    private mutating func grow(by bytes: Int) throws(BusError) {
        size += bytes
        guard size <= Self.maximumSize else {
            throw .limitsExceeded("A message may hold \(Self.maximumSize) bytes at most.")
        }
    }
}
