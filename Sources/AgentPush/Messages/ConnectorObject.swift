// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import NotificationStore
import WebPush

/// UnifiedPush's connector on the bus, in both versions of its interface: decodes the calls of distributors, and passes
/// them to the receiver or the registrar.
struct ConnectorObject: ExportedObject {
    let interfaces: [Interface]
    let receiver: PushReceiver
    let registrar: PushRegistrar

    /// - Throws: ``DBus/BusError`` if the interfaces' XML is invalid, which a test rules out.
    init(_ receiver: PushReceiver, _ registrar: PushRegistrar) throws {
        interfaces = try Interface.all(in: PushNames.connectorXML)
        (self.receiver, self.registrar) = (receiver, registrar)
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        let arguments = try ConnectorCall(call)
        switch call.member {
        case "Message": try await receiver.receive(arguments.message, token: arguments.token, from: call.sender)
        case "NewEndpoint":
            try await checkSender(of: call, arguments.token)
            try await registrar.newEndpoint(try arguments.endpoint(), token: arguments.token)
        case "Unregistered":
            // In version 1, a call with an empty token only confirms that the agent has unregistered a token.
            guard !arguments.token.isEmpty else { break }
            try await checkSender(of: call, arguments.token)
            try await registrar.ended(token: arguments.token)
        default: throw BusError.unknownMethod(call.member)
        }
        guard call.interface == PushNames.connector2 else { return [] }
        return [.properties(arguments.id.map { ["id": .string($0)] } ?? [:])]
    }

    /// - Throws: `AccessDenied` unless the caller is the distributor of the token.
    private func checkSender(of call: MethodCall, _ token: String) async throws {
        guard let registration = try await receiver.store.registration(token: token) else {
            return try await receiver.refuseUnknown(token, from: call.sender)
        }
        try await receiver.check(call.sender, isOwnerOf: registration.distributor)
    }
}

/// The arguments of a distributor's call, in either version of the interface.
private struct ConnectorCall {
    let token: String
    let message: [UInt8]
    /// The distributor's identifier of the message; nil if the distributor gave none.
    let id: String?
    private let address: String?

    /// - Throws: `InvalidArgs`, which names the missing argument.
    init(_ call: MethodCall) throws {
        if call.interface == PushNames.connector2 {
            let options = call.arguments.first?.properties ?? [:]
            guard let token = options["token"]?.string else {
                throw BusError.invalidArguments("token is missing; it must be a string.")
            }
            self.token = token
            id = options["id"]?.string
            address = options["endpoint"]?.string
            message = options["message"]?.bytes ?? []
            guard call.member != "Message" || options["message"]?.bytes != nil else {
                throw BusError.invalidArguments("message is missing; it must be an array of bytes.")
            }
        } else {
            token = call.arguments.first?.string ?? ""
            let second = call.arguments.dropFirst().first
            message = second?.bytes ?? []
            address = second?.string
            id = nil
        }
    }

    /// - Throws: `InvalidArgs` unless there is an http or https address of at most 1000 bytes.
    func endpoint() throws -> String {
        let limit = PushSubscription.maximumEndpointSize
        guard let address, address.utf8.count <= limit,
            address.hasPrefix("https://") || address.hasPrefix("http://"),
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
        else {
            throw BusError.invalidArguments("endpoint must be an http or https address of at most \(limit) bytes.")
        }
        return address
    }
}

/// The connector's object without a usable store: every call gets an error, so that the distributor repeats the call.
package struct UnavailableConnectorObject: ExportedObject {
    package let interfaces: [Interface]
    private let reason: @Sendable () -> any Error

    /// - Throws: ``DBus/BusError`` if the interfaces' XML is invalid, which a test rules out.
    package init(_ reason: @escaping @Sendable () -> any Error) throws {
        interfaces = try Interface.all(in: PushNames.connectorXML)
        self.reason = reason
    }

    package func answer(_ call: MethodCall) async throws -> [Value] { throw reason() }
}
