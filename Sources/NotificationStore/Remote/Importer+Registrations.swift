// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension Importer {
    /// Imports a registration for remote notifications, which then gets a token and keys of its own.
    ///
    /// If this store already has the registration, the stored one stays, because a provider knows its endpoint.
    mutating func takeRegistration(_ row: ImportRow) throws -> Bool {
        let table = RegistrationTable(db: transaction.db)
        guard try table.registration(row.app, row.identifier) == nil else { return false }
        let registration = RemoteRegistration(
            of: RegistrationRecord(
                app: row.app, instance: row.identifier, vapid: row.extra.map { String(decoding: $0, as: UTF8.self) },
                description: row.text))
        do {
            try table.checkRoom(for: registration)
        } catch let refusal as Refusal {
            throw RefusedLine(line: row.line, refusal: refusal)
        }
        try table.save(registration, replacing: nil)
        return true
    }
}
