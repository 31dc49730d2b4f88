// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A search for the level of accuracy at which GeoClue reports positions that are good enough.
struct LevelSearch: Hashable, Sendable {
    /// The lowest level of accuracy to try: at lower levels GeoClue reported no good fix.
    private(set) var floor = AccuracyLevel.city
    /// The circles for which there was no usable fix yet, so that the machine's side of the border may be unknown.
    private(set) var unsettled: Set<Circle> = []
    /// Whether all levels of accuracy were tried without a fix that is usable for all circles.
    private(set) var isExhausted = false

    /// Whether a fix must be usable for every unsettled circle, even if the machine is far from every border.
    var wantsUsableFix: Bool { !unsettled.isEmpty && !isExhausted }

    /// Restarts the search, because the machine may have other sources of positions now.
    mutating func restart() { (floor, isExhausted) = (.city, false) }

    mutating func exhaust() { isExhausted = true }

    mutating func change(to circles: Set<Circle>, added: Set<Circle>) {
        unsettled = unsettled.intersection(circles).union(added)
        if !added.isEmpty { isExhausted = false }
    }

    mutating func settle(by fix: Fix) { unsettled = unsettled.filter { !fix.isUsable(for: $0) } }

    /// Raises ``floor`` above `level`, and returns the new floor; nil if the machine's sources have no better level.
    ///
    /// A level above ``AccuracyLevel/street`` is tried only if `available` includes this level, or is nil.
    mutating func escalate(from level: AccuracyLevel, available: AccuracyLevel?) -> AccuracyLevel? {
        guard let next = level.next, next <= max(available ?? .exact, .street) else { return nil }
        floor = next
        return next
    }
}
