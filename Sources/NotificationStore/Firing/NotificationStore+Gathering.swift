// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
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
    package var formats: [String: String] = [:]
}

extension NotificationStore {
    /// Settings of a digest: its texts, and the notifications that stay out of it.
    package struct Gathering: Sendable {
        /// The identifier of a flood's digest, which grows while it is delivered.
        package let floodIdentifier: String
        /// Whether the flood's digest may come now; what comes by itself does not depend on it.
        package let gathersFlood: Bool
        /// Levels that are still held back; no digest comes while ``NotificationModel/InterruptionLevel/active`` is one of them.
        package let heldLevels: Set<InterruptionLevel>
        /// Whether somebody waits for the answer to this adding of a request. Called on the queue.
        package let isAwaited: @Sendable (_ identifier: String, _ instance: String) -> Bool
        /// The digest's request. Called on the queue.
        package let digest: @Sendable (DigestPage) -> Request

        package init(
            floodIdentifier: String, gathersFlood: Bool, heldLevels: Set<InterruptionLevel> = [],
            isAwaited: @escaping @Sendable (_ identifier: String, _ instance: String) -> Bool = { _, _ in false },
            digest: @escaping @Sendable (DigestPage) -> Request
        ) {
            self.floodIdentifier = floodIdentifier
            self.gathersFlood = gathersFlood
            self.heldLevels = heldLevels
            self.isAwaited = isAwaited
            self.digest = digest
        }
    }

    /// Makes one notification of all that waits of an application; one alone comes as itself.
    ///
    /// So do those that somebody waits for, and those with buttons of their own or a nag: a digest has neither. Of the
    /// latter it is the newest of each request, and one in each call, the most pressing first, as servers drop what comes
    /// in a heap; the others go on waiting. What has expired is not shown any more. What came in a flood has a digest
    /// of its own.
    ///
    /// - Parameters:
    ///   - app: The id of the application that owns it.
    ///   - now: The moment of showing.
    ///   - gathering: The settings of the digests.
    /// - Returns: The new occurrences, which are presenting, none if nothing waits; and what has expired meanwhile, whose
    ///   commands are to be started.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func gather(
        app: String, at now: Date, _ gathering: Gathering
    ) async throws -> (occurrences: [Occurrence], expired: [Response]) {
        try await write { transaction in
            var gatherer = Gatherer(transaction, app: app, now: now, gathering)
            try gatherer.takeAlone()
            if !gathering.heldLevels.contains(.active) {
                try gatherer.takeDigest(.digest)
                if gathering.gathersFlood { try gatherer.takeDigest(.flood) }
            }
            return (gatherer.occurrences, gatherer.expired)
        }
    }

    /// Whether something of a flood waits that is more pressing than a digest, and not of these levels.
    ///
    /// - Parameters:
    ///   - app: The id of the application that owns it.
    ///   - levels: The levels that are held back.
    /// - Returns: False for most.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func holdsPressing(
        app: String, butOf levels: Set<InterruptionLevel>
    ) async throws -> Bool {
        let places = MissedPlace.ofLevels.filter { !levels.contains($0.level) }.map(\.place)
        guard !places.isEmpty else { return false }
        return try await read { transaction in
            try places.contains {
                try transaction.row(TimeQuery.waitsAtPlace, [app, $0.rawValue]) { _ in true } != nil
            }
        }
    }
}
