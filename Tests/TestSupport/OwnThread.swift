// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Runs a long computation on a thread of its own, with the priority `nice`.
///
/// Swift runs all tasks on one thread per core. A test that computes there for a second delays each step of all tests
/// that wait for events, and their deadlines pass.
package func onOwnThread<Result: Sendable>(
    nice: Int32 = 0, _ body: @escaping @Sendable () -> Result
) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread {
            // On Linux, 0 is the calling thread.
            setpriority(Int32(PRIO_PROCESS.rawValue), 0, nice)
            continuation.resume(returning: body())
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
}

/// Returns the processor time of this thread in seconds; other threads and programs don't count.
package func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
