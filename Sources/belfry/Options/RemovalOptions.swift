// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// Options and common code of `cancel` and `remove`.
struct RemovalOptions: ParsableArguments {
    @OptionGroup var selection: SelectionOptions

    /// Tells that a notification is held back: it was not delivered, but a person may try to remove it.
    private static func tellHeld(_ ids: [String], without removed: [String], _ agent: AgentProxy) async throws {
        for id in ids where !removed.contains(id) {
            guard let held = try? await RequestFinder(agent, in: [.held]).identifier(id) else { continue }
            Console.say("\"\(held.onOneLine)\" is held back and was not delivered yet; use belfry cancel to remove it")
        }
    }

    /// Removes the selected requests by the agent's methods, and reports those that don't exist.
    ///
    /// - Throws: `ExitCode` 3 if one doesn't exist, ``Failure``, or an error of the agent.
    func run(
        in place: RequestFinder.Place, all removeAll: (AgentProxy) async throws -> Void,
        some remove: (AgentProxy, [String]) async throws -> [String]
    ) async throws {
        let session = try await selection.owner.session()
        if selection.all {
            try await removeAll(session.agent)
            return try selection.json.print(["app": .string(session.agent.app), "all": .boolean(true)])
        }
        var hasComplaints = false
        for (app, ids) in try selection.byApplication(or: session.agent.app) {
            let agent = AgentProxy(on: session.connection, app: app)
            let result = try await RequestFinder(agent, in: place == .pending ? [.pending, .held] : [place]).remove(ids)
            {
                try await remove(agent, $0)
            }
            for mistake in result.complaints { Console.say(mistake) }
            if place == .delivered, !result.complaints.isEmpty {
                try await Self.tellHeld(ids, without: result.removed, agent)
            }
            hasComplaints = hasComplaints || !result.complaints.isEmpty
            try selection.json.print(["app": .string(app), "removed": .strings(result.removed)])
        }
        if hasComplaints { throw ExitCode(ExitStatus.noMatch.rawValue) }
    }
}

/// Selection of a command's notifications: some by identifier, or all of an application's.
struct SelectionOptions: ParsableArguments {
    @Argument(
        help: "Identifiers, prefixes that only one of them has, or %1 for the first of the last list in this terminal.")
    var ids: [String] = []

    @Flag(help: "Select all of the application's.")
    var all = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if all == !ids.isEmpty { throw ValidationError("Give identifiers, or --all instead.") }
    }

    /// Groups the typed texts by application, in the order of first use; by default they belong to `app`.
    ///
    /// - Throws: Errors of looking up `%N` in the last list.
    func byApplication(or app: String) throws -> [(app: String, ids: [String])] {
        var named: [(app: String, ids: [String])] = []
        for id in ids {
            let app = try owner.ownerListed(id) ?? app
            if let index = named.firstIndex(where: { $0.app == app }) {
                named[index].ids.append(id)
            } else {
                named.append((app, [id]))
            }
        }
        return named
    }
}

/// The command `belfry cancel`: removes pending requests.
struct Cancel: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Remove pending requests.", discussion: "The exit status is 3 if one of them is not pending.")

    @OptionGroup var removal: RemovalOptions

    var wantsJSON: Bool { removal.selection.json.isWanted }

    func run() async throws {
        try await removal.run(
            in: .pending, all: { try await $0.removeAllPending() }, some: { try await $0.removePending($1) })
    }
}

/// The command `belfry remove`: removes delivered notifications.
struct Remove: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove delivered notifications, also from the screen.",
        discussion: "The exit status is 3 if one of them is not delivered.")

    @OptionGroup var removal: RemovalOptions

    var wantsJSON: Bool { removal.selection.json.isWanted }

    func run() async throws {
        try await removal.run(
            in: .delivered, all: { try await $0.removeAllDelivered() }, some: { try await $0.removeDelivered($1) })
    }
}
