// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A line of a calendar file that can't be read, and the reason.
package struct CalendarProblem: Error, Hashable, Sendable {
    /// Number of the line, from 1.
    package let line: Int
    /// Reason as a sentence without a full stop; it may change between releases.
    package let message: String

    package init(line: Int, _ message: String) { (self.line, self.message) = (line, message) }
}
