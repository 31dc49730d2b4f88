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

    /// Removes the selected requests and reports those that don't exist.
    ///
    /// - Parameters:
    ///   - place: List in which they are searched.
    ///   - removeAll: The agent's method for all requests.
    ///   - remove: The agent's method for some requests, which returns the removed identifiers.
    /// - Throws: `ExitCode` 3 if one doesn't exist, ``Failure``, or an error of the agent.
    func run(
        in place: RequestFinder.Place, all removeAll: (AgentProxy) async throws -> Void,
        some remove: (AgentProxy, [String]) async throws -> [String]
    ) async throws {
        let session = try await selection.owner.session()
        let isWanted = selection.json.isWanted
        if selection.all {
            try await removeAll(session.agent)
            if isWanted {
                Console.print(try JSONText.line(["app": .string(session.agent.app), "all": .boolean(true)]))
            }
            return
        }
        var hasComplaints = false
        for (app, ids) in try selection.byApplication(or: session.agent.app) {
            let agent = Session(connection: session.connection, application: app).agent
            let result = try await RequestFinder(agent, in: place == .pending ? [.pending, .held] : [place]).remove(ids)
            {
                try await remove(agent, $0)
            }
            for mistake in result.complaints { Console.say(mistake) }
            if place == .delivered, !result.complaints.isEmpty {
                try await Self.tellHeld(ids, without: result.removed, agent)
            }
            hasComplaints = hasComplaints || !result.complaints.isEmpty
            if isWanted {
                Console.print(try JSONText.line(["app": .string(app), "removed": .strings(result.removed)]))
            }
        }
        if hasComplaints { throw ExitCode(ExitStatus.noMatch.rawValue) }
    }
}
