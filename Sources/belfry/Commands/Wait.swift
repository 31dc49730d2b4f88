// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry wait`: waits for the answer to an existing request.
struct Wait: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for the answer to a request, and print it.",
        discussion: """
            The output and the exit status are those of "belfry ask -A"; 3 if no request has this identifier. When the \
            command is interrupted, the request stays, because another command has added it.
            """)

    @Argument(help: .request)
    var id: String

    @OptionGroup(title: "Waiting") var answers: AnswerOptions
    @OptionGroup var owner: ApplicationOption

    var wantsJSON: Bool { answers.json.isWanted }

    func run() async throws {
        let session = try await owner.session(owning: id)
        let identifier = try await RequestFinder(session.agent).identifier(id, orAsGiven: true)
        let waiter = AnswerWaiter(session, for: identifier, instance: nil, asksHere: true)
        try await waiter.attach()
        guard try await waiter.hasSubject() else {
            throw Failure(.noMatch, "no pending request or delivered notification has the identifier \"\(identifier)\"")
        }
        let answer = await waiter.wait(limit: answers.timeout?.seconds)
        try await answers.report(answer, of: (identifier, session))
    }
}
