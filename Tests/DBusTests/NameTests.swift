// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct NameTests {
    private static let name = "org.belfry.Test.Name"

    private func withThree(_ body: (Connection, Connection, Connection) async throws -> Void) async throws {
        try await withPrivateBus { address in
            try await withLoop { loop in
                let connections = try (0..<3).map { _ in try Connection(to: .at(address), on: loop) }
                try await body(connections[0], connections[1], connections[2])
                for connection in connections { await connection.close() }
            }
        }
    }

    @Test func `a name is owned, queued for, and passed on`() async throws {
        try await withThree { first, second, watcher in
            let changes = Mailbox<[String?]>()
            try await watcher.watch(name: Self.name) { old, new in changes.put([old, new]) }

            #expect(try await first.requestName(Self.name) == .primaryOwner)
            #expect(try await first.requestName(Self.name) == .alreadyOwner)
            #expect(try await second.requestName(Self.name, flags: .doNotQueue) == .exists)
            #expect(try await second.requestName(Self.name, flags: .replaceExisting) == .inQueue)
            #expect(try await watcher.owner(of: Self.name) == first.uniqueName)
            try await first.releaseName(Self.name)
            #expect(try await watcher.owner(of: Self.name) == second.uniqueName)
            try await second.releaseName(Self.name)
            #expect(try await watcher.owner(of: Self.name) == nil)

            try #expect(await changes.next() == [nil, first.uniqueName])
            try #expect(await changes.next() == [first.uniqueName, second.uniqueName])
            try #expect(await changes.next() == [second.uniqueName, nil])
        }
    }

    @Test func `a replaced owner is told that it lost the name`() async throws {
        try await withThree { first, second, _ in
            let changes = Mailbox<[String?]>()
            _ = try await first.requestName(Self.name, flags: [.allowReplacement, .doNotQueue])
            try await first.watch(name: Self.name) { old, new in changes.put([old, new]) }
            try #expect(await changes.next() == [nil, first.uniqueName])

            #expect(try await second.requestName(Self.name, flags: .replaceExisting) == .primaryOwner)

            try #expect(await changes.next() == [first.uniqueName, second.uniqueName])
        }
    }

    @Test func `when an owner leaves, its name goes to the next in the queue`() async throws {
        try await withThree { first, second, watcher in
            let changes = Mailbox<[String?]>()
            _ = try await first.requestName(Self.name)
            _ = try await second.requestName(Self.name)
            try await watcher.watch(name: Self.name) { old, new in changes.put([old, new]) }
            // The watcher is called before `watch` returns.
            #expect(changes.takeAll() == [[nil, first.uniqueName]])

            await first.close()

            try #expect(await changes.next() == [first.uniqueName, second.uniqueName])
        }
    }

    @Test func `a second watcher is told the owner at once, and a cancelled one nothing`() async throws {
        try await withThree { first, _, watcher in
            _ = try await first.requestName(Self.name)
            let (one, two) = (Mailbox<[String?]>(), Mailbox<[String?]>())
            let watch = try await watcher.watch(name: Self.name) { old, new in one.put([old, new]) }
            try await watcher.watch(name: Self.name) { old, new in two.put([old, new]) }
            #expect(one.takeAll() == [[nil, first.uniqueName]])
            #expect(two.takeAll() == [[nil, first.uniqueName]])

            watch.cancel()
            try await first.releaseName(Self.name)

            try #expect(await two.next() == [first.uniqueName, nil])
            #expect(one.takeAll().isEmpty)
        }
    }

    @Test func `a unique name can be watched until it disappears`() async throws {
        try await withThree { first, _, watcher in
            let changes = Mailbox<[String?]>()
            try await watcher.watch(name: first.uniqueName) { old, new in changes.put([old, new]) }
            try #expect(await changes.next() == [nil, first.uniqueName])

            await first.close()

            try #expect(await changes.next() == [first.uniqueName, nil])
        }
    }

    @Test func `the departure of a connection is reported once`() async throws {
        try await withThree { first, second, watcher in
            let departures = Mailbox<String>()
            #expect(try await watcher.watchDeparture(of: first.uniqueName) { departures.put("first") } != nil)
            let cancelled = try await watcher.watchDeparture(of: second.uniqueName) { departures.put("cancelled") }
            try await watcher.watch(name: second.uniqueName) { _, new in if new == nil { departures.put("second") } }
            try #require(cancelled).cancel()

            await first.close()
            try #expect(await departures.next() == "first")
            await second.close()
            try #expect(await departures.next() == "second")
            #expect(departures.takeAll().isEmpty)
        }
    }

    @Test func `the departure of a connection that has left before is not watched`() async throws {
        try await withThree { first, _, watcher in
            let departures = Mailbox<String>()
            let name = first.uniqueName
            await first.close()
            while try await watcher.owner(of: name) != nil { try await yieldUntilDeadline() }

            #expect(try await watcher.watchDeparture(of: name) { departures.put("first") } == nil)
            #expect(departures.takeAll().isEmpty)
        }
    }

    @Test func `a name that is watched again is reported again`() async throws {
        try await withThree { first, _, watcher in
            let changes = Mailbox<[String?]>()
            for _ in 0..<3 {
                let watch = try await watcher.watch(name: Self.name) { old, new in changes.put([old, new]) }
                watch.cancel()
            }
            #expect(changes.takeAll().isEmpty)
            _ = try await first.requestName(Self.name)

            try await watcher.watch(name: Self.name) { old, new in changes.put([old, new]) }

            #expect(changes.takeAll() == [[nil, first.uniqueName]])
        }
    }

    @Test func `a wrong name is refused before libdbus gets it`() async throws {
        let names = [
            "", "nodots", "org.belfry.Test\0", "org..belfry", "org.belfry.ä", String(repeating: "a.", count: 200),
        ]
        try await withThree { connection, _, _ in
            for name in names {
                await #expect(throws: BusError.self) { try await connection.requestName(name) }
                await #expect(throws: BusError.self) { try await connection.releaseName(name) }
                await #expect(throws: BusError.self) { try await connection.owner(of: name) }
                await #expect(throws: BusError.self) { try await connection.watch(name: name) { _, _ in } }
                await #expect(throws: BusError.self) { try await connection.startService(name: name) }
                await #expect(throws: BusError.self) { try await connection.credentials(of: name) }
            }
        }
    }

    @Test func `the bus reports the process and user of a connection`() async throws {
        try await withThree { first, second, _ in
            let credentials = try await first.credentials(of: second.uniqueName)

            #expect(credentials.processID == getpid())
            #expect(credentials.userID == getuid())
            await #expect(throws: BusError.self) { try await first.credentials(of: ":9.9") }
        }
    }

    @Test func `a service is started from its file, and gets the environment`() async throws {
        let folder = try temporaryFolder("services")
        let file = folder + "/org.belfry.Test.Started.service"
        defer {
            unlink(file)
            rmdir(folder)
        }
        let text = """
            [D-BUS Service]
            Name=org.belfry.Test.Started
            Exec=/bin/sh -c "exit $BELFRY_TEST_STATUS"
            """
        let descriptor = creat(file, 0o600)
        write(descriptor, text, text.utf8.count)
        close(descriptor)

        try await withPrivateBus(serviceFolder: folder, environment: ["BELFRY_TEST_STATUS": "7"]) { address in
            try await withLoop { loop in
                let connection = try Connection(to: .at(address), on: loop)

                let names = try await connection.activatableNames()
                let error = await #expect(throws: BusError.self) {
                    try await connection.startService(name: "org.belfry.Test.Started")
                }

                #expect(names.contains("org.belfry.Test.Started"))
                #expect(error?.name == "org.freedesktop.DBus.Error.Spawn.ChildExited")
                #expect(error?.message.contains("7") == true)
                await connection.close()
            }
        }
    }

    @Test func `the session bus's address is found in the usual places`() {
        // The environment belongs to this process, so only the explicit form can be compared on every machine.
        #expect(BusAddress.at("unix:path=/a").address == "unix:path=/a")
        #expect(BusAddress.session.address.hasPrefix("unix:") || getenv("DBUS_SESSION_BUS_ADDRESS") != nil)
    }
}
