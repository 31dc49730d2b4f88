// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Numbers of rows in the store, for `status`.
package struct StoreCounts: Hashable, Sendable {
    /// Requests that wait for their moment, snoozed ones and early warnings included.
    package var pending = 0
    /// Occurrences that have not ended, those that are presenting included.
    package var delivered = 0
    /// Occurrences that have fired and are not shown yet.
    package var presenting = 0
    /// Responses and commands whose receivers have not acknowledged them.
    package var outbox = 0
    /// Rows that could not be read and were set aside, of all time.
    package var unreadable = 0
    /// Occurrences that are held back or were missed, and wait for a digest.
    package var waiting = 0
}
