// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentRules
package import EventLoop
package import Logging
import NotificationModel
package import NotificationStore

/// The configuration and the options that applications have asked for, which decide what applications may do.
package actor Authorizations: LoopActor {
    package nonisolated let loop: EventLoop

    package private(set) var configuration: Configuration
    private let store: NotificationStore
    private let logger: Logger
    /// Cache of the store's authorizations, by application; inner nil: the application never asked for authorization.
    private var known: [String: Authorization?] = [:]
    /// Number of changes of authorizations so far: if a change comes while the store is read, the result is not cached.
    private var changes: UInt64 = 0

    /// Largest number of cached applications, which is more than a person has.
    private static let limit = 1000

    package init(_ configuration: Configuration, store: NotificationStore, loop: EventLoop, logger: Logger) {
        (self.configuration, self.store, self.loop) = (configuration, store, loop)
        self.logger = logger
    }

    /// Applies a changed configuration.
    package func use(_ configuration: Configuration) { self.configuration = configuration }

    /// Stores the options that an application asks for, and returns all options that it has ever asked for.
    func ask(_ options: Set<AuthorizationOption>, for app: String) async throws -> Authorization? {
        let asked = try await store.ask(options, app: app)
        changes += 1
        note(asked, of: app)
        return asked
    }

    /// Empties the cache, because an import may have changed any authorization.
    func forget() {
        changes += 1
        known = [:]
    }

    private func note(_ authorization: Authorization?, of app: String) {
        if known.count >= Self.limit { known = [:] }
        known[app] = .some(authorization)
    }

    /// Returns an application's permission; if the store can't be read, the permission of an application that never
    /// asked for authorization.
    package func permission(of app: String) async -> Permission {
        configuration.permission(of: app, asked: await authorization(of: app))
    }

    private func authorization(of app: String) async -> Authorization? {
        if let asked = known[app] { return asked }
        let change = changes
        do {
            let asked = try await store.authorization(app: app)
            // Another request for authorization may have come during the read; its result is newer.
            if change == changes { note(asked, of: app) }
            return known[app] ?? asked
        } catch {
            logger.warning(
                "Could not read an application's authorization",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
            return nil
        }
    }
}
