// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Connection {
    /// Asks for a bus name.
    ///
    /// Export the objects first: calls may come before this returns.
    ///
    /// A name that is lost later (see ``NameFlags/allowReplacement``) is told to ``watch(name:handler:)``. Throws
    /// ``BusError`` when the name is not valid or the bus's policy forbids it.
    package func requestName(_ name: String, flags: NameFlags = []) async throws -> NameRequestResult {
        try Self.checkWellKnown(name)
        let reply = try await call(BusDriver.call("RequestName", [.string(name), .uint32(flags.rawValue)]))
        guard case .uint32(let code)? = reply.arguments.first, let result = NameRequestResult(rawValue: code) else {
            throw BusError.failed("The bus gave an unknown answer to RequestName.")
        }
        return result
    }

    /// Gives a bus name back, or leaves its queue; one that is not ours is no error.
    package func releaseName(_ name: String) async throws {
        try Self.checkWellKnown(name)
        _ = try await call(BusDriver.call("ReleaseName", [.string(name)]))
    }

    /// Gives a bus name back, and tells when the bus has done so, in its order: what it sends us later was sent to the name's
    /// next owner too.
    package func releaseName(_ name: String, released: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            start(BusDriver.call("ReleaseName", [.string(name)])) { _ in
                released()
                continuation.resume()
            }
        }
    }

    /// The unique names of those who have a name or wait for it, the owner first; none is no error.
    package func queuedOwners(of name: String) async throws -> [String] {
        try Self.checkWellKnown(name)
        return try await call(BusDriver.call("ListQueuedOwners", [.string(name)])).arguments.first?.strings ?? []
    }

    /// The unique name of a name's owner; nil when nobody owns it.
    package func owner(of name: String) async throws -> String? {
        try Self.checkName(name)
        do {
            return try await call(BusDriver.call("GetNameOwner", [.string(name)])).arguments.first?.string
        } catch let error as BusError where error.isServiceUnknown {
            return nil
        }
    }

    /// Follows the owner of a bus name, until the subscription is cancelled.
    ///
    /// The handler is called on the loop, in bus order: first, before this returns, with (nil, owner) when somebody
    /// owns the name; then for each change. Both are given when one owner replaces another. A unique name can be
    /// followed too, to learn that its connection has gone. When our own connection is lost, only the disconnect
    /// handler is called. Throws ``BusError`` when the name is not valid or the connection is closed.
    @discardableResult
    package func watch(
        name: String, handler: @escaping @Sendable (_ old: String?, _ new: String?) -> Void
    ) async throws -> Subscription {
        try Self.checkName(name)
        guard wire.isOpen else { throw BusError.disconnected }
        nextHandlerID += 1
        let id = nextHandlerID
        track(name)
        let subscription = Subscription(on: loop) {
            self.assumeIsolated { connection in
                connection.names[name]?.watchers.removeAll { $0.id == id }
                connection.untrack(name)
            }
        }
        let watcher = WatchedName.Watcher(id: id, call: handler)
        names[name]?.watchers.append(watcher)
        if names[name]?.isKnown == true {
            if let owner = names[name]?.owner { handler(nil, owner) }
        } else {
            await withCheckedContinuation { continuation in
                // Looked at again in here: the bus may have answered, or gone, on the way.
                guard wire.isOpen, names[name]?.isKnown == false else { return continuation.resume() }
                names[name]?.waiting.append { continuation.resume() }
            }
            guard wire.isOpen else { throw BusError.disconnected }
        }
        return subscription
    }

    /// Starts a service that the bus can start; one that runs is no error.
    package func startService(name: String) async throws {
        try Self.checkWellKnown(name)
        _ = try await call(BusDriver.call("StartServiceByName", [.string(name), .uint32(0)]))
    }

    /// The names of all services that the bus can start.
    package func activatableNames() async throws -> [String] {
        try await call(BusDriver.call("ListActivatableNames")).arguments.first?.strings ?? []
    }

    /// Who a connection belongs to.
    ///
    /// Throws ``BusError`` (`NameHasNoOwner`) when it is gone.
    package func credentials(of name: String) async throws -> Credentials {
        try Self.checkName(name)
        let reply = try await call(BusDriver.call("GetConnectionCredentials", [.string(name)]))
        let properties = reply.arguments.first?.properties ?? [:]
        var descriptor: FileDescriptorHandle?
        if case .fileDescriptor(let handle)? = properties["ProcessFD"] { descriptor = handle }
        // It ends with a NUL.
        let label = properties["LinuxSecurityLabel"]?.bytes.map {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Credentials(
            processID: properties["ProcessID"]?.int.flatMap(Int32.init(exactly:)),
            userID: properties["UnixUserID"]?.int.flatMap(UInt32.init(exactly:)), processFD: descriptor,
            securityLabel: label)
    }

    private static func checkName(_ name: String) throws(BusError) {
        guard NameSyntax.isBusName(name) else { throw .invalidArguments("\"\(name)\" is not a bus name.") }
    }

    private static func checkWellKnown(_ name: String) throws(BusError) {
        guard NameSyntax.isWellKnownName(name) else {
            throw .invalidArguments("\"\(name)\" is not a bus name that can be owned.")
        }
    }

    // MARK: - Following owners

    /// Follows a name for one more; the bus is asked when it is the first.
    func track(_ name: String) {
        if names[name] != nil {
            names[name]?.interest += 1
            return
        }
        nextHandlerID += 1
        let generation = nextHandlerID
        names[name] = WatchedName(generation: generation)
        // In this order nothing falls between: the answer to the second is later than the first.
        start(BusDriver.call("AddMatch", [.string(BusDriver.ownerRule(of: name))])) { _ in }
        start(BusDriver.call("GetNameOwner", [.string(name)])) { result in
            self.assumeIsolated { $0.setOwner(of: name, generation, to: try? result.get().arguments.first?.string) }
        }
    }

    func untrack(_ name: String) {
        guard let interest = names[name]?.interest else { return }
        names[name]?.interest = interest - 1
        guard interest == 1 else { return }
        names[name] = nil
        try? send(BusDriver.call("RemoveMatch", [.string(BusDriver.ownerRule(of: name))]))
    }

    private func setOwner(of name: String, _ generation: Int, to owner: String?) {
        // Nobody follows it any more; or somebody does again, and an answer of their own is on its way.
        guard var watched = names[name], watched.generation == generation else { return }
        watched.owner = owner
        watched.isKnown = true
        let waiting = watched.waiting
        watched.waiting = []
        names[name] = watched
        if let owner { tell(watched.watchers, of: name, nil, owner) }
        for resume in waiting { resume() }
    }

    func receiveOwnerChange(_ signal: Message) {
        guard signal.signature == "sss", let name = signal.arguments[0].string, names[name]?.isKnown == true,
            let old = signal.arguments[1].string, let new = signal.arguments[2].string
        else { return }
        names[name]?.owner = new.isEmpty ? nil : new
        tell(names[name]?.watchers ?? [], of: name, old.isEmpty ? nil : old, new.isEmpty ? nil : new)
    }

    private func tell(_ watchers: [WatchedName.Watcher], of name: String, _ old: String?, _ new: String?) {
        for watcher in watchers where names[name]?.watchers.contains(where: { $0.id == watcher.id }) == true {
            watcher.call(old, new)
        }
    }
}
