// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// A page of the requests of a digest. A digest is made page by page, because there may be many requests.
package struct DigestPage: Sendable {
    /// The missed requests, in the order in which the agent noticed them; not empty.
    package let missed: [MissedRequest]
    /// Whether the requests are a flood, because too many were due at once; false if they were missed or held back.
    package let isFlood: Bool
    /// The digest to extend: the result for the previous page, or a flood's digest that is still in the delivered list.
    /// Nil begins a new digest.
    package let earlier: Request?
    /// The summary formats of categories, by identifier: `%u` stands for the number of requests, `%@` for arguments.
    package var formats: [String: String] = [:]
}

extension NotificationStore {
    /// Settings of a digest: its texts, and the notifications that stay out of it.
    package struct DigestRules: Sendable {
        /// The identifier of a flood's digest, which grows while it is in the delivered list.
        package let floodIdentifier: String
        /// Whether the digest of a flood may be shown now; requests outside the digest are not concerned.
        package let includesFlood: Bool
        /// The interruption levels that are still held back; no digest is shown while
        /// ``NotificationModel/InterruptionLevel/active`` is one of them.
        package let heldLevels: Set<InterruptionLevel>
        /// Tells whether a caller waits for the answer to this instance of a request. Called on the store's queue.
        package let isAwaited: @Sendable (_ identifier: String, _ instance: String) -> Bool
        /// Makes the request of the digest. Called on the store's queue.
        package let digest: @Sendable (DigestPage) -> Request

        package init(
            floodIdentifier: String, includesFlood: Bool, heldLevels: Set<InterruptionLevel> = [],
            isAwaited: @escaping @Sendable (_ identifier: String, _ instance: String) -> Bool = { _, _ in false },
            digest: @escaping @Sendable (DigestPage) -> Request
        ) {
            (self.floodIdentifier, self.includesFlood, self.heldLevels) = (floodIdentifier, includesFlood, heldLevels)
            (self.isAwaited, self.digest) = (isAwaited, digest)
        }
    }

    /// Makes one digest of all waiting requests of an application; a single request is shown without a digest.
    ///
    /// Some requests are shown outside the digest: all those whose answer a caller awaits, and those with buttons or a
    /// nag, which a digest can't have. Each call shows only one request with buttons or a nag, the most urgent, because
    /// servers drop notifications of a burst; the other such requests still wait. Expired requests are not shown.
    /// Requests of a flood have a digest of their own.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - now: The present date.
    ///   - rules: The settings of the digests.
    /// - Returns: The new occurrences, which are to be presented; and the responses to requests that have expired,
    ///   whose commands the caller starts.
    /// - Throws: ``StoreError``.
    package func deliverBacklog(
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

    /// Tells whether an application's backlog has an urgent request of a flood whose level is not held back.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - levels: The levels that are held back.
    /// - Returns: Whether there is such a request; false for most applications.
    /// - Throws: ``StoreError``.
    package func holdsPressing(app: String, butOf levels: Set<InterruptionLevel>) async throws -> Bool {
        let places = HeldDeliveryKind.ofLevels.filter { !levels.contains($0.level) }.map(\.place)
        guard !places.isEmpty else { return false }
        return try await read { transaction in
            try places.contains {
                try transaction.row(TimeQuery.waitsAtPlace, [app, $0.rawValue]) { _ in true } != nil
            }
        }
    }
}
