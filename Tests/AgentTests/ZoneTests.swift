// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
@testable import AgentMachine
@testable import AgentMaintenance
import DBus
import EventLoop
import Foundation
import Logging
import Testing
import TestSupport
import Triggers
import ZoneFiles

/// The person's zone, and noticing a change: `localtime` relinked or replaced; timedate1; logind.
@Suite struct ZoneTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "belfry-zone-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// Replaces the link, as `timedatectl` does.
    private func link(_ folder: String, to zone: String) throws {
        let new = folder + "/.localtime.new"
        try FileManager.default.createSymbolicLink(
            atPath: new, withDestinationPath: "../usr/share/zoneinfo/\(zone)")
        #expect(rename(new, folder + "/localtime") == 0)
    }

    @Test func `the zone comes from TZ, from the link, or from the name in a file`() async throws {
        try await withFolder { folder in
            func zone(_ environment: [String: String] = [:]) -> String {
                ZoneReader(environment: environment, folder: folder).read().identifier
            }
            #expect(zone(["TZ": ":Asia/Tokyo"]) == "Asia/Tokyo")
            try "Europe/Lisbon\n".write(toFile: folder + "/timezone", atomically: true, encoding: .utf8)
            #expect(zone() == "Europe/Lisbon")
            try link(folder, to: "Europe/Berlin")
            #expect(zone() == "Europe/Berlin")
            // T3: an empty TZ means UTC, as for date.
            #expect(zone(["TZ": ""]) == "GMT")
            #expect(zone(["TZ": "GMT+5"]) == "<GMT>+5")
            #expect(zone(["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]) == "CET-1CEST,M3.5.0,M10.5.0/3")
            #expect(zone(["TZ": "Europe/Berlni"]) == "GMT")
            #expect(zone(["TZ": ":/etc/localtime"]) == "Europe/Berlin")
            #expect(zone(["TZ": "America/New_York"]) == "America/New_York")
            try link(folder, to: "posix/Pacific/Apia")
            #expect(zone() == "Pacific/Apia")
        }
    }

    @Test func `a replaced link is noticed, and the same zone again is not reported`() async throws {
        try await withFolder { folder in
            try link(folder, to: "Europe/Berlin")
            let clock = SystemClock(reader: ZoneReader(environment: [:], folder: folder))
            let loop = EventLoop.onOwnThread(named: "zone")
            defer { loop.stop() }
            let zones = Mailbox<String>()
            let machine = MachineWatch(
                clock: clock, systemBus: SystemBus(.at("unix:path=\(folder)/none"), on: loop),
                logger: Logger(label: "test"),
                zoneChanged: { zones.put(clock.timeZone.identifier) }, woke: {})
            await machine.start()

            try link(folder, to: "Asia/Tokyo")
            #expect(try await zones.next() == "Asia/Tokyo")
            try link(folder, to: "Asia/Tokyo")
            try Data().write(to: URL(filePath: folder + "/hosts"))
            try link(folder, to: "Pacific/Kiritimati")
            #expect(try await zones.next() == "Pacific/Kiritimati")
            try FileManager.default.removeItem(atPath: folder + "/localtime")
            try "Europe/Lisbon\n".write(toFile: folder + "/timezone", atomically: true, encoding: .utf8)
            while try await zones.next() != "Europe/Lisbon" {}
            await machine.stop()
        }
    }

    @Test(
        arguments: [
            ("# version 2026a\n# rest", "2026a"), ("# version \n", "unknown"), ("", "unknown"), (nil, "unknown"),
        ] as [(String?, String)])
    func `the version of the system's rules is read from a file`(file: String?, version: String) async throws {
        try await withFolder { folder in
            try file?.write(toFile: folder + "/tzdata.zi", atomically: true, encoding: .utf8)
            #expect(ZoneData.version(in: folder) == version)
        }
    }

    @Test func `a folder without zone files is reported, with advice`() async throws {
        try await withFolder { folder in
            let findings = ZoneDiagnosis.findings(source: .none, zone: .gmt, in: ZoneFolder(folder))
            #expect(findings.last?.state == .warning)
            #expect(findings.last?.value.contains(folder) == true)
            #expect(ZoneDiagnosis.findings(source: .none, zone: .gmt).last?.state == .ok)
        }
    }

    @Test func `a localtime that is a copy has its file's rules, and a name with these rules`() async throws {
        try await withFolder { folder in
            func read() -> Zone { ZoneReader(environment: [:], folder: folder).read() }
            try FileManager.default.copyItem(
                atPath: "/usr/share/zoneinfo/Asia/Kathmandu", toPath: folder + "/localtime")
            #expect(["Asia/Kathmandu", "Asia/Katmandu"].contains(read().identifier))
            // The rules of the file count, even if the other file names another zone.
            try "Europe/Lisbon\n".write(toFile: folder + "/timezone", atomically: true, encoding: .utf8)
            #expect(read().secondsFromGMT(for: Date(timeIntervalSince1970: 1_795_262_400)) == 20_700)
        }
    }

    @Test func `TZ fixes the zone, and no file is watched`() async throws {
        let clock = SystemClock(reader: ZoneReader(environment: ["TZ": "Asia/Tokyo"]))
        #expect(clock.zoneFolder == nil)
        #expect(!clock.readZone())
        #expect(clock.timeZone.identifier == "Asia/Tokyo")
    }

    @Test func `the end of a suspend and a change by timedate1 are noticed on the system bus`() async throws {
        try await withFolder { folder in
            try link(folder, to: "Europe/Berlin")
            let clock = SystemClock(reader: ZoneReader(environment: [:], folder: folder))
            try await withPrivateBus { address in
                let loop = EventLoop.onOwnThread(named: "zone")
                defer { loop.stop() }
                let heard = Mailbox<String>()
                let machine = MachineWatch(
                    clock: clock, systemBus: SystemBus(.at(address), on: loop), logger: Logger(label: "test"),
                    zoneChanged: { heard.put("zone") }, woke: { heard.put("woke") })
                let service = try Connection(to: .at(address), on: loop)
                _ = try await service.requestName("org.freedesktop.login1")
                await machine.start()

                for isGoing in [true, false] {
                    let signal = Message.signal(
                        path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
                        member: "PrepareForSleep", arguments: [.boolean(isGoing)])
                    try await service.send(signal)
                }

                #expect(try await heard.next() == "woke")
                await machine.stop()
                await service.close()
            }
        }
    }
}
