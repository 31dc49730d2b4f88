// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// A part of the requests that a digest stands for: a digest is made page by page, however many there are.
package struct DigestPage: Sendable {
    /// The requests, in the order in which they were noticed; not empty.
    package let missed: [MissedRequest]
    /// Whether too many came at once; otherwise they were missed or held back.
    package let isFlood: Bool
    /// The digest so far: the page's before, or one of a flood that is still delivered. Nil for a new one.
    package let earlier: Request?
    /// The formats of the categories that have one, by identifier: `%u` is a count, `%@` the arguments.
    package var formats: [String: String] = [:]
}

extension NotificationStore {
    /// Settings of a digest: its texts, and the notifications that stay out of it.
    package struct DigestRules: Sendable {
        /// The identifier of a flood's digest, which grows while it is delivered.
        package let floodIdentifier: String
        /// Whether the flood's digest may come now; notifications that come by themselves do not depend on it.
        package let includesFlood: Bool
        /// Levels that are still held back; no digest comes while ``NotificationModel/InterruptionLevel/active`` is one of them.
        package let heldLevels: Set<InterruptionLevel>
        /// Whether somebody waits for the answer to this adding of a request. Called on the queue.
        package let isAwaited: @Sendable (_ identifier: String, _ instance: String) -> Bool
        /// The digest's request. Called on the queue.
        package let digest: @Sendable (DigestPage) -> Request

        package init(
            floodIdentifier: String, includesFlood: Bool, heldLevels: Set<InterruptionLevel> = [],
            isAwaited: @escaping @Sendable (_ identifier: String, _ instance: String) -> Bool = { _, _ in false },
            digest: @escaping @Sendable (DigestPage) -> Request
        ) {
            self.floodIdentifier = floodIdentifier
            self.includesFlood = includesFlood
            self.heldLevels = heldLevels
            self.isAwaited = isAwaited
            self.digest = digest
        }
    }

    /// Makes one digest of all waiting requests of an application; a single request is shown as itself.
    ///
    /// So are requests that a caller waits for, and those with buttons or a nag, which a digest cannot have. Of the
    /// latter the newest of each request is shown, one in each call, the most urgent first, as servers drop a burst of
    /// notifications; the others go on waiting. An expired request is not shown any more. Requests of a flood have
    /// a digest of their own.
    ///
    /// - Parameters:
    ///   - app: The id of the application that owns it.
    ///   - now: The moment of showing.
    ///   - rules: The settings of the digests.
    /// - Returns: The new occurrences, which are presenting, none if nothing waits; and what has expired meanwhile, whose
    ///   commands are to be started.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func deliverBacklog(
        app: String, at now: Date, _ rules: DigestRules
    ) async throws -> (occurrences: [Occurrence], expired: [Response]) {
        try await write { transaction in
            var delivery = BacklogDelivery(transaction, app: app, now: now, rules)
            try delivery.takeAlone()
            if !rules.heldLevels.contains(.active) {
                try delivery.takeDigest(.digest)
                if rules.includesFlood { try delivery.takeDigest(.flood) }
            }
            return (delivery.occurrences, delivery.expired)
        }
    }

    /// Whether a request of a flood waits that is too urgent for a digest and has none of these levels.
    ///
    /// - Parameters:
    ///   - app: The id of the application that owns it.
    ///   - levels: The levels that are held back.
    /// - Returns: False for most.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func holdsPressing(
        app: String, butOf levels: Set<InterruptionLevel>
    ) async throws -> Bool {
        let places = HeldDeliveryKind.ofLevels.filter { !levels.contains($0.level) }.map(\.place)
        guard !places.isEmpty else { return false }
        return try await read { transaction in
            try places.contains {
                try transaction.row(TimeQuery.waitsAtPlace, [app, $0.rawValue]) { _ in true } != nil
            }
        }
    }
}
