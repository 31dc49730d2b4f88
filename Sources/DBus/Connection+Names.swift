// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Options for requesting a bus name.
package struct NameFlags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Another connection may take the name over by requesting the name with ``replaceExisting``.
    package static let allowReplacement = NameFlags(rawValue: 1)
    /// The request takes the name from its owner, if the owner has set ``allowReplacement``.
    package static let replaceExisting = NameFlags(rawValue: 2)
    /// The request doesn't wait in the queue if the name has an owner.
    package static let doNotQueue = NameFlags(rawValue: 4)
}

/// Result of requesting a bus name.
package enum NameRequestResult: UInt32, Hashable, Sendable {
    /// Success: this connection owns the name now.
    case primaryOwner = 1
    /// Another connection owns the name. This connection gets the name when the owner and all connections ahead in the
    /// queue have released it.
    case inQueue = 2
    /// Another connection owns the name, and this connection is not in the queue.
    case exists = 3
    /// Success without a change: this connection owned the name already.
    case alreadyOwner = 4
}

/// Identity of a connection's process, as known to the bus.
package struct Credentials: Hashable, Sendable {
    /// The process id at the time of connecting. The process may have ended, and another process may have its id. The
    /// property is nil if the bus doesn't know the id.
    package let processID: Int32?
    /// The user id; nil if the bus doesn't know it.
    package let userID: UInt32?
    /// A pidfd of the process; nil if the bus is older than D-Bus 1.15.8.
    package let processFD: FileDescriptorHandle?
    /// Label that a security module gave the process when it connected, such as `snap.chat.chat (enforce)`; nil if
    /// there is no such module.
    package let securityLabel: String?
}

extension Connection {
    /// Requests a bus name; export the objects first, because calls may arrive before the method returns.
    ///
    /// If the name is lost later (see ``NameFlags/allowReplacement``), ``watch(name:handler:)`` reports it. Throws
    /// ``BusError`` if the name is invalid or the bus's policy forbids it.
    package func requestName(_ name: String, flags: NameFlags = []) async throws -> NameRequestResult {
        try NameSyntax.check(wellKnown: name)
        let reply = try await call(BusDriver.call("RequestName", [.string(name), .uint32(flags.rawValue)]))
        guard case .uint32(let code)? = reply.arguments.first, let result = NameRequestResult(rawValue: code) else {
            throw BusError.failed("The bus gave an unknown answer to RequestName.")
        }
        return result
    }

    /// Releases a bus name or leaves its queue; it is no error if another connection owns the name.
    package func releaseName(_ name: String) async throws {
        try NameSyntax.check(wellKnown: name)
        _ = try await call(BusDriver.call("ReleaseName", [.string(name)]))
    }

    /// Releases a bus name, and calls `released` after the last message that this connection receives under the name.
    package func releaseName(_ name: String, released: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            start(BusDriver.call("ReleaseName", [.string(name)])) { _ in
                released()
                continuation.resume()
            }
        }
    }

    /// Returns the unique names of a bus name's owner and of the connections in its queue, the owner first.
    package func queuedOwners(of name: String) async throws -> [String] {
        try NameSyntax.check(wellKnown: name)
        return try await call(BusDriver.call("ListQueuedOwners", [.string(name)])).arguments.first?.strings ?? []
    }

    /// Returns the unique name of a bus name's owner; nil if the name has no owner.
    package func owner(of name: String) async throws -> String? {
        try NameSyntax.check(name)
        do {
            return try await call(BusDriver.call("GetNameOwner", [.string(name)])).arguments.first?.string
        } catch let error as BusError where error.isServiceUnknown {
            return nil
        }
    }

    /// Watches the owner of a bus name until the subscription is cancelled.
    ///
    /// The handler is called on the event loop, in bus order. If the name has an owner, the handler is called with
    /// (nil, owner) before the method returns. The handler is called at each change; no argument is nil if one owner
    /// replaces another. A unique name can be watched to learn that its connection closed. If this connection is lost,
    /// only the disconnect handler is called. Throws ``BusError`` if the name is invalid or the connection is closed.
    @discardableResult
    package func watch(
        name: String, handler: @escaping @Sendable (_ old: String?, _ new: String?) -> Void
    ) async throws -> Subscription {
        try NameSyntax.check(name)
        guard wire.isOpen else { throw BusError.disconnected }
        let id = owners.add(handler, of: name)
        let subscription = Subscription(on: loop) { [owners] in owners.remove(id, of: name) }
        if owners.isKnown(name) == true {
            if let owner = owners.owner(of: name) { handler(nil, owner) }
        } else {
            // `whenKnown` checks again: the owner may have become known, or the connection lost, since the check above.
            await withCheckedContinuation { continuation in owners.whenKnown(name) { continuation.resume() } }
            guard wire.isOpen else { throw BusError.disconnected }
        }
        return subscription
    }

    /// Watches a connection until it leaves the bus, or the subscription is cancelled.
    ///
    /// The handler is called on the event loop, once, when the connection has left. `name` is its unique name. If this
    /// connection itself is lost, only the disconnect handler is called.
    ///
    /// - Returns: nil if the connection has left before.
    /// - Throws: ``BusError`` if the name is invalid or this connection is closed.
    package func watchDeparture(
        of name: String, handler: @escaping @Sendable () -> Void
    ) async throws -> Subscription? {
        let subscription = try await watch(name: name) { _, new in if new == nil { handler() } }
        // `watch` has waited for the bus to tell the owner of the name.
        if owners.owner(of: name) != nil { return subscription }
        subscription.cancel()
        return nil
    }

    /// Starts an activatable service; it is no error if the service already runs.
    package func startService(name: String, within limit: Duration = .seconds(25)) async throws {
        try NameSyntax.check(wellKnown: name)
        _ = try await call(BusDriver.call("StartServiceByName", [.string(name), .uint32(0)]), timeout: limit)
    }

    /// Returns the names of all connections, unique and well-known.
    package func names() async throws -> [String] {
        try await call(BusDriver.call("ListNames")).arguments.first?.strings ?? []
    }

    /// Returns the names of all activatable services.
    package func activatableNames() async throws -> [String] {
        try await call(BusDriver.call("ListActivatableNames")).arguments.first?.strings ?? []
    }

    /// Returns the credentials of a connection.
    ///
    /// Throws ``BusError`` (`NameHasNoOwner`) if the connection is closed.
    package func credentials(of name: String) async throws -> Credentials {
        try NameSyntax.check(name)
        let reply = try await call(BusDriver.call("GetConnectionCredentials", [.string(name)]))
        let properties = reply.arguments.first?.properties ?? [:]
        var descriptor: FileDescriptorHandle?
        if case .fileDescriptor(let handle)? = properties["ProcessFD"] { descriptor = handle }
        // The bus sends the label with a NUL at its end.
        let label = properties["LinuxSecurityLabel"]?.bytes.map {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Credentials(
            processID: properties["ProcessID"]?.int.flatMap(Int32.init(exactly:)),
            userID: properties["UnixUserID"]?.int.flatMap(UInt32.init(exactly:)), processFD: descriptor,
            securityLabel: label)
    }
}
