// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import TestSupport
import Testing

/// Tasks that wait for the state of an actor.
@Suite struct WaitersTests {
    /// An actor that works between a caller's check and the making of the continuation, as actors on a loop may.
    private actor Worker {
        private var waiters = Waiters()
        private var isWorking = true

        func finish() {
            isWorking = false
            waiters.resume()
        }

        func wait(then work: () async -> Void) async {
            guard isWorking else { return }
            await work()
            await withCheckedContinuation { waiters.add($0, if: isWorking) }
        }
    }

    @Test func `nobody waits for work that has ended between the check and the wait`() async throws {
        try await withDeadline {
            let worker = Worker()
            await worker.wait { await worker.finish() }
        }
    }

    @Test func `a task that waits is resumed by the end of the work`() async throws {
        try await withDeadline {
            let (worker, started) = (Worker(), Mailbox<Void>())
            async let ended: Void = worker.wait { started.put(()) }
            try await started.next()
            await worker.finish()
            await ended
        }
    }
}
