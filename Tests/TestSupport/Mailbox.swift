// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A queue of events, from which a test takes one at a time.
package final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var waiters: [(id: Int, continuation: CheckedContinuation<Element, any Error>)] = []
        var nextID = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds an event; from any thread.
    package func put(_ element: Element) {
        let waiter = state.withLock { state -> CheckedContinuation<Element, any Error>? in
            if state.waiters.isEmpty {
                state.elements.append(element)
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        waiter?.resume(returning: element)
    }

    /// Returns the oldest remaining event; waits for one until the deadline, then throws ``DeadlineExceeded``.
    package func next(seconds: Double = 30, file: String = #fileID, line: Int = #line) async throws -> Element {
        try await withDeadline(seconds: seconds, file: file, line: line) { try await self.take() }
    }

    /// Removes and returns all remaining events, without waiting.
    package func takeAll() -> [Element] {
        state.withLock { state in
            defer { state.elements = [] }
            return state.elements
        }
    }

    private func take() async throws -> Element {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready = state.withLock { state -> Element? in
                    if !state.elements.isEmpty { return state.elements.removeFirst() }
                    state.waiters.append((id, continuation))
                    return nil
                }
                if let ready {
                    continuation.resume(returning: ready)
                } else if Task.isCancelled {
                    cancel(id)
                }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Element, any Error>? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index).continuation
        }
        waiter?.resume(throwing: CancellationError())
    }
}
