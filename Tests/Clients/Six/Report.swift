// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import UserNotifications

/// What the client tells the test, a line each.
nonisolated enum Report {
    private static let end = DispatchSemaphore(value: 0)

    /// A method was called; `isMain` is where.
    static func called(_ method: String, isMain: Bool) {
        print(method, isMain ? "main" : "elsewhere")
        fflush(nil)
    }

    /// Blocks the thread until the response is there.
    static func wait() { end.wait() }

    /// The client has what it waited for.
    ///
    /// It ends a moment later: the acknowledgement is still to be sent.
    static func finish() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) {
            end.signal()
            exit(0)
        }
    }

    static func fail(_ words: String) -> Never {
        print(words)
        exit(3)
    }
}
