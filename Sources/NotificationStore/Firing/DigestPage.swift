// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// Some of what a digest stands for: it is made page by page, however much there is.
package struct DigestPage: Sendable {
    /// In the order in which they were noticed; not empty.
    package let missed: [MissedRequest]
    /// Too many came at once; else they were missed or held back.
    package let isFlood: Bool
    /// The digest so far: the page's before, or one of a flood that is still delivered. Nil for a new one.
    package let earlier: Request?
    /// The formats of the categories that have one, by identifier: `%u` is a count, `%@` the arguments.
    package let formats: [String: String]

    package init(missed: [MissedRequest], isFlood: Bool, earlier: Request?, formats: [String: String] = [:]) {
        self.missed = missed
        self.isFlood = isFlood
        self.earlier = earlier
        self.formats = formats
    }
}
