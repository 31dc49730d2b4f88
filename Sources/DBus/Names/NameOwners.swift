// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The owners of the names that a connection watches, and of the names whose signals it subscribes to.
///
/// The object is used on the loop only, hence the `@unchecked`.
final class NameOwners: @unchecked Sendable {
    typealias Watcher = @Sendable (_ old: String?, _ new: String?) -> Void

    private struct Name {
        /// Number that tells the bus's answer for this watch from the answer for an earlier watch of the same name.
        let generation: Int
        /// The owner's unique name; nil if the name has no owner, or the bus hasn't answered yet.
        var owner: String?
        /// True once the bus has answered with the owner. Earlier changes are ignored: the answer includes them.
        var isKnown = false
        /// Number of subscriptions and watchers of the name.
        var interest = 1
        var watchers: [(id: Int, call: Watcher)] = []
        /// Closures that resume the callers waiting for the bus's answer.
        var waiting: [@Sendable () -> Void] = []
    }

    private let calls: PendingCalls
    private var names: [String: Name] = [:]
    private var lastID = 0

    init(_ calls: PendingCalls) { self.calls = calls }

    /// Returns the owner of a name; nil if the name has no owner or isn't tracked, or the bus hasn't answered yet.
    func owner(of name: String) -> String? { names[name]?.owner }

    /// Tells whether the bus has answered with the owner of a tracked name; nil for another name.
    func isKnown(_ name: String) -> Bool? { names[name]?.isKnown }

    /// Adds a watcher of a name, and returns its number for ``remove(_:of:)``.
    func add(_ watcher: @escaping Watcher, of name: String) -> Int {
        track(name)
        lastID += 1
        names[name]?.watchers.append((lastID, watcher))
        return lastID
    }

    func remove(_ watcher: Int, of name: String) {
        names[name]?.watchers.removeAll { $0.id == watcher }
        untrack(name)
    }

    /// Calls `resume` when the owner of a tracked name is known, or when the connection is lost.
    func whenKnown(_ name: String, resume: @escaping @Sendable () -> Void) {
        if names[name]?.isKnown == false { names[name]?.waiting.append(resume) } else { resume() }
    }

    /// Counts one more use of a name; the first use makes the bus report changes of the name's owner.
    func track(_ name: String) {
        if names[name] != nil {
            names[name]?.interest += 1
            return
        }
        lastID += 1
        let generation = lastID
        names[name] = Name(generation: generation)
        // The match rule is added before the owner is requested, so that no change in between is missed.
        calls.start(BusDriver.call("AddMatch", [.string(BusDriver.ownerRule(of: name))])) { _ in }
        calls.start(BusDriver.call("GetNameOwner", [.string(name)])) { result in
            self.setOwner(of: name, generation, to: try? result.get().arguments.first?.string)
        }
    }

    func untrack(_ name: String) {
        guard let interest = names[name]?.interest else { return }
        names[name]?.interest = interest - 1
        guard interest == 1 else { return }
        names[name] = nil
        try? calls.send(BusDriver.call("RemoveMatch", [.string(BusDriver.ownerRule(of: name))]))
    }

    private func setOwner(of name: String, _ generation: Int, to owner: String?) {
        // If this condition is false, the name is no longer watched, or it is watched again and the bus has yet to
        // answer the newer request for its owner.
        guard var watched = names[name], watched.generation == generation else { return }
        watched.owner = owner
        watched.isKnown = true
        let waiting = watched.waiting
        watched.waiting = []
        names[name] = watched
        if let owner { tell(watched.watchers, of: name, nil, owner) }
        for resume in waiting { resume() }
    }

    /// Handles a `NameOwnerChanged` signal of the bus.
    func receiveChange(_ signal: Message) {
        guard signal.signature == "sss", let name = signal.arguments[0].string, names[name]?.isKnown == true,
            let old = signal.arguments[1].string, let new = signal.arguments[2].string
        else { return }
        names[name]?.owner = new.isEmpty ? nil : new
        tell(names[name]?.watchers ?? [], of: name, old.isEmpty ? nil : old, new.isEmpty ? nil : new)
    }

    private func tell(_ watchers: [(id: Int, call: Watcher)], of name: String, _ old: String?, _ new: String?) {
        // A watcher may remove other watchers, which must then not be called.
        for watcher in watchers where names[name]?.watchers.contains(where: { $0.id == watcher.id }) == true {
            watcher.call(old, new)
        }
    }

    /// Removes every name, and returns the closures that resume the callers waiting for an owner.
    func removeAll() -> [@Sendable () -> Void] {
        defer { names = [:] }
        return names.values.flatMap(\.waiting)
    }
}

/// The bus itself, as an object on the bus.
enum BusDriver {
    static let name = "org.freedesktop.DBus"

    static func call(_ member: String, _ arguments: [Value] = []) -> Message {
        .methodCall(
            destination: name, path: "/org/freedesktop/DBus", interface: name, member: member, arguments: arguments)
    }

    /// Returns the match rule for changes of a name's owner.
    static func ownerRule(of name: String) -> String {
        "type='signal',sender='\(Self.name)',path='/org/freedesktop/DBus',interface='\(Self.name)',"
            + "member='NameOwnerChanged',arg0='\(name)'"
    }
}
