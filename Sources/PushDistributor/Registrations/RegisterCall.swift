// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore

/// The arguments of `Register` and `Unregister`, in either version of UnifiedPush's interface.
struct RegisterCall {
    /// Largest sizes of the arguments in bytes; the limits of token and description are UnifiedPush's.
    private static let maximumServiceSize = 255
    private static let maximumTokenSize = 100
    private static let maximumDescriptionSize = 100
    /// Number of characters of a public key of P-256: 65 bytes in base64url, of which the first byte is 4.
    private static let vapidLength = 87

    let version: Int
    private let options: [String: Value]

    init(_ call: MethodCall) {
        self.init(
            version: call.interface == DistributorNames.distributor1 ? 1 : 2, member: call.member,
            arguments: call.arguments)
    }

    init(version: Int, member: String, arguments: [Value]) {
        self.version = version
        if version == 2 {
            options = arguments.first?.properties ?? [:]
        } else {
            let names = member == "Register" ? ["service", "token", "description"] : ["token"]
            options = Dictionary(uniqueKeysWithValues: zip(names, arguments))
        }
    }

    /// - Throws: `InvalidArgs`, which names the invalid argument's key and its limit.
    func wish() throws(BusError) -> RegistrationWish {
        let service = try text("service", 1...Self.maximumServiceSize)
        guard NameSyntax.isWellKnownName(service) else {
            throw .invalidArguments(
                "service is \"\(service)\"; it must be a well-known bus name, such as org.example.App.")
        }
        let description = options["description"] == nil ? "" : try text("description", 0...Self.maximumDescriptionSize)
        return RegistrationWish(
            token: try token(), service: service, version: version, description: description, vapid: try vapid())
    }

    /// - Throws: `InvalidArgs`, which names the argument's key and its limit.
    func token() throws(BusError) -> String { try text("token", 1...Self.maximumTokenSize) }

    private func vapid() throws(BusError) -> String? {
        guard options["vapid"] != nil else { return nil }
        let key = try text("vapid", 0...1000)
        guard key.utf8.count == Self.vapidLength, key.hasPrefix("B"), key.utf8.allSatisfy(Self.base64.contains) else {
            throw .invalidArguments(
                "vapid has \(key.utf8.count) bytes; it must be an uncompressed public key of P-256: "
                    + "\(Self.vapidLength) characters of base64url.")
        }
        return key
    }

    private static let base64 = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns the text of an argument; the text may be a secret, so an error quotes its size alone.
    private func text(_ key: String, _ sizes: ClosedRange<Int>) throws(BusError) -> String {
        guard let value = options[key] else { throw .invalidArguments("\(key) is missing; it must be a string.") }
        guard case .string(let text) = value.unwrapped else {
            throw .invalidArguments("\(key) is of the type \"\(value.unwrapped.type)\"; it must be a string.")
        }
        guard sizes.contains(text.utf8.count) else {
            throw .invalidArguments(
                "\(key) has \(text.utf8.count) bytes; it must have \(sizes.lowerBound) to \(sizes.upperBound).")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw .invalidArguments("\(key) has a control character.")
        }
        return text
    }
}

enum RegisterReply {
    case succeeded
    /// `message` is a sentence for developers.
    case failed(Reason, message: String)

    enum Reason: String {
        case actionRequired = "ACTION_REQUIRED"
        case unauthorized = "UNAUTHORIZED"
        case internalError = "INTERNAL_ERROR"
    }

    func values(version: Int) -> [Value] {
        switch (self, version) {
        case (.succeeded, 1): return [.string(Self.success), .string("")]
        case (.succeeded, _): return [.properties(["success": .string(Self.success)])]
        case (.failed(let reason, _), 1): return [.string(Self.failure), .string(reason.rawValue)]
        case (.failed(let reason, let message), _):
            return [
                .properties([
                    "success": .string(Self.failure), "reason": .string(reason.rawValue), "message": .string(message),
                ])
            ]
        }
    }

    private static let success = "REGISTRATION_SUCCEEDED"
    private static let failure = "REGISTRATION_FAILED"
}
