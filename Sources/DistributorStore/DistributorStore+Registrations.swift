// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import GRDB

/// Registrations of connectors.
extension DistributorStore {
    /// Stores a registration wish. A known token keeps its channel, and its connector is told of the endpoint again.
    ///
    /// - Parameters:
    ///   - wish: The wish.
    ///   - server: Name of the push server of a new registration.
    ///   - channel: The channel of a new registration.
    ///   - date: The present date.
    /// - Returns: The stored registration, or the reason why nothing was stored.
    /// - Throws: ``DistributorStoreError``.
    package func register(
        _ wish: RegistrationWish, server: String, channel: String, at date: Date
    ) throws(DistributorStoreError) -> RegistrationOutcome {
        try write { transaction in
            let old = try transaction.registration("token", wish.token)
            if let old {
                guard old.service == wish.service else { return .taken }
                try transaction.execute(
                    """
                    UPDATE registration SET version = ?, description = ?, vapid = ?, told = 0, calls = calls + 1,
                        absent_days = 0 WHERE id = ?
                    """, [wish.version, wish.description, wish.vapid, old.id])
            } else {
                let ofService = try transaction.count(
                    "SELECT count(*) FROM registration WHERE service = ?", [wish.service])
                guard ofService < limits.registrationsOfService else {
                    return .tooMany(limit: limits.registrationsOfService)
                }
                guard try transaction.count("SELECT count(*) FROM registration") < limits.registrations else {
                    return .tooMany(limit: limits.registrations)
                }
                try transaction.execute(
                    """
                    INSERT INTO registration
                        (token, service, version, description, vapid, server, channel, place, created)
                        VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM registration), ?)
                    """,
                    [
                        wish.token, wish.service, wish.version, wish.description, wish.vapid, server, channel,
                        date.timeIntervalSince1970,
                    ])
            }
            guard let new = try transaction.registration("token", wish.token) else {
                throw DistributorStoreError("a registration that was just stored is missing")
            }
            return .registered(new, isNew: old == nil)
        }
    }

    /// Deletes a registration together with its messages; returns whether there was one.
    package func unregister(token: String) throws(DistributorStoreError) -> Bool {
        try write { transaction in
            try transaction.execute("DELETE FROM registration WHERE token = ?", [token])
            return transaction.db.changesCount > 0
        }
    }

    /// Reads the registration of a token; nil if there is none.
    package func registration(token: String) throws(DistributorStoreError) -> Registration? {
        try read { try $0.registration("token", token) }
    }

    /// Reads all registrations, in the order in which their channels were made.
    package func registrations() throws(DistributorStoreError) -> [Registration] {
        try read {
            try $0.rows("SELECT \(Registration.columns) FROM registration ORDER BY place", [], Registration.init(row:))
        }
    }

    /// Reads the channels on a push server, in the order in which they were made.
    package func channels(of server: String) throws(DistributorStoreError) -> [String] {
        try read { try $0.rows("SELECT channel FROM registration WHERE server = ? ORDER BY place", [server]) { $0[0] } }
    }

    /// Notes that a connector has acknowledged its endpoint, unless the endpoint has changed since, or the connector
    /// has registered again: a new process of the connector doesn't know the endpoint yet.
    package func markTold(_ registration: Registration) throws(DistributorStoreError) {
        try write {
            try $0.execute(
                "UPDATE registration SET told = 1 WHERE id = ? AND channel = ? AND calls = ?",
                [registration.id, registration.channel, registration.calls])
        }
    }

    /// Takes over the push servers of the configuration: registrations on a server that is no longer in it, or has
    /// another address, get a new channel.
    ///
    /// The positions of such servers are deleted. If the configuration has no server, all registrations and positions
    /// stay until the configuration has a server again.
    ///
    /// - Parameters:
    ///   - servers: The servers of the configuration, the one for new registrations first.
    ///   - newChannel: Makes a channel on the server of this name.
    /// - Returns: The number of registrations with a new channel.
    /// - Throws: ``DistributorStoreError``, also for an error of `newChannel`.
    package func use(
        _ servers: [KnownServer], newChannel: (String) throws -> String
    ) throws(DistributorStoreError) -> Int {
        guard let first = servers.first else { return 0 }
        return try write { transaction in
            let known = Dictionary(
                uniqueKeysWithValues: try transaction.rows("SELECT name, address FROM server") {
                    ($0[0] as String, $0[1] as String)
                })
            let kept = Set(servers.filter { known[$0.name] == $0.address }.map(\.name))
            for name in known.keys where !kept.contains(name) {
                try transaction.execute("DELETE FROM server WHERE name = ?", [name])
                try transaction.execute("DELETE FROM position WHERE server = ?", [name])
            }
            for server in servers where !kept.contains(server.name) {
                try transaction.execute(
                    "INSERT INTO server (name, address) VALUES (?, ?)", [server.name, server.address])
            }
            let homeless = try transaction.rows(
                "SELECT \(Registration.columns) FROM registration ORDER BY place", [], Registration.init(row:)
            ).filter { !kept.contains($0.server) }
            let names = Set(servers.map(\.name))
            for registration in homeless {
                let server = names.contains(registration.server) ? registration.server : first.name
                try transaction.execute(
                    """
                    UPDATE registration SET server = ?, channel = ?, told = 0,
                        place = (SELECT max(place) + 1 FROM registration) WHERE id = ?
                    """, [server, try newChannel(server), registration.id])
                try transaction.execute("DELETE FROM seen WHERE registration = ?", [registration.id])
            }
            return homeless.count
        }
    }

    /// Counts a day of absence for each registered service that neither runs nor can be started.
    ///
    /// - Parameters:
    ///   - present: The services that run or can be started.
    ///   - date: The present date; a second call on the same day counts nothing.
    /// - Returns: The services that were unregistered, because they were absent on more than StoreLimits/absentDays
    ///   days. The days are counted, so that a wrong clock ends no registration.
    /// - Throws: ``DistributorStoreError``.
    package func noteServices(present: Set<String>, at date: Date) throws(DistributorStoreError) -> [String] {
        let day = Int(max(0, date.timeIntervalSince1970) / 86_400)
        return try write { transaction in
            for service in try transaction.rows("SELECT DISTINCT service FROM registration", [], { $0[0] as String }) {
                if present.contains(service) {
                    try transaction.execute(
                        "UPDATE registration SET absent_days = 0 WHERE service = ? AND absent_days > 0", [service])
                } else {
                    try transaction.execute(
                        """
                        UPDATE registration SET absent_days = absent_days + 1, absent_day = ?
                            WHERE service = ? AND absent_day <> ?
                        """, [day, service, day])
                }
            }
            let over = try transaction.rows(
                "SELECT DISTINCT service FROM registration WHERE absent_days > ?", [limits.absentDays]
            ) { $0[0] as String }
            try transaction.execute("DELETE FROM registration WHERE absent_days > ?", [limits.absentDays])
            return over
        }
    }
}

extension StoreTransaction {
    func registration(_ column: String, _ value: String) throws -> Registration? {
        try row(
            "SELECT \(Registration.columns) FROM registration WHERE \(column) = ?", [value], Registration.init(row:))
    }
}

extension Registration {
    static let columns = "id, token, service, version, description, vapid, server, channel, created, told, calls"

    /// Reads a row of ``columns``.
    init(row: Row) {
        self.init(
            id: row[0], token: row[1], service: row[2], version: row[3], description: row[4], vapid: row[5],
            server: row[6], channel: row[7], created: Date(timeIntervalSince1970: row[8]), isTold: row[9],
            calls: row[10])
    }
}
