// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import DBus
import Synchronization

/// The agent's object on the bus during a takeover: it keeps calls waiting for the agent's real object.
package final class WaitingCenter: ExportedObject {
    package let interfaces: [Interface]
    private let state = Mutex(State())

    private struct State {
        var object: (any ExportedObject)?
        var waiting: [CheckedContinuation<any ExportedObject, Never>] = []
    }

    /// - Parameter isTest: Whether the agent has a test clock, which others may set.
    /// - Throws: The error of parsing an interface's XML; Belfry's own XML is valid.
    package init(isTest: Bool) throws {
        interfaces = try NotificationCenterObject.interfaces(isTest: isTest)
    }

    package func answer(_ call: MethodCall) async throws -> [Value] { try await object().answer(call) }

    /// Passes the waiting calls on, in the order in which they came.
    package func open(to object: any ExportedObject) {
        let waiting = state.withLock { state in
            state.object = object
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: object) }
    }

    private func object() async -> any ExportedObject {
        await withCheckedContinuation { continuation in
            let object = state.withLock { state in
                if state.object == nil { state.waiting.append(continuation) }
                return state.object
            }
            if let object { continuation.resume(returning: object) }
        }
    }
}
