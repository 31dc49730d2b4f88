// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus
internal import EventLoop
internal import Synchronization

/// An application's delegate in a test: records its calls and replies as the test says.
package final class TestDelegate: Sendable {
    /// The reply to `DidReceive`.
    package enum Answer: Sendable {
        /// Acknowledges the response.
        case yes
        /// Returns an error: the agent keeps the response.
        case error
    }

    package let connection: Connection
    package let proxy: AgentProxy
    private let state = Mutex((answer: Answer.yes, present: ["banner", "list", "sound"] as [String]?))
    private let responses = Mailbox<[String: Value]>()
    private let questions = Mailbox<[String: Value]>()

    /// Makes a connection that exports the delegate object, and is not attached yet.
    ///
    /// `connection` is an existing connection of the caller.
    package init(of agent: TestAgent, app: String = TestAgent.app, on connection: Connection? = nil) async throws {
        self.connection = try connection ?? agent.connect()
        proxy = agent.proxy(app, on: self.connection)
        let object = try DelegateObject(
            didReceive: { [weak self] in try self?.received($0) },
            willPresent: { [weak self] in try self?.asked($0) ?? [] })
        try await self.connection.export(object, at: AgentNames.delegatePath)
    }

    /// Sets the reply to `DidReceive` from now on.
    package func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }

    /// Sets the reply to `WillPresent` from now on; nil: an error.
    package func present(_ options: [String]?) { state.withLock { $0.present = options } }

    /// Returns the next response; waits until the deadline.
    package func nextResponse(
        seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> [String: Value] {
        try await responses.next(seconds: seconds, file: file, line: line)
    }

    /// Returns the next notification of `WillPresent`; waits until the deadline.
    package func nextQuestion(
        seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> [String: Value] {
        try await questions.next(seconds: seconds, file: file, line: line)
    }

    /// Removes and returns the responses that the test has not read.
    package func takeResponses() -> [[String: Value]] { responses.takeAll() }

    /// Closes the connection.
    package func close() async { await connection.close() }

    private func received(_ response: [String: Value]) throws {
        let answer = state.withLock { $0.answer }
        responses.put(response)
        if answer == .error { throw BusError.failed("This delegate can't take it.") }
    }

    private func asked(_ notification: [String: Value]) throws -> [String] {
        questions.put(notification)
        guard let options = state.withLock({ $0.present }) else { throw BusError.failed("This delegate doesn't know.") }
        return options
    }
}
