// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A request's policy as given by a caller, with durations and moments in words.
package struct PolicyDraft: Hashable, Sendable, Decodable {
    /// Handling of a missed request: `show`, `skip`, `digest` or `digest:` and a duration.
    package var ifMissed: String?
    /// Interval of repeated reminders, optionally with `x` and their number: `5mx3`.
    package var nag: String?
    /// Moment at which the request expires.
    package var expires: String?
    /// True to wake the machine for the request.
    package var wake: Bool?
    /// Duration by which the request may be late.
    package var leeway: String?
}
