// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Connection {
    /// Requests a bus name; export the objects first, because calls may come before this returns.
    ///
    /// If the name is lost later (see ``NameFlags/allowReplacement``), ``watch(name:handler:)`` reports it. Throws
    /// ``BusError`` if the name is invalid or the bus's policy forbids it.
    package func requestName(_ name: String, flags: NameFlags = []) async throws -> NameRequestResult {
        try Self.checkWellKnown(name)
        let reply = try await call(BusDriver.call("RequestName", [.string(name), .uint32(flags.rawValue)]))
        guard case .uint32(let code)? = reply.arguments.first, let result = NameRequestResult(rawValue: code) else {
            throw BusError.failed("The bus gave an unknown answer to RequestName.")
        }
        return result
    }

    /// Releases a bus name, or leaves its queue; releasing another owner's name is no error.
    package func releaseName(_ name: String) async throws {
        try Self.checkWellKnown(name)
        _ = try await call(BusDriver.call("ReleaseName", [.string(name)]))
    }

    /// Releases a bus name, and calls `released` in bus order: later messages to the name went to its next owner.
    package func releaseName(_ name: String, released: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            start(BusDriver.call("ReleaseName", [.string(name)])) { _ in
                released()
                continuation.resume()
            }
        }
    }

    /// Returns the unique names of a name's owner and of the connections in its queue, the owner first; may be empty.
    package func queuedOwners(of name: String) async throws -> [String] {
        try Self.checkWellKnown(name)
        return try await call(BusDriver.call("ListQueuedOwners", [.string(name)])).arguments.first?.strings ?? []
    }

    /// Returns the unique name of a name's owner; nil if there is none.
    package func owner(of name: String) async throws -> String? {
        try Self.checkName(name)
        do {
            return try await call(BusDriver.call("GetNameOwner", [.string(name)])).arguments.first?.string
        } catch let error as BusError where error.isServiceUnknown {
            return nil
        }
    }

    /// Watches the owner of a bus name until the subscription is cancelled.
    ///
    /// The handler is called on the loop, in bus order: before this returns, with (nil, owner) if there is an owner,
    /// and then for each change. Both arguments are given if one owner replaces another. A unique name can be watched
    /// to learn that its connection has closed. If our own connection is lost, only the disconnect handler is called.
    /// Throws ``BusError`` if the name is invalid or the connection is closed.
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
                // Checked again here: the owner may be known, or the bus gone, since the check above.
                guard wire.isOpen, names[name]?.isKnown == false else { return continuation.resume() }
                names[name]?.waiting.append { continuation.resume() }
            }
            guard wire.isOpen else { throw BusError.disconnected }
        }
        return subscription
    }

    /// Starts an activatable service; a running one is no error.
    package func startService(name: String) async throws {
        try Self.checkWellKnown(name)
        _ = try await call(BusDriver.call("StartServiceByName", [.string(name), .uint32(0)]))
    }

    /// Returns the names of all activatable services.
    package func activatableNames() async throws -> [String] {
        try await call(BusDriver.call("ListActivatableNames")).arguments.first?.strings ?? []
    }

    /// Returns the credentials of a connection.
    ///
    /// Throws ``BusError`` (`NameHasNoOwner`) if the connection is closed.
    package func credentials(of name: String) async throws -> Credentials {
        try Self.checkName(name)
        let reply = try await call(BusDriver.call("GetConnectionCredentials", [.string(name)]))
        let properties = reply.arguments.first?.properties ?? [:]
        var descriptor: FileDescriptorHandle?
        if case .fileDescriptor(let handle)? = properties["ProcessFD"] { descriptor = handle }
        // The label ends with a NUL.
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

    /// Counts one more watcher of a name; the first one makes the bus report changes.
    func track(_ name: String) {
        if names[name] != nil {
            names[name]?.interest += 1
            return
        }
        nextHandlerID += 1
        let generation = nextHandlerID
        names[name] = WatchedName(generation: generation)
        // In this order no change is missed: the second answer comes after the first takes effect.
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
        // The name is no longer watched, or it is watched anew and another answer is on its way.
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
