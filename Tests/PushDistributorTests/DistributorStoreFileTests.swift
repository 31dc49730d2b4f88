// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
import GRDB
import Glibc
import TestSupport
import Testing

/// The file of the distributor's database.
@Suite struct DistributorStoreFileTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try temporaryFolder("distributor")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/state")
    }

    private func register(in store: DistributorStore) throws {
        let wish = RegistrationWish(token: "t1", service: "org.example.A", version: 2)
        _ = try store.register(wish, server: "s", channel: "c1", at: Date())
    }

    @Test(arguments: [mode_t(0), 0o077, 0o777])
    func `the folder and the file are private, whatever the umask is`(_ mask: mode_t) async {
        // The umask belongs to the process, so the test has a process of its own.
        await #expect(processExitsWith: .success) { [mask = mask as mode_t] in
            try DistributorStoreFileTests().withFolder { folder in
                umask(mask)
                let store = try DistributorStore(at: folder)
                defer { store.close() }
                var status = stat()
                #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
                #expect(stat(store.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            }
        }
    }

    /// A distributor that ended while an application registered has crashed.
    @Test func `a closed store refuses to be read and written`() throws {
        try withFolder { folder in
            let store = try DistributorStore(at: folder)
            store.close()
            #expect(throws: DistributorStoreError.self) { try store.registrations() }
            #expect(throws: DistributorStoreError.self) { try register(in: store) }
        }
    }

    @Test func `a damaged file is moved aside, and a new one takes its place`() throws {
        try withFolder { folder in
            let first = try DistributorStore(at: folder)
            try register(in: first)
            first.close()
            try Data("this is no database, and it is longer than a header of SQLite would be".utf8)
                .write(to: URL(filePath: first.path))

            let second = try DistributorStore(at: folder)
            defer { second.close() }
            #expect(second.damagedPath == first.path + ".damaged")
            #expect(access(first.path + ".damaged", F_OK) == 0)
            #expect(try second.registrations().isEmpty)
            try register(in: second)
        }
    }

    @Test func `a store of the first version is taken over with its registrations and messages`() throws {
        try withFolder { folder in
            try DistributorStore(at: folder).close()
            let database = try DatabaseQueue(path: folder + "/distributor.sqlite")
            try database.write { db in
                try db.execute(
                    sql: """
                        DROP INDEX message_day; DROP TABLE presence; ALTER TABLE message DROP COLUMN day;
                        ALTER TABLE registration DROP COLUMN calls;
                        CREATE INDEX message_received ON message (received);
                        DELETE FROM grdb_migrations WHERE identifier <> '1';
                        INSERT INTO registration (token, service, version, description, server, channel, place, created)
                            VALUES ('t1', 'org.example.A', 2, '', 's', 'c1', 1, 0);
                        INSERT INTO message (registration, service, name, body, received)
                            VALUES (1, 'org.example.A', 'old', x'01', 0);
                        """)
            }
            try database.close()

            let store = try DistributorStore(at: folder)
            defer { store.close() }
            try store.noteDay(at: Date())
            let waiting = try store.deliveries(of: "org.example.A", after: 0, limit: 9).filter { !$0.isEndpoint }
            #expect(waiting.map(\.token) == ["t1"])
            #expect(try store.registration(token: "t1")?.calls == 0)
        }
    }

    @Test func `a file of a newer version is left alone`() throws {
        try withFolder { folder in
            let first = try DistributorStore(at: folder)
            first.close()
            let database = try DatabaseQueue(path: first.path)
            try database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
            try database.close()
            let before = try Data(contentsOf: URL(filePath: first.path))
            let error = #expect(throws: DistributorStoreError.self) { try DistributorStore(at: folder) }
            #expect(error?.description.contains("newer version") == true && error?.isDamage == false)
            #expect(try Data(contentsOf: URL(filePath: first.path)) == before)
        }
    }

    @Test func `a second process can't use the same folder`() throws {
        try withFolder { folder in
            let first = try DistributorStore(at: folder)
            defer { first.close() }
            let error = #expect(throws: DistributorStoreError.self) { try DistributorStore(at: folder) }
            #expect(error?.description == "another belfry-distributor uses \(folder)")
        }
    }

    @Test func `a pipe in the file's place is refused with its path`() throws {
        try withFolder { folder in
            mkdir(folder, 0o700)
            mkfifo(folder + "/distributor.sqlite", 0o600)
            let error = #expect(throws: DistributorStoreError.self) { try DistributorStore(at: folder) }
            #expect(error?.description.hasPrefix("\(folder)/distributor.sqlite is not an ordinary file") == true)
        }
    }
}
