// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import Triggers

/// Limits of the requests of one application that wait.
package struct Quota: Hashable, Sendable {
    /// The largest number of requests. Replacing one never exceeds it.
    package var requests: Int
    /// The bytes that the store has of them. Replacing one by what is no larger never exceeds it.
    package var bytes: Int

    package init(requests: Int = Limits.pendingRequests, bytes: Int = Limits.pendingBytes) {
        self.requests = requests
        self.bytes = bytes
    }
}

extension Quota {
    /// The refusal of a request that comes on top of so many; nil where there is room for it.
    func refusal(of app: String, count: Int) -> Refusal? {
        guard count >= requests else { return nil }
        return Refusal(
            .tooManyRequests,
            """
            app "\(app)" has \(count) requests that wait; the limit is \(requests): remove some, or raise quota in \
            config.toml
            """)
    }

    /// The refusal of a request of so many bytes on top of others; nil where there is room for it.
    func refusal(of app: String, bytes present: Int, adding size: Int) -> Refusal? {
        guard size > bytes - present else { return nil }
        return Refusal(
            .tooManyRequests,
            """
            app "\(app)" has \(present) bytes of requests that wait, and this is \(size) more; the limit is \(bytes) bytes: \
            remove some, or raise requestMiB in config.toml
            """)
    }
}
