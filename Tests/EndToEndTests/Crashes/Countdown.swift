// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Says yes once: the n-th time that it is asked.
final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func next() -> Bool {
        left.withLock { left in
            left -= 1
            return left == 0
        }
    }
}
