// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A search for the level of accuracy at which positions come, and are good enough.
struct LevelSearch: Hashable, Sendable {
    /// The lowest level that is tried: lower ones brought nothing.
    private(set) var floor = AccuracyLevel.city
    /// The circles for which no usable fix came yet, so that the side of their border may be unknown.
    private(set) var unsettled: Set<Circle> = []
    /// Whether all levels were tried without a fix that is usable for all circles.
    private(set) var isExhausted = false

    /// Whether a coarse fix is not enough, though it is far from every border.
    var wantsUsableFix: Bool { !unsettled.isEmpty && !isExhausted }

    /// Begins anew, because other sources may be there.
    mutating func restart() { (floor, isExhausted) = (.city, false) }

    mutating func exhaust() { isExhausted = true }

    mutating func change(to circles: Set<Circle>, added: Set<Circle>) {
        unsettled = unsettled.intersection(circles).union(added)
        if !added.isEmpty { isExhausted = false }
    }

    mutating func settle(by fix: Fix) { unsettled = unsettled.filter { !fix.isUsable(for: $0) } }

    /// Raises the floor above `level`, and returns it; nil if the sources have no better level.
    ///
    /// A level above ``AccuracyLevel/street`` is tried only if it is `available`, or if that is unknown.
    mutating func escalate(from level: AccuracyLevel, available: AccuracyLevel?) -> AccuracyLevel? {
        guard let next = level.next, next <= max(available ?? .exact, .street) else { return nil }
        floor = next
        return next
    }
}
