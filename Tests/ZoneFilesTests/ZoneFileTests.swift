// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport
import ZoneFiles

/// Zone files that `zic` makes for the tests, and their folders.
@Suite struct ZoneFileTests {
    /// Rules that no government has: an hour and a quarter in two summers, then each year in April.
    private static let source = """
        Rule Nowhere 2026 only - Jun 1 0:00 1:15 N
        Rule Nowhere 2026 only - Sep 1 0:00 0 -
        Rule Nowhere 2028 max - Apr Sun>=8 2:00 1:00 N
        Rule Nowhere 2028 max - Aug lastThu 26:00 0 -
        Zone Test/Nowhere 3:33:33 - LMT 1950 Jan 1
            3:30 Nowhere NO%sT 2035 Jan 1
            4:45 Nowhere MO%sT
        Link Test/Nowhere Test/Alias

        """

    private func withZones(_ options: [String] = [], _ body: (String, ZoneFolder) async throws -> Void) async throws {
        let folder = try temporaryFolder("zic")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Self.source.write(toFile: folder + "/source", atomically: true, encoding: .utf8)
        let zic = try await Program.run(["/usr/sbin/zic"] + options + ["-d", folder + "/zones", folder + "/source"])
        try #require(zic.status == 0, "\(zic.errors)")
        try await body(folder, ZoneFolder(folder + "/zones"))
    }

    @Test(arguments: [["-b", "slim"], ["-b", "fat"]])
    func `T1: an invented zone agrees with zdump, with its footer and without`(options: [String]) async throws {
        try await withZones(options) { folder, zones in
            let rules = try #require(zones.rules(named: "Test/Nowhere"))
            #expect(zones.rules(named: "Test/Alias") == rules)
            // Such as "…  Sun Jun  1 00:00:00 2026 UT = … isdst=1 gmtoff=17100".
            let dump = try await Program.run(
                ["sh", "-c", "TZ=UTC0 zdump -v -c 1949,2100 \(folder)/zones/Test/Nowhere"])
            let reader = DateFormatter()
            reader.locale = Locale(identifier: "en_US_POSIX")
            reader.timeZone = .gmt
            reader.dateFormat = "MMM d HH:mm:ss yyyy"
            var lines = 0
            for line in dump.output.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count > 8, let offset = words.last.flatMap({ Int($0.dropFirst("gmtoff=".count)) }),
                    let date = reader.date(from: words[2...5].joined(separator: " "))
                else { continue }
                lines += 1
                let moment = Int(date.timeIntervalSince1970)
                #expect(rules.offset(at: moment) == offset, "\(line)")
                #expect(rules.time(at: moment).name == words[13], "\(line)")
            }
            #expect(lines > 250)
        }
    }

    @Test func `a file under right is read without leap seconds, as the system's clock counts`() async throws {
        let leaps = "Leap 1972 Jun 30 23:59:60 + S\nLeap 2016 Dec 31 23:59:60 + S\n"
        try await withZones { folder, zones in
            try leaps.write(toFile: folder + "/leaps", atomically: true, encoding: .utf8)
            let zic = try await Program.run(
                ["/usr/sbin/zic", "-L", folder + "/leaps", "-d", folder + "/right", folder + "/source"])
            try #require(zic.status == 0, "\(zic.errors)")
            let right = try #require(ZoneFolder(folder + "/right").rules(named: "Test/Nowhere"))
            let rules = try #require(zones.rules(named: "Test/Nowhere"))
            var moment = 0
            while let change = rules.nextChange(after: moment), change < 2_000_000_000 {
                for moment in [change - 1, change] { #expect(right.time(at: moment) == rules.time(at: moment)) }
                moment = change
            }
        }
    }

    @Test func `T1: a replaced file is noticed, also with the same size and time`() async throws {
        try await withZones { folder, zones in
            let before = zones.mark
            let old = try #require(zones.rules(named: "Test/Nowhere"))
            let path = folder + "/zones/Test/Nowhere"
            let file = try #require(ZoneFolder.contents(of: path))
            // Another name of the same length, as a package manager writes it.
            let changed = Data(file.map { $0 == UInt8(ascii: "O") ? UInt8(ascii: "Q") : $0 })
            try changed.write(to: URL(filePath: path + ".dpkg-new"))
            let times = try FileManager.default.attributesOfItem(atPath: path)
            try FileManager.default.setAttributes(
                [.modificationDate: times[.modificationDate] as Any], ofItemAtPath: path + ".dpkg-new")

            #expect(rename(path + ".dpkg-new", path) == 0)

            #expect(zones.rules(named: "Test/Nowhere") != old)
            #expect(zones.mark != before)
            #expect(zones.name(ofContents: Array(changed)) == "Test/Nowhere")
        }
    }

    @Test func `an old name without a file means the zone that it stands for`() async throws {
        let folder = try temporaryFolder("aliases")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/America", withIntermediateDirectories: true)
        let file = try #require(ZoneFolder.contents(of: "/usr/share/zoneinfo/America/Los_Angeles"))
        try Data(file).write(to: URL(filePath: folder + "/America/Los_Angeles"))
        let zones = ZoneFolder(folder)

        #expect(zones.rules(named: "US/Pacific") == zones.rules(named: "America/Los_Angeles"))
        #expect(zones.rules(named: "PST") != nil)
        #expect(zones.rules(named: "US/Eastern") == nil)
    }

    @Test(arguments: [
        "../etc/passwd", "Europe/../UTC", "/etc/localtime", "", ".", "Europe/", "Europe//Berlin", "Eur ope", "Ä",
    ])
    func `a path that leads out of the folder is no name`(name: String) {
        #expect(!ZoneFolder.isName(name))
        #expect(ZoneFolder.system.rules(named: name) == nil)
    }

    @Test func `a file that is cut off, or has a byte changed, is read or refused, never trusted`() throws {
        let file = try #require(ZoneFolder.contents(of: "/usr/share/zoneinfo/America/New_York"))
        #expect(ZoneFile(file) != nil)
        for length in 0..<file.count - 1 { #expect(ZoneFile(Array(file[..<length])) == nil) }
        for index in file.indices {
            for value in [0, 1, 127, 128, 255] as [UInt8] {
                var changed = file
                changed[index] = value
                guard let rules = ZoneFile(changed)?.rules else { continue }
                for moment in [Int.min / 4, 0, 1_795_262_400, 253_402_300_799] {
                    _ = rules.time(at: moment)
                    _ = rules.nextChange(after: moment)
                }
            }
        }
    }
}
