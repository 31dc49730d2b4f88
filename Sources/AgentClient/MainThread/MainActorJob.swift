// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Carries a delegate to the thread on which it is called.
// Delegates are not Sendable, as on Apple's systems; `@unchecked` is safe, because only their own methods use them.
package struct Unisolated<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

/// Runs synchronous code as a job of the main actor, on the caller's thread.
package enum MainActorJob {
    /// Runs `body` before returning.
    package static func run(_ body: @escaping @Sendable () -> Void) {
        // Creating the task enqueues its only job, and the executor runs the job at once. There is no second job,
        // because `body` never suspends.
        Task(executorPreference: Executor.shared) { body() }
    }

    private final class Executor: TaskExecutor {
        static let shared = Executor()

        func enqueue(_ job: consuming ExecutorJob) {
            UnownedJob(job).runSynchronously(
                isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
        }
    }
}
