// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Synchronization

/// Signals, or changes of a name's owner, that come until they are cancelled.
///
/// It need not be kept: it ends with ``cancel()`` or with the connection.
package final class Subscription: Sendable {
    private let loop: EventLoop
    private let end: Mutex<(@Sendable () -> Void)?>

    init(on loop: EventLoop, end: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.end = Mutex(end)
    }

    /// Ends it; from any thread, and again is harmless.
    ///
    /// On the loop the handler is not called any more; from elsewhere a call may still be on its way.
    package func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        guard let end else { return }
        if loop.isCurrent { end() } else { loop.perform(end) }
    }
}
