// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import GRDB

/// Messages on their way from push servers to connectors.
extension DistributorStore {
    /// Stores messages of a stream together with the stream's position after them; `messages` may be empty.
    ///
    /// A message whose name its channel has had recently is a repetition and left out. If the waiting messages of a
    /// connector exceed a limit, the oldest of them are dropped.
    ///
    /// - Parameters:
    ///   - messages: The messages in their order.
    ///   - position: The stream's position after the messages.
    ///   - dropped: Number of messages before the position that were left out, as too large or not of UnifiedPush; they
    ///     count as dropped.
    /// - Returns: The services for which new messages wait.
    /// - Throws: ``DistributorStoreError``.
    package func receive(
        _ messages: [PushMessage], _ position: StreamPosition, dropped: Int = 0
    ) throws(DistributorStoreError) -> Set<String> {
        try write { transaction in
            var registrations: [String: Registration] = [:]
            var services: Set<String> = []
            for message in messages {
                guard (1...limits.messageSize).contains(message.body.count) else {
                    try transaction.drop(1, .size)
                    continue
                }
                let known = try registrations[message.channel] ?? transaction.registration("channel", message.channel)
                guard let registration = known else {
                    try transaction.drop(1, .unknown)
                    continue
                }
                registrations[message.channel] = registration
                if try transaction.add(message, to: registration) { services.insert(registration.service) }
            }
            for registration in registrations.values { try transaction.forgetNames(of: registration) }
            for service in services { try transaction.enforceLimits(of: service) }
            try transaction.drop(dropped, .size)
            try transaction.save(position)
            return services
        }
    }

    /// Reads the positions of a push server's streams.
    package func positions(of server: String) throws(DistributorStoreError) -> [StreamPosition] {
        try read {
            try $0.rows(
                "SELECT stream, channels, cursor FROM position WHERE server = ? ORDER BY stream", [server]
            ) { row in
                let channels = (row[1] as String).split(separator: " ").map(String.init)
                return StreamPosition(server: server, stream: row[0], channels: channels, cursor: row[2])
            }
        }
    }

    /// Counts the day of `date`, and drops messages that have waited for more than StoreLimits/waitingDays.
    ///
    /// Only days on which the distributor runs are counted, so a wrong clock, or a machine that was off, drops nothing.
    /// A second call on the same day counts nothing.
    package func noteDay(at date: Date) throws(DistributorStoreError) {
        let day = Int(max(0, date.timeIntervalSince1970) / 86_400)
        try write { transaction in
            try transaction.execute("UPDATE presence SET days = days + 1, day = ? WHERE day <> ?", [day, day])
            guard transaction.db.changesCount > 0 else { return }
            try transaction.execute(
                "DELETE FROM message WHERE day < (SELECT days FROM presence) - ?", [limits.waitingDays])
            try transaction.drop(transaction.db.changesCount, .age)
        }
    }

    /// Reads the items that wait for a connector: first all endpoints unknown to the connector, then messages by id.
    ///
    /// - Parameters:
    ///   - service: The connector's bus name.
    ///   - id: The messages with a higher WaitingMessage/id are read.
    ///   - limit: Largest number of endpoints, and of messages.
    /// - Returns: The items in the order in which they are handed on.
    /// - Throws: ``DistributorStoreError``.
    package func deliveries(
        of service: String, after id: Int64, limit: Int
    ) throws(DistributorStoreError) -> [Delivery] {
        try read { transaction in
            let endpoints = try transaction.rows(
                """
                SELECT \(Registration.columns) FROM registration
                    WHERE service = ? AND told = 0 ORDER BY place LIMIT ?
                """, [service, limit], Registration.init(row:))
            let messages = try transaction.rows(
                """
                SELECT message.id, token, version, name, body FROM message
                    JOIN registration ON registration.id = message.registration
                    WHERE message.service = ? AND message.id > ? ORDER BY message.id LIMIT ?
                """, [service, id, limit]
            ) { WaitingMessage(id: $0[0], token: $0[1], version: $0[2], name: $0[3], body: [UInt8]($0[4] as Data)) }
            return endpoints.map(Delivery.endpoint) + messages.map(Delivery.message)
        }
    }

    /// Deletes messages that connectors have acknowledged or refused, and counts the refused ones as dropped.
    package func finish(_ delivered: [Int64], refused: [Int64] = []) throws(DistributorStoreError) {
        try write { transaction in
            for id in delivered { try transaction.execute("DELETE FROM message WHERE id = ?", [id]) }
            for id in refused {
                try transaction.execute("DELETE FROM message WHERE id = ?", [id])
                try transaction.drop(transaction.db.changesCount, .refused)
            }
        }
    }

    /// Reads the services for which an endpoint or a message waits.
    package func waitingServices() throws(DistributorStoreError) -> [String] {
        try read {
            try $0.rows(
                """
                SELECT service FROM registration WHERE told = 0 UNION SELECT service FROM message ORDER BY service
                """, []
            ) { $0[0] }
        }
    }

    /// Counts the messages that wait for connectors, by the token of their registration.
    package func waitingCounts() throws(DistributorStoreError) -> [String: Int] {
        try read {
            let pairs = try $0.rows(
                """
                SELECT token, count(*) FROM message JOIN registration ON registration.id = message.registration
                    GROUP BY message.registration
                """
            ) { ($0[0] as String, $0[1] as Int) }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    /// Counts the messages that were dropped, by reason.
    package func droppedCounts() throws(DistributorStoreError) -> [DropReason: Int] {
        try read {
            let pairs = try $0.rows("SELECT reason, count FROM dropped") {
                (DropReason(rawValue: $0[0]), $0[1] as Int)
            }
            return Dictionary(uniqueKeysWithValues: pairs.compactMap { pair in pair.0.map { ($0, pair.1) } })
        }
    }
}

extension StoreTransaction {
    /// Adds a message for a registration; returns false for a repeated message.
    fileprivate func add(_ message: PushMessage, to registration: Registration) throws -> Bool {
        try execute("INSERT OR IGNORE INTO seen (registration, name) VALUES (?, ?)", [registration.id, message.id])
        guard db.changesCount > 0 else { return false }
        try execute(
            """
            INSERT INTO message (registration, service, name, body, received, day)
                VALUES (?, ?, ?, ?, ?, (SELECT days FROM presence))
            """,
            [
                registration.id, registration.service, message.id, Data(message.body),
                message.received.timeIntervalSince1970,
            ])
        return true
    }

    fileprivate func forgetNames(of registration: Registration) throws {
        try execute(
            """
            DELETE FROM seen WHERE registration = ?1 AND id <= (
                SELECT id FROM seen WHERE registration = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """, [registration.id, limits.rememberedNames])
    }

    fileprivate func enforceLimits(of service: String) throws {
        var (count, bytes) =
            try row(
                "SELECT count(*), coalesce(sum(length(body)), 0) FROM message WHERE service = ?", [service]
            ) { ($0[0] as Int, $0[1] as Int) } ?? (0, 0)
        guard count > limits.messages || bytes > limits.bytes else { return }
        var (last, overCount, overBytes) = (Int64(0), 0, 0)
        let sizes = try Row.fetchCursor(
            try db.cachedStatement(sql: "SELECT id, length(body) FROM message WHERE service = ? ORDER BY id"),
            arguments: [service])
        while count > limits.messages || bytes > limits.bytes, let row = try sizes.next() {
            if count > limits.messages { overCount += 1 } else { overBytes += 1 }
            last = row[0]
            count -= 1
            bytes -= row[1] as Int
        }
        try execute("DELETE FROM message WHERE service = ? AND id <= ?", [service, last])
        try drop(overCount, .count)
        try drop(overBytes, .bytes)
    }

    fileprivate func save(_ position: StreamPosition) throws {
        try execute(
            """
            INSERT INTO position (server, stream, channels, cursor) VALUES (?, ?, ?, ?)
                ON CONFLICT (server, stream) DO UPDATE SET channels = excluded.channels, cursor = excluded.cursor
            """, [position.server, position.stream, position.channels.joined(separator: " "), position.cursor])
    }
}
