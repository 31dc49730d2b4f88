// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Triggers

/// Registrations for remote notifications.
extension NotificationStore {
    /// Reads the registrations of an application, or of all applications without `app`.
    package func registrations(of app: String? = nil) async throws -> [RemoteRegistration] {
        try await read { transaction in
            guard let app else { return try transaction.rows(RemoteQuery.registrations, [], RemoteRegistration.init) }
            return try transaction.rows(RemoteQuery.registrationsOfApp, [app], RemoteRegistration.init)
        }
    }

    /// Reads the registration of a token; nil if there is none.
    package func registration(token: String) async throws -> RemoteRegistration? {
        try await read { try $0.row(RemoteQuery.registrationOfToken, [token], RemoteRegistration.init) }
    }

    /// Stores a new registration, or changes the existing one of the same application and instance.
    ///
    /// - Parameters:
    ///   - registration: The new registration.
    ///   - change: Returns the form in which an existing registration is kept.
    /// - Returns: The stored registration.
    /// - Throws: ``Triggers/Refusal`` `tooManyRequests` over ``RemoteRegistration/maximumOfApp`` or
    ///   ``RemoteRegistration/maximum``; ``StoreError``.
    package func register(
        _ registration: RemoteRegistration,
        keeping change: @escaping @Sendable (RemoteRegistration) -> RemoteRegistration
    ) async throws -> RemoteRegistration {
        try await write { transaction in
            let table = RegistrationTable(db: transaction.db)
            let old = try table.registration(registration.app, registration.instance)
            if old == nil { try table.checkRoom(for: registration) }
            let new = old.map(change) ?? registration
            try table.save(new, replacing: old)
            return new
        }
    }

    /// Changes the registration of a token in one transaction.
    ///
    /// - Returns: The changed registration and the result of `change`; nil if there is no registration.
    package func changeRegistration<Value: Sendable>(
        token: String, _ change: @escaping @Sendable (inout RemoteRegistration) -> Value
    ) async throws -> (RemoteRegistration, Value)? {
        try await write { transaction in
            guard let old = try transaction.row(RemoteQuery.registrationOfToken, [token], RemoteRegistration.init)
            else { return nil }
            var new = old
            let value = change(&new)
            if new != old { try RegistrationTable(db: transaction.db).save(new, replacing: old) }
            return (new, value)
        }
    }

    /// Deletes a registration, and notes its token for the distributor to forget.
    ///
    /// The pushes for which the application was to be woken are deleted with its last registration.
    ///
    /// - Returns: The registration; nil if there was none.
    package func unregister(
        _ app: String, _ instance: String
    ) async throws -> RemoteRegistration? {
        try await write { transaction in
            let table = RegistrationTable(db: transaction.db)
            guard let old = try table.registration(app, instance) else { return nil }
            try table.execute(RemoteQuery.deleteRegistration, [app, instance])
            try table.retire(old)
            if try table.count(of: app) == 0 { try table.execute(RemoteQuery.deleteWakes, [app]) }
            return old
        }
    }

    /// Notes a token that a distributor has and this store lacks, for the distributor to forget.
    package func retire(_ token: RetiredToken) async throws {
        try await write { try $0.execute(RemoteQuery.retireToken, [token.token, token.distributor]) }
    }

    /// Reads the tokens that distributors are to forget.
    package func retiredTokens() async throws -> [RetiredToken] {
        try await read {
            try $0.rows(RemoteQuery.retiredTokens, []) { RetiredToken(token: $0[0], distributor: $0[1]) }
        }
    }

    /// Notes that a distributor has forgotten a token.
    package func forgetRetired(_ token: String) async throws {
        try await write { try $0.execute(RemoteQuery.forgetToken, [token]) }
    }

    /// Reads the bus name of the distributor that the person has chosen; nil if they have chosen none.
    package func pushChoice() async throws -> String? {
        try await read { try $0.row(RemoteQuery.pushChoice, []) { $0[0] as String? } ?? nil }
    }

    /// Stores the person's choice of a distributor; nil removes the choice.
    package func setPushChoice(_ distributor: String?) async throws {
        try await write { try $0.execute(RemoteQuery.setPushChoice, [distributor]) }
    }
}

/// The registrations for remote notifications, in a transaction.
struct RegistrationTable: StatementAccess {
    let db: Database

    func registration(_ app: String, _ instance: String) throws -> RemoteRegistration? {
        try row(RemoteQuery.registration, [app, instance], RemoteRegistration.init)
    }

    func save(_ new: RemoteRegistration, replacing old: RemoteRegistration?) throws {
        if let old, old.token != new.token { try retire(old) }
        try execute(RemoteQuery.setRegistration, new.columns)
    }

    /// Notes that the distributor must forget the token of a registration, if a distributor may know the token.
    func retire(_ old: RemoteRegistration) throws {
        guard !old.distributor.isEmpty else { return }
        try execute(RemoteQuery.retireToken, [old.token, old.distributor])
    }

    func count(of app: String) throws -> Int {
        try row(RemoteQuery.registrationCountOfApp, [app]) { $0[0] as Int } ?? 0
    }

    func checkRoom(for registration: RemoteRegistration) throws {
        let own = try count(of: registration.app)
        guard own < RemoteRegistration.maximumOfApp else {
            throw Refusal(
                .tooManyRequests,
                "\(registration.app) has \(own) registrations; the limit is \(RemoteRegistration.maximumOfApp)")
        }
        let all = try row(RemoteQuery.registrationCount, []) { $0[0] as Int } ?? 0
        guard all < RemoteRegistration.maximum else {
            throw Refusal(
                .tooManyRequests, "there are \(all) registrations; the limit is \(RemoteRegistration.maximum)")
        }
    }
}
