// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
internal import FoundationEssentials
internal import Synchronization
internal import WebPush

/// A UnifiedPush distributor that does what a test says, on a real bus.
///
/// Its push server is the test itself: ``push(_:to:)`` encrypts a payload for a subscription and hands the message to the
/// agent's connector.
package final class ScriptedDistributor: Sendable {
    /// A registration that a connector has asked for.
    package struct Registration: Hashable, Sendable {
        package let service: String
        package let token: String
        package let description: String
        package let vapid: String?
    }

    /// The behaviour towards `Register`.
    package struct Script: Sendable {
        /// 1 or 2: the newest interface that it has.
        package var version = 2
        /// The failure that it returns; nil accepts.
        package var reason: String?
        /// Whether the endpoint is named before the reply, as KUnifiedPush does; nil never names one.
        package var namesEndpointFirst: Bool? = true
        /// The beginning of the endpoints that it names; their end is the token.
        package var endpoint = "https://push.example.org/"
        /// Whether it never replies.
        package var hangs = false

        package init() {}
    }

    package let name: String
    package let connection: Connection
    private let state = Mutex(Script())
    private let registrations = Mailbox<Registration>()
    private let unregistrations = Mailbox<String>()

    private static let path: ObjectPath = "/org/unifiedpush/Distributor"
    private static let connector: ObjectPath = "/org/unifiedpush/Connector"
    private static let agent = "org.belfry.Agent"

    /// Takes the bus name `org.unifiedpush.Distributor.NAME`.
    package convenience init(_ name: String = "scripted", of agent: TestAgent, script: Script = .init()) async throws {
        try await self.init(name, on: try agent.connect(), script: script)
    }

    /// Takes the bus name `org.unifiedpush.Distributor.NAME` on a connection, which it closes when it leaves.
    package init(_ name: String, on connection: Connection, script: Script = .init()) async throws {
        self.name = "org.unifiedpush.Distributor.\(name)"
        self.connection = connection
        state.withLock { $0 = script }
        try await connection.export(try DistributorObject(self, version: script.version), at: Self.path)
        _ = try await connection.requestName(self.name, flags: [.doNotQueue])
    }

    package func change(_ change: (inout Script) -> Void) { state.withLock { change(&$0) } }

    /// Returns the next registration; waits until the deadline.
    package func nextRegistration(file: String = #fileID, line: Int = #line) async throws -> Registration {
        try await registrations.next(file: file, line: line)
    }

    /// Returns the token of the next registration that was ended; waits until the deadline.
    package func nextUnregistration(file: String = #fileID, line: Int = #line) async throws -> String {
        try await unregistrations.next(file: file, line: line)
    }

    /// The endpoint that it names for a token.
    package func endpoint(of token: String) -> String { state.withLock { $0.endpoint } + token }

    /// The token of a registration, which is the end of its endpoint.
    package func token(of registration: [String: Value]) -> String {
        registration["endpoint"]?.string?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Leaves the bus.
    package func leave() async { await connection.close() }

    // MARK: - Calls of the connector

    /// Encrypts a payload as a provider does.
    package func encrypted(_ payload: String, for subscription: String) throws -> [UInt8] {
        let subscription = try PushSubscription(json: Data(subscription.utf8))
        return try WebPushMessage.encrypt(
            Array(payload.utf8), for: subscription.publicKey, secret: subscription.secret)
    }

    /// Sends a payload to the connector; returns the keys of its reply.
    @discardableResult
    package func push(
        _ payload: String, to registration: [String: Value], id: String? = nil, on other: Connection? = nil
    ) async throws -> [String: Value] {
        let message = try encrypted(payload, for: registration["subscription"]?.string ?? "")
        return try await send(message, token: token(of: registration), id: id, on: other)
    }

    /// Sends bytes to the connector by its second version.
    @discardableResult
    package func send(
        _ message: [UInt8], token: String, id: String? = nil, on other: Connection? = nil
    ) async throws -> [String: Value] {
        var arguments: [String: Value] = ["token": .string(token), "message": .bytes(message)]
        if let id { arguments["id"] = .string(id) }
        return try await call("Message", arguments, on: other)
    }

    @discardableResult
    package func call(
        _ member: String, _ arguments: [String: Value], on other: Connection? = nil
    ) async throws -> [String: Value] {
        let call = Message.methodCall(
            destination: Self.agent, path: Self.connector, interface: "org.unifiedpush.Connector2", member: member,
            arguments: [.properties(arguments)])
        return try await (other ?? connection).call(call).arguments.first?.properties ?? [:]
    }

    /// Calls a method of the connector's first version.
    package func callFirst(_ member: String, _ arguments: [Value]) async throws {
        let call = Message.methodCall(
            destination: Self.agent, path: Self.connector, interface: "org.unifiedpush.Connector1", member: member,
            arguments: arguments)
        _ = try await connection.call(call)
    }

    // MARK: - Calls of its own

    fileprivate func register(_ registration: Registration, version: Int) async throws -> (String, String) {
        registrations.put(registration)
        let script = state.withLock { $0 }
        if script.hangs { try await Task.sleep(for: .seconds(3600)) }
        if let reason = script.reason { return ("REGISTRATION_FAILED", reason) }
        let token = registration.token
        let name: @Sendable () async throws -> Void = { [self] in
            if version == 2 {
                try await call("NewEndpoint", ["token": .string(token), "endpoint": .string(endpoint(of: token))])
            } else {
                try await callFirst("NewEndpoint", [.string(token), .string(endpoint(of: token))])
            }
        }
        switch script.namesEndpointFirst {
        case true?: try await name()
        case false?: Task { try await name() }
        case nil: break
        }
        return ("REGISTRATION_SUCCEEDED", "")
    }

    fileprivate func unregister(_ token: String) { unregistrations.put(token) }
}

/// The object of a distributor.
private struct DistributorObject: ExportedObject {
    let interfaces: [Interface]
    /// A strong reference: the connection, which exports the object, keeps the distributor until it is closed.
    private let distributor: ScriptedDistributor

    init(_ distributor: ScriptedDistributor, version: Int) throws {
        self.distributor = distributor
        let first = """
            <interface name="org.unifiedpush.Distributor1">
              <method name="Register"><arg type="s" direction="in"/><arg type="s" direction="in"/>
                <arg type="s" direction="in"/><arg type="s" direction="out"/><arg type="s" direction="out"/></method>
              <method name="Unregister"><arg type="s" direction="in"/></method>
            </interface>
            """
        let second = """
            <interface name="org.unifiedpush.Distributor2">
              <method name="Register"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
              <method name="Unregister"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
            </interface>
            """
        interfaces = try Interface.all(in: "<node>\(first)\(version == 2 ? second : "")</node>")
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        call.letNextCallsPass()
        let isSecond = call.interface.hasSuffix("2")
        let options = call.arguments.first?.properties ?? [:]
        let words = call.arguments.compactMap(\.string)
        if call.member == "Unregister" {
            distributor.unregister(isSecond ? options["token"]?.string ?? "" : words.first ?? "")
            return isSecond ? [.properties([:])] : []
        }
        let registration =
            isSecond
            ? ScriptedDistributor.Registration(
                service: options["service"]?.string ?? "", token: options["token"]?.string ?? "",
                description: options["description"]?.string ?? "", vapid: options["vapid"]?.string)
            : ScriptedDistributor.Registration(
                service: words[0], token: words[1], description: words[2], vapid: nil)
        let (result, reason) = try await distributor.register(registration, version: isSecond ? 2 : 1)
        guard isSecond else { return [.string(result), .string(reason)] }
        let failure: [String: Value] = reason.isEmpty ? [:] : ["reason": .string(reason)]
        return [.properties(failure.merging(["success": .string(result)]) { $1 })]
    }
}
