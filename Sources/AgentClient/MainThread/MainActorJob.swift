// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Runs synchronous code as a job of the main actor, on the thread of the caller.
package enum MainActorJob {
    /// Runs `body` before it returns.
    package static func run(_ body: @escaping @Sendable () -> Void) {
        // Made and enqueued by this line, and run by being enqueued; it has no second job, as nothing in it waits.
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
