// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Dispatch

/// From the center's methods to the agent.
extension UNUserNotificationCenter {
    /// Asks; the answer comes on ``callOut``.
    func ask(
        _ method: AgentMethod, _ arguments: [Value] = [],
        then handler: @escaping @Sendable (Result<[Value], UNError>) -> Void
    ) {
        agent.call(method, [.string(app)] + arguments) { [callOut] result in
            callOut.async { handler(result.mapError { UNError($0) }) }
        }
    }

    /// Asks and waits.
    func ask(_ method: AgentMethod, _ arguments: [Value] = []) async throws -> [Value] {
        do {
            return try await agent.call(method, [.string(app)] + arguments)
        } catch {
            throw UNError(error)
        }
    }

    /// Asks for what nobody waits for: what is refused is said where it can be read.
    ///
    /// - Parameters:
    ///   - method: What is asked.
    ///   - arguments: As the contract says, without the application.
    ///   - identifier: The request or the category that it is about.
    ///   - refusal: What the answer itself says against it: nothing for most.
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

    /// Says what is refused where nobody can be told.
    var unheard: UnheardRefusal { UnheardRefusal(agent: agent, app: app) }

    /// Asks for a change whose arguments may turn out wrong; the handler gets an ``UNError`` or nil.
    ///
    /// `refusal` is what the answer itself says against it: nothing for most.
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

    /// Asks for a change and waits for it.
    func change(
        _ method: AgentMethod, refusal: ([Value]) -> UNError? = { _ in nil }, arguments: () throws -> [Value]
    ) async throws {
        let words: [Value]
        do { words = try arguments() } catch { throw UNError(error) }
        if let error = refusal(try await ask(method, words)) { throw error }
    }
}
