// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Tasks that wait for the state of an actor to change; each task checks its condition again after ``resume()``.
package struct Waiters: Sendable {
    private var continuations: [CheckedContinuation<Void, Never>] = []
    /// Tells whether the deadline has passed, so that tasks must stop waiting.
    package private(set) var haveGivenUp = false

    package init() {}

    package mutating func add(_ continuation: CheckedContinuation<Void, Never>) { continuations.append(continuation) }

    package mutating func resume() {
        let all = continuations
        continuations = []
        for continuation in all { continuation.resume() }
    }

    /// Resumes all tasks at a deadline; ``haveGivenUp`` tells them to stop waiting.
    package mutating func giveUp() {
        haveGivenUp = true
        resume()
    }
}
