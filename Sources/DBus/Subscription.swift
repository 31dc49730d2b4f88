// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Synchronization

/// A subscription to signals, or to changes of a name's owner.
///
/// It ends with ``cancel()`` or with the connection, not with its last reference.
package final class Subscription: Sendable {
    private let loop: EventLoop
    private let end: Mutex<(@Sendable () -> Void)?>

    init(on loop: EventLoop, end: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.end = Mutex(end)
    }

    /// Ends the subscription; from any thread, and repeatedly.
    ///
    /// After a call on the loop the handler is not called any more; after one elsewhere, it may be called once more.
    package func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        guard let end else { return }
        if loop.isCurrent { end() } else { loop.perform(end) }
    }
}
