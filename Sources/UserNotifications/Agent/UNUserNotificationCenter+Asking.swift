// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus

/// Sends the center's calls to the agent.
extension UNUserNotificationCenter {
    /// Calls the agent; the handler is called on ``callOut``.
    func ask(
        _ method: AgentMethod, _ arguments: [Value] = [],
        then handler: @escaping @Sendable (Result<[Value], UNError>) -> Void
    ) {
        agent.call(method, [.string(app)] + arguments) { [callOut] result in
            callOut.async { handler(result.mapError { UNError($0) }) }
        }
    }

    /// Calls the agent and waits for the reply.
    func ask(_ method: AgentMethod, _ arguments: [Value] = []) async throws -> [Value] {
        do {
            return try await agent.call(method, [.string(app)] + arguments)
        } catch {
            throw UNError(error)
        }
    }

    /// Calls the agent for a caller that doesn't wait; an error is written to standard error and the agent's log.
    ///
    /// `identifier` is the identifier of the request or category that the call is about. `refusal` returns the error in
    /// a successful reply; most replies contain none.
    func tell(
        _ method: AgentMethod, _ arguments: [Value] = [], about identifier: String = "",
        refusal: @escaping @Sendable ([Value]) -> UNError? = { _ in nil }
    ) {
        let unheard = unheard
        agent.call(method, [.string(app)] + arguments) { result in
            switch result {
            case .failure(let error): unheard.say(UNError(error), method, about: identifier)
            case .success(let answer):
                if let error = refusal(answer) { unheard.say(error, method, about: identifier) }
            }
        }
    }

    var unheard: UnheardRefusal { UnheardRefusal(agent: agent, app: app) }

    /// Calls the agent with arguments that may be invalid; the handler gets an ``UNError`` or nil.
    ///
    /// `refusal` returns the error in a successful reply; most replies contain none.
    func change(
        _ method: AgentMethod, _ handler: (@Sendable ((any Error)?) -> Void)?, about identifier: String = "",
        refusal: @escaping @Sendable ([Value]) -> UNError? = { _ in nil }, arguments: () throws -> [Value]
    ) {
        do {
            let arguments = try arguments()
            guard let handler else { return tell(method, arguments, about: identifier, refusal: refusal) }
            ask(method, arguments) { result in
                switch result {
                case .failure(let error): handler(error)
                case .success(let answer): handler(refusal(answer))
                }
            }
        } catch {
            guard let handler else { return unheard.say(UNError(error), method, about: identifier, isOurs: true) }
            callOut.async { handler(UNError(error)) }
        }
    }

    /// Calls the agent with arguments that may be invalid, and waits for the reply.
    func change(
        _ method: AgentMethod, refusal: ([Value]) -> UNError? = { _ in nil }, arguments: () throws -> [Value]
    ) async throws {
        let words: [Value]
        do { words = try arguments() } catch { throw UNError(error) }
        if let error = refusal(try await ask(method, words)) { throw error }
    }
}

/// Lists that may be longer than one reply of the agent.
extension UNUserNotificationCenter {
    /// Fetches all pages of a list; the handler gets the list on ``callOut``, empty if a page fails.
    func askPages(
        _ method: AgentMethod, after rows: [[String: Value]] = [], _ position: String = "",
        then handler: @escaping @Sendable ([[String: Value]]) -> Void
    ) {
        ask(method, [Self.options(after: position)]) { [weak self] result in
            guard let answer = try? result.get() else { return handler([]) }
            let all = rows + CenterAnswer.dictionaries(answer)
            guard let next = Self.next(of: answer), let self else { return handler(all) }
            askPages(method, after: all, next, then: handler)
        }
    }

    /// Fetches all pages of a list and returns the list, empty if a page fails.
    func askPages(_ method: AgentMethod) async -> [[String: Value]] {
        var rows: [[String: Value]] = []
        var position: String? = ""
        while let after = position {
            guard let answer = try? await ask(method, [Self.options(after: after)]) else { return [] }
            rows += CenterAnswer.dictionaries(answer)
            position = Self.next(of: answer)
        }
        return rows
    }

    static func options(after position: String) -> Value {
        .properties(PageOptions(limit: PageOptions.largestLimit, after: position).dictionary)
    }

    static func next(of answer: [Value]) -> String? {
        guard let next = answer.dropFirst().first?.string, !next.isEmpty else { return nil }
        return next
    }
}
