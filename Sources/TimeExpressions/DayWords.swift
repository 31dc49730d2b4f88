// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a moment's words say about the day.
enum DayWords: Hashable, Sendable {
    /// Days from today: 0, 1.
    case relative(Int)
    /// The coming one, or with `next` never today's; 1 is Sunday.
    case weekday(Int, next: Bool)
    /// The year is nil for the coming such day.
    case date(year: Int?, month: Int, day: Int)
}
