// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
package import NotificationModel

extension NotificationStore {
    /// Reads the number on an application's icon; 0 if the icon has no number.
    package func badge(app: String) async throws -> Int {
        try await read { try $0.row(Query.application, [app]) { $0[0] } ?? 0 }
    }

    /// Sets the number on an application's icon, 0 or more; 0 removes the number.
    package func setBadge(_ badge: Int, app: String) async throws {
        try await write { try $0.execute(Query.setBadge, [app, badge]) }
    }

    /// Reads the applications that the store knows, in the order of their ids, with the number of their pending requests.
    ///
    /// - Parameter page: The text with which the ids begin, and the largest number of applications.
    /// - Returns: The applications.
    /// - Throws: ``StoreError``.
    package func applications(page: ListPage) async throws -> [(app: String, pending: Int)] {
        try await read { transaction in
            try transaction.rows(Query.applicationsNamed, [page.prefix, page.prefixEnd, page.limit]) { ($0[0], $0[1]) }
        }
    }

    /// Tells whether an application has ever attached for all its responses.
    ///
    /// An export and the recovery of a damaged store leave this out: the application's next `Attach` stores it again.
    package func hasDelegate(app: String) async throws -> Bool {
        try await read { try $0.row(Query.hasDelegate, [app]) { $0[0] } ?? false }
    }

    /// Remembers that an application has attached for all its responses.
    package func setDelegate(app: String) async throws {
        guard try await !hasDelegate(app: app) else { return }
        try await write { try $0.execute(Query.setDelegate, [app]) }
    }

    /// Reads the authorization options that an application has asked for; nil if it never asked.
    package func authorization(app: String) async throws -> Authorization? {
        try await read { try Self.authorization(app, $0) }
    }

    /// Reads the authorization options of each application that ever asked for some.
    package func authorizations() async throws -> [(app: String, asked: Authorization)] {
        let rows: [(app: String, data: Data)] = try await read {
            try $0.rows(Query.authorizations, []) { ($0[0], $0[1]) }
        }
        return rows.compactMap { row in
            (try? JSONDecoder().decode(Authorization.self, from: row.data)).map { (row.app, $0) }
        }
    }

    /// Stores the authorization options that an application asks for.
    ///
    /// - Parameters:
    ///   - options: The options that the application asks for now; an empty set changes nothing.
    ///   - app: The application's id.
    /// - Returns: All options that the application asked for, and the first answer; nil if the application never asked.
    /// - Throws: ``StoreError``.
    package func ask(_ options: Set<AuthorizationOption>, app: String) async throws -> Authorization? {
        try await write { transaction in
            let before = try Self.authorization(app, transaction)
            var authorization = before ?? Authorization()
            authorization.ask(options)
            guard authorization != before ?? Authorization() else { return before }
            try transaction.execute(Query.setAuthorization, [app, try authorization.stored()])
            return authorization
        }
    }

    private static func authorization(_ app: String, _ transaction: Transaction) throws -> Authorization? {
        let data = try transaction.row(Query.application, [app]) { $0[1] as Data? } ?? nil
        do {
            return try data.map { try JSONDecoder().decode(Authorization.self, from: $0) }
        } catch {
            throw StoreError(error)
        }
    }
}

extension NotificationStore {
    /// Reads the badge of each application that has one.
    package func badges() async throws -> [(app: String, count: Int)] {
        try await read { try $0.rows(Query.badges, []) { ($0[0], $0[1]) } }
    }
}

extension Authorization {
    /// Encodes the authorization for the store; equal authorizations have equal bytes.
    func stored() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(self)
    }
}
