// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The requests or notifications to which a command applies: given by identifier, or all of the application.
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

    /// Groups the given identifiers by application, in the order of first use.
    ///
    /// An identifier belongs to `app`, unless it is a `%N` whose line in the last list names another application.
    ///
    /// - Throws: Nothing: a `%N` that the last list doesn't have is grouped under `app`, and refused when it is looked
    ///   up.
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

    /// Removes the selected pending requests or delivered notifications, and reports identifiers that don't exist.
    ///
    /// - Throws: `ExitCode` 3 if an identifier doesn't exist, ``Failure``, or an error of the agent.
    func remove(_ list: AgentProxy.PagedList) async throws {
        let session = try await owner.session()
        if all {
            switch list {
            case .pending: try await session.agent.removeAllPending()
            case .delivered: try await session.agent.removeAllDelivered()
            }
            return try json.print(["app": .string(session.agent.app), "all": .boolean(true)])
        }
        var hasComplaints = false
        for (app, ids) in try byApplication(or: session.agent.app) {
            let agent = AgentProxy(on: session.connection, app: app)
            let (removed, complaints) =
                switch list {
                case .pending:
                    try await RequestFinder(agent, in: [.pending, .held]).remove(ids, by: agent.removePending)
                case .delivered: try await RequestFinder(agent, in: [.delivered]).remove(ids, by: agent.removeDelivered)
                }
            for complaint in complaints { Console.say(complaint) }
            if list == .delivered, !complaints.isEmpty { try await Self.tellHeld(ids, without: removed, agent) }
            hasComplaints = hasComplaints || !complaints.isEmpty
            try json.print(["app": .string(app), "removed": .strings(removed)])
        }
        if hasComplaints { throw ExitCode(ExitStatus.noMatch.rawValue) }
    }

    /// Tells the person which of the identifiers are held back: `belfry remove` can't remove those, but `belfry cancel`
    /// can.
    private static func tellHeld(_ ids: [String], without removed: [String], _ agent: AgentProxy) async throws {
        for id in ids where !removed.contains(id) {
            guard let held = try? await RequestFinder(agent, in: [.held]).identifier(id) else { continue }
            Console.say("\"\(held.onOneLine)\" is held back and was not delivered yet; use belfry cancel to remove it")
        }
    }
}

/// The command `belfry cancel`: removes pending requests.
struct Cancel: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Remove pending requests.", discussion: "The exit status is 3 if one of them is not pending.")

    @OptionGroup var selection: SelectionOptions

    var wantsJSON: Bool { selection.json.isWanted }

    func run() async throws { try await selection.remove(.pending) }
}

/// The command `belfry remove`: removes delivered notifications.
struct Remove: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove delivered notifications, also from the screen.",
        discussion: "The exit status is 3 if one of them is not delivered.")

    @OptionGroup var selection: SelectionOptions

    var wantsJSON: Bool { selection.json.isWanted }

    func run() async throws { try await selection.remove(.delivered) }
}
