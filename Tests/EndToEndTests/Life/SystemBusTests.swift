// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport

/// The system bus: a zone change that timedate1 reports, and a machine without this bus.
@Suite struct SystemBusTests {
    private let files = FileManager.default

    /// A machine whose `/etc/localtime` is a link to another folder, as on a read-only `/etc`: a watch of `/etc` sees
    /// no change.
    private func withMachine(_ body: (_ folder: String) async throws -> Void) async throws {
        let folder = files.temporaryDirectory.appending(path: "belfry-machine-\(UUID().uuidString)").path
        defer { try? files.removeItem(atPath: folder) }
        for zone in ["Europe/Berlin", "Asia/Tokyo"] {
            let file = URL(filePath: "\(folder)/zoneinfo/\(zone)")
            try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        try files.createDirectory(atPath: folder + "/etc", withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: folder + "/etc/localtime", withDestinationPath: folder + "/current")
        try move(folder, to: "Europe/Berlin")
        try await body(folder)
    }

    private func move(_ folder: String, to zone: String) throws {
        try? files.removeItem(atPath: folder + "/current")
        try files.createSymbolicLink(
            atPath: folder + "/current", withDestinationPath: "\(folder)/zoneinfo/\(zone)")
    }

    /// An agent that learns its zone from this machine alone.
    private func environment(_ folder: String, systemBus: String) -> [String: String] {
        ["TZ": ":/etc/localtime", "BELFRYD_ZONE_FOLDER": folder + "/etc", "DBUS_SYSTEM_BUS_ADDRESS": systemBus]
    }

    private func reading(_ agent: TestAgent, hoursEast: Double) async throws -> Double? {
        let date = try await agent.proxy().pending().first?["nextTriggerDateUnix"]?.double
        return date.map { ($0 + hoursEast * 3600).truncatingRemainder(dividingBy: 86_400) / 3600 }
    }

    @Test func `a zone change of timedate1 moves the floating requests`() async throws {
        try await withMachine { folder in
            try await withPrivateBus { address in
                let loop = EventLoop.onOwnThread(named: "timedate1")
                defer { loop.stop() }
                let service = try Connection(to: .at(address), on: loop)
                _ = try await service.requestName("org.freedesktop.timedate1")
                func tell(_ interface: String) async throws {
                    let values: [String: Value] = ["Timezone": .string("Asia/Tokyo")]
                    try await service.send(
                        .propertiesChanged(values, of: interface, at: "/org/freedesktop/timedate1"))
                }
                try await withAgent(environment: environment(folder, systemBus: address)) { agent in
                    #expect(try await agent.proxy().status()["zone"]?.string == "Europe/Berlin")
                    _ = try await agent.proxy().add(
                        request("pill", ["trigger": .properties(["every": .string("day 22:00")])]))
                    let before = try #require(try await agent.proxy().pending().first?["nextTriggerDateUnix"]?.double)

                    try move(folder, to: "Asia/Tokyo")
                    _ = try await agent.proxy().status()
                    #expect(try await agent.proxy().status()["zone"]?.string == "Europe/Berlin", "nobody has told")
                    try await tell("org.freedesktop.timedate1")

                    try await withDeadline {
                        while try await agent.proxy().pending().first?["nextTriggerDateUnix"]?.double == before {
                            try await yieldUntilDeadline()
                        }
                    }
                    #expect(try await reading(agent, hoursEast: 9) == 22)
                    #expect(try await agent.proxy().status()["zone"]?.string == "Asia/Tokyo")
                    #expect(agent.log.contains("The time zone has changed"))
                }
                await service.close()
            }
        }
    }

    @Test func `without a system bus all is well`() async throws {
        try await withMachine { folder in
            let environment = environment(folder, systemBus: "unix:path=\(folder)/none")
            try await withAgentAndServer(environment: environment) { agent, server in
                _ = try await agent.proxy().add(request("tea", ["trigger": after(0.1)]))
                #expect(try await server.nextNotification().summary == "Tea")
                #expect(agent.log.contains("Could not subscribe to the system bus"))
                // The folder still reports changes of the zone.
                _ = try await agent.proxy().add(
                    request("pill", ["trigger": .properties(["every": .string("day 22:00")])]))
                let link = folder + "/etc/.new"
                try files.createSymbolicLink(
                    atPath: link, withDestinationPath: "../zoneinfo/Asia/Tokyo")
                try #require(rename(link, folder + "/etc/localtime") == 0)
                try await withDeadline {
                    while try await agent.proxy().status()["zone"]?.string != "Asia/Tokyo" {
                        try await yieldUntilDeadline()
                    }
                    while try await self.reading(agent, hoursEast: 9) != 22 { try await yieldUntilDeadline() }
                }
            }
        }
    }
}
