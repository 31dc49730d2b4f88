// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The processor time that `body` takes on this thread, in seconds; other threads and processes don't count.
package func processorTime(of body: () throws -> Void) rethrows -> Double {
    let start = threadTime
    try body()
    return threadTime - start
}

/// The processor time of this thread so far, in seconds.
package var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
