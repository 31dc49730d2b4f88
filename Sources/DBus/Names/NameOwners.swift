// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The owners of the names that a connection watches, and of the names whose signals it subscribes to.
///
/// It is used on the loop only, hence the `@unchecked`.
final class NameOwners: @unchecked Sendable {
    typealias Watcher = @Sendable (_ old: String?, _ new: String?) -> Void

    private struct Name {
        /// Number that distinguishes answers to this watch from those to an earlier one of the same name.
        let generation: Int
        /// The owner's unique name; nil if there is none, or it is not known yet.
        var owner: String?
        /// Tells whether the bus has answered with the owner; changes before that are included in the answer.
        var isKnown = false
        /// Number of subscriptions and watchers of the name.
        var interest = 1
        var watchers: [(id: Int, call: Watcher)] = []
        /// Continuations of callers that wait for the owner.
        var waiting: [@Sendable () -> Void] = []
    }

    private let calls: PendingCalls
    private var names: [String: Name] = [:]
    private var lastID = 0

    init(_ calls: PendingCalls) { self.calls = calls }

    /// Returns a name's owner; nil if there is none, it is not known yet, or the name isn't tracked.
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

    /// Counts one more use of a name; the first one makes the bus report changes.
    func track(_ name: String) {
        if names[name] != nil {
            names[name]?.interest += 1
            return
        }
        lastID += 1
        let generation = lastID
        names[name] = Name(generation: generation)
        // In this order no change is missed: the second answer comes after the first takes effect.
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

    /// Takes a signal `NameOwnerChanged` of the bus.
    func receiveChange(_ signal: Message) {
        guard signal.signature == "sss", let name = signal.arguments[0].string, names[name]?.isKnown == true,
            let old = signal.arguments[1].string, let new = signal.arguments[2].string
        else { return }
        names[name]?.owner = new.isEmpty ? nil : new
        tell(names[name]?.watchers ?? [], of: name, old.isEmpty ? nil : old, new.isEmpty ? nil : new)
    }

    private func tell(_ watchers: [(id: Int, call: Watcher)], of name: String, _ old: String?, _ new: String?) {
        // A watcher may remove another one.
        for watcher in watchers where names[name]?.watchers.contains(where: { $0.id == watcher.id }) == true {
            watcher.call(old, new)
        }
    }

    /// Forgets every name, and returns the continuations of those who wait for an owner.
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
