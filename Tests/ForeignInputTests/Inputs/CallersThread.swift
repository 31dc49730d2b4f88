// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Runs asynchronous code to its end on the calling thread, because libFuzzer calls a function and waits for it.
///
/// Code of an actor runs on that actor's executor meanwhile.
final class CallersThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Counts the queued jobs. `nonisolated(unsafe)` is correct here: a semaphore may be used by all threads, and this
    /// one is never freed.
    nonisolated(unsafe) private let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    // Reused, and never freed: the thread that has signalled may still use the semaphore when the last job has ended.
    private static let idle = Mutex<[CallersThread]>([])

    private init() { sem_init(bell, 0, 0) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        sem_post(bell)
    }

    /// Calls `body` and waits for its end.
    ///
    /// - Returns: The value of `body`.
    /// - Throws: The error of `body`.
    static func run<Success: Sendable>(_ body: @escaping @Sendable () async throws -> Success) throws -> Success {
        let thread = idle.withLock { $0.popLast() } ?? CallersThread()
        defer { idle.withLock { $0.append(thread) } }
        let ending = Ending<Success>()
        Task.detached(executorPreference: thread) {
            do {
                ending.set(.success(try await body()))
            } catch {
                ending.set(.failure(error))
            }
        }
        while true {
            if let result = ending.result { return try result.get() }
            while sem_wait(thread.bell) != 0 {}
            let next = thread.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            next?.runSynchronously(on: thread.asUnownedTaskExecutor())
        }
    }

    /// The result. A job sets it; jobs run on the thread that reads it.
    private final class Ending<Success: Sendable>: Sendable {
        private let state = Mutex<Result<Success, any Error>?>(nil)

        var result: Result<Success, any Error>? { state.withLock { $0 } }

        func set(_ result: Result<Success, any Error>) { state.withLock { $0 = result } }
    }
}
