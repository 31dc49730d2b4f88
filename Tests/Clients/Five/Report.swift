// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import UserNotifications

/// The client's reports to the test, one a line.
nonisolated enum Report {
    private static let end = DispatchSemaphore(value: 0)

    /// Reports that a method was called; `isMain` says whether on the main thread.
    static func called(_ method: String, isMain: Bool) {
        print(method, isMain ? "main" : "elsewhere")
        fflush(nil)
    }

    /// Blocks the thread until the response has arrived.
    static func wait() { end.wait() }

    /// Reports that the client has its response, and ends the client.
    ///
    /// The client ends a moment later, because it still has to send the acknowledgement.
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
