// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A request's policy as a caller gives it: durations and moments in words.
package struct PolicyDraft: Hashable, Sendable, Decodable {
    /// `show`, `skip`, `digest` or `digest:` and a duration.
    package var ifMissed: String?
    /// A duration, perhaps with `x` and how often: `5mx3`.
    package var nag: String?
    /// A moment.
    package var expires: String?
    /// Whether the machine is woken for it.
    package var wake: Bool?
    /// A duration.
    package var leeway: String?
}
