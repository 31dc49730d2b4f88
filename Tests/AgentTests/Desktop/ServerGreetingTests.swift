// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import AgentRules
import FoundationEssentials
import Testing

/// The questions to a new notification server, and how long the agent waits for the replies.
@Suite struct ServerGreetingTests {
    /// Asks until the greeting is finished; returns the pauses in between.
    private func run(
        _ greeting: inout ServerGreeting, _ answer: (ServerGreeting.Question, TimeInterval) -> ServerGreeting.Reply
    ) -> [TimeInterval] {
        var (pauses, time): ([TimeInterval], TimeInterval) = ([], 0)
        while case .ask(let question, let pause) = greeting.next, pauses.count < 100 {
            if pause > 0 { pauses.append(pause) }
            time += pause
            greeting.take(answer(question, time))
        }
        return pauses
    }

    @Test func `a server that replies is asked two questions`() {
        var greeting = ServerGreeting()
        #expect(run(&greeting) { question, _ in .words([question.rawValue]) } == [])
        #expect(greeting.capabilities == ["GetCapabilities"])
        #expect(greeting.information == ["GetServerInformation"])
        #expect(greeting.isComplete)
    }

    @Test(arguments: [0.03, 0.3, 2.0])
    func `S10: a server without an object is asked again until it has one`(exports: TimeInterval) {
        var greeting = ServerGreeting()
        let pauses = run(&greeting) { _, time in time >= exports ? .words(["it"]) : .error }
        #expect(greeting.isComplete)
        #expect(pauses.reduce(0, +) < exports * 2 + 0.2)
    }

    @Test func `S10: a server that never has an object is used without its answers after six seconds`() {
        var greeting = ServerGreeting()
        let pauses = run(&greeting) { _, _ in .error }
        #expect(pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2])
        #expect(!greeting.isComplete)
    }

    @Test(arguments: [ServerGreeting.Question.capabilities, .information])
    func `S10: a server that answers only one question causes no delay`(refused: ServerGreeting.Question) {
        var greeting = ServerGreeting()
        #expect(run(&greeting) { question, _ in question == refused ? .error : .words([]) } == [])
        #expect(!greeting.isComplete)
    }

    @Test func `a silent server is asked six times`() {
        var (greeting, count) = (ServerGreeting(), 0)
        _ = run(&greeting) { _, _ in
            count += 1
            return .silence
        }
        #expect(count == 6)
    }
}
