// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Runs what is asynchronous to its end on the thread that asks: libFuzzer calls a function, and waits for it.
///
/// What is isolated to an actor runs where that does, meanwhile.
final class CallersThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Counts what is to be looked at. Unsafe it is not: a semaphore is for all threads, and this one is never freed.
    nonisolated(unsafe) private let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    // Used again, and never freed: whoever has rung the bell may still be at it when the last job has ended.
    private static let idle = Mutex<[CallersThread]>([])

    private init() { sem_init(bell, 0, 0) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        sem_post(bell)
    }

    /// Calls `body` and waits for it.
    ///
    /// - Returns: What it returns.
    /// - Throws: What it throws.
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

    /// What has become of it; set by a job, and so on the thread that then reads it.
    private final class Ending<Success: Sendable>: Sendable {
        private let state = Mutex<Result<Success, any Error>?>(nil)

        var result: Result<Success, any Error>? { state.withLock { $0 } }

        func set(_ result: Result<Success, any Error>) { state.withLock { $0 = result } }
    }
}
