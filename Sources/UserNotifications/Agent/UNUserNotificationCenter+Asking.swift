// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

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

    /// Asks and looks at no answer.
    func tell(_ method: AgentMethod, _ arguments: [Value] = []) {
        agent.call(method, [.string(app)] + arguments) { _ in }
    }

    /// Asks for a change whose arguments may turn out wrong; the handler gets an ``UNError`` or nil.
    ///
    /// `refusal` is what the answer itself says against it: nothing for most.
    func change(
        _ method: AgentMethod, _ handler: (@Sendable ((any Error)?) -> Void)?,
        refusal: @escaping @Sendable ([Value]) -> UNError? = { _ in nil }, arguments: () throws -> [Value]
    ) {
        do {
            let arguments = try arguments()
            guard let handler else { return tell(method, arguments) }
            ask(method, arguments) { result in
                switch result {
                case .failure(let error): handler(error)
                case .success(let answer): handler(refusal(answer))
                }
            }
        } catch {
            guard let handler else { return }
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
