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

    @OptionGroup var text: MatchOption

    @Flag(help: "Select all requests or notifications of the application; with --match, all that have the text.")
    var all = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if text.match != nil {
            guard ids.isEmpty else { throw ValidationError("Identifiers and --match exclude each other.") }
        } else if all == !ids.isEmpty {
            throw ValidationError("Give identifiers, or --all instead.")
        }
    }

    /// True if all requests or notifications of the application are selected, whatever their text.
    var isEverything: Bool { all && text.match == nil }

    /// Groups given identifiers, or those of requests with a given text, by application, in order of first identifiers.
    ///
    /// An identifier belongs to the agent's application, unless it is a `%N` of another application in the last list.
    ///
    /// - Throws: ``Failure`` of ``MatchOption/identifiers(by:all:)``. A `%N` that the last list doesn't have is no
    ///   error here: it is refused when it is looked up.
    func byApplication(or agent: AgentProxy, in places: [RequestFinder.Place]) async throws
        -> [(app: String, ids: [String])]
    {
        if text.match != nil {
            let finder = RequestFinder(agent, in: places)
            return [(agent.app, try await text.identifiers(by: finder, all: all))]
        }
        var named: [(app: String, ids: [String])] = []
        for id in ids {
            let app = try owner.ownerListed(id) ?? agent.app
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
    func remove(_ list: AgentProxy.PagedList, _ trial: TrialOption) async throws {
        let session = try await owner.session()
        let places: [RequestFinder.Place] = list == .pending ? [.pending, .held] : [.delivered]
        if isEverything {
            if trial.isWanted { return try await tellAll(RequestFinder(session.agent, in: places), trial) }
            _ = try await session.agent.removeMarked(nil, from: list)
            return try json.print(["app": .string(session.agent.app), "all": .boolean(true)])
        }
        var hasComplaints = false
        for (app, ids) in try await byApplication(or: session.agent, in: places) {
            let agent = AgentProxy(on: session.connection, app: app)
            let finder = RequestFinder(agent, in: places)
            let (removed, complaints) = try await finder.remove(ids) { identifiers in
                if trial.isWanted { return try await finder.existing(identifiers) }
                return try await agent.removeMarked(identifiers, from: list)
            }
            for complaint in complaints { Console.say(complaint) }
            if list == .delivered, !complaints.isEmpty { try await Self.tellHeld(ids, without: removed, agent) }
            hasComplaints = hasComplaints || !complaints.isEmpty
            try json.print(
                ["app": .string(app), "removed": .strings(removed)],
                or: trial.isWanted || text.match != nil ? removed.map { Console.bold($0.onOneLine) } : [])
        }
        trial.tell()
        if hasComplaints { throw ExitCode(ExitStatus.noMatch.rawValue) }
    }

    /// Prints the identifiers of all requests or notifications that `--all` would remove.
    private func tellAll(_ finder: RequestFinder, _ trial: TrialOption) async throws {
        var names: [String] = []
        try await finder.eachRow { row in
            guard row["warnsOf"] == nil, let name = row["identifier"]?.string, !names.contains(name) else { return }
            names.append(name)
        }
        try json.print(["removed": .strings(names)], or: names.map { Console.bold($0.onOneLine) })
        trial.tell()
    }

    /// Tells the person which identifiers are held back: `belfry remove` can't remove those, but `belfry cancel` can.
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
        abstract: "Remove pending requests.", discussion: "The exit status is 3 if one of the requests is not pending.")

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var trial: TrialOption

    var wantsJSON: Bool { selection.json.isWanted }

    func run() async throws { try await selection.remove(.pending, trial) }
}

/// The command `belfry remove`: removes delivered notifications.
struct Remove: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove delivered notifications, also from the screen.",
        discussion: "The exit status is 3 if one of the notifications is not delivered.")

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var trial: TrialOption

    var wantsJSON: Bool { selection.json.isWanted }

    func run() async throws { try await selection.remove(.delivered, trial) }
}
