// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry rm`: cancels pending requests, and removes delivered notifications.
struct Delete: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Cancel a pending request, or remove a delivered notification.",
        discussion: """
            Prints which of both it was. If one of the requests is pending and delivered, as a repeating one may be, or \
            does not exist, nothing is changed, and the exit status is 3: say cancel or remove.
            """,
        aliases: ["delete"])

    @Argument(help: .request)
    var ids: [String]

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func run() async throws {
        let session = try await owner.session()
        // All requests are found before the first request is removed.
        var found: [Found] = []
        for id in ids {
            let app = try owner.ownerListed(id) ?? session.agent.app
            found.append(try await Found(id, by: AgentProxy(on: session.connection, app: app)))
        }
        for one in found { try await remove(one) }
    }

    private func remove(_ found: Found) async throws {
        let name = found.identifier.onOneLine
        let list: AgentProxy.PagedList = found.state == .delivered ? .delivered : .pending
        let removed = try await found.agent.removeMarked([found.identifier], from: list)
        guard !removed.isEmpty else { throw Failure(.noMatch, "\"\(name)\" has changed meanwhile; try again") }
        try json.print(
            [
                "app": .string(found.agent.app), "identifier": .string(found.identifier),
                "state": .string(found.state.rawValue),
            ], or: ["\(Console.bold(name))  \(found.state.words)"])
    }

    /// The list in which a request was found.
    private enum State: String {
        case pending, held, delivered

        var words: String {
            switch self {
            case .pending: "was pending, and is canceled"
            case .held: "was held back, and is canceled"
            case .delivered: "was delivered, and is removed"
            }
        }
    }

    /// A request in the list of pending, held-back or delivered requests.
    private struct Found {
        let identifier: String
        let state: State
        let agent: AgentProxy

        /// Finds the only request that a text means.
        ///
        /// - Throws: ``Failure`` with exit status 3 if no or several requests match, or if the request is in two lists.
        init(_ text: String, by agent: AgentProxy) async throws {
            self.agent = agent
            identifier = try await RequestFinder(agent).identifier(text)
            let named = PageOptions(identifiers: [identifier], limit: 1)
            let isPending = try await !agent.page(of: .pending, named).rows.isEmpty
            let isDelivered = try await !agent.page(of: .delivered, named).rows.isEmpty
            guard !(isPending && isDelivered) else {
                let name = identifier.onOneLine
                throw Failure(
                    .noMatch,
                    "\"\(name)\" is pending and delivered; belfry cancel \(name) cancels what is pending, and "
                        + "belfry remove \(name) removes what is delivered")
            }
            state = isPending ? .pending : isDelivered ? .delivered : .held
        }
    }
}
