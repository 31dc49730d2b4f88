// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Tasks that wait for the state of an actor to change; each task checks its condition again after ``resume()``.
package struct Waiters: Sendable {
    private var continuations: [CheckedContinuation<Void, Never>] = []
    /// Whether ``giveUp()`` was called, so that tasks must stop waiting.
    package private(set) var haveGivenUp = false

    package init() {}

    /// Adds a task that waits while a condition holds; resumes the task at once if the condition doesn't hold.
    ///
    /// The actor may run other code between the caller's own check and the making of the continuation, so this method
    /// checks the condition again: nobody would resume a task that is added after the change for which it waits.
    package mutating func add(_ continuation: CheckedContinuation<Void, Never>, if condition: Bool) {
        if condition { continuations.append(continuation) } else { continuation.resume() }
    }

    package mutating func resume() {
        let all = continuations
        continuations = []
        for continuation in all { continuation.resume() }
    }

    /// Resumes all tasks because their deadline has passed; ``haveGivenUp`` tells them to stop waiting.
    package mutating func giveUp() {
        haveGivenUp = true
        resume()
    }
}
