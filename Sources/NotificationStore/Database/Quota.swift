// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import Triggers

/// The limits on the pending and held-back requests of one application.
package struct Quota: Hashable, Sendable {
    /// The largest number of requests. Replacing a request never exceeds it.
    package var requests: Int
    /// The largest total size of the requests in bytes. Replacing a request by one that is no larger never exceeds it.
    package var bytes: Int

    package init(requests: Int = Limits.pendingRequests, bytes: Int = Limits.pendingBytes) {
        self.requests = requests
        self.bytes = bytes
    }
}

extension Quota {
    /// Returns the refusal of one more request; nil if the quota allows one more.
    func refusal(of app: String, count: Int) -> Refusal? {
        guard count >= requests else { return nil }
        return Refusal(
            .tooManyRequests,
            """
            app "\(app)" has \(count) requests that wait; the limit is \(requests): remove some, or raise quota in \
            config.toml
            """)
    }

    /// Returns the refusal of a request of this size; nil if the quota allows the size.
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
