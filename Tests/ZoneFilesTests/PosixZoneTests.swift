// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport
import Triggers
import ZoneFiles

/// POSIX rules and names in `TZ`, compared with date(1).
@Suite struct PosixZoneTests {
    /// Values of `TZ`, and the identifiers of their zones.
    private static let values: [(value: String, identifier: String)] = [
        ("", "GMT"), ("UTC", "GMT"), (":UTC", "GMT"), ("UTC0", "UTC0"), ("Europe/Berlin", "Europe/Berlin"),
        (":Europe/Berlin", "Europe/Berlin"), ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("posix/Asia/Kolkata", "Asia/Kolkata"),
        ("EST5EDT", "EST5EDT"), ("EST5EDT4,M3.2.0,M11.1.0", "EST5EDT4,M3.2.0,M11.1.0"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3"), ("GMT+5", "<GMT>+5"), ("UTC+3", "<UTC>+3"),
        ("UTC-3", "<UTC>-3"), ("GMT-5:30", "<GMT>-5:30"), ("Etc/GMT+5", "Etc/GMT+5"), ("<+03>-3", "<+03>-3"),
        ("<-0330>3:30", "<-0330>3:30"), ("<+0545>-5:45", "<+0545>-5:45"), ("XYZ-10:20:30", "XYZ-10:20:30"),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", "NZST-12NZDT,M9.5.0,M4.1.0/3"),
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "IST-1GMT0,M10.5.0,M3.5.0/1"),
        ("AAA3BBB,J60/0,J300", "AAA3BBB,J60/0,J300"), ("AAA3BBB,59/0,299", "AAA3BBB,59/0,299"),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "IST-2IDT,M3.4.4/26,M10.5.0"),
        ("EET-2EEST,M3.5.5/0,M10.5.5/0", "EET-2EEST,M3.5.5/0,M10.5.5/0"),
        ("AAA0BBB,M2.5.1/167,M9.1.3/-167", "AAA0BBB,M2.5.1/167,M9.1.3/-167"), ("LONGNAME5", "LONGNAME5"),
    ]

    /// Every fifth day at a time that moves through the day, from 2023 to 2031; and the hours around changes.
    private static func moments(of rules: ZoneRules) -> [Int] {
        var moments = (0..<600).map { 1_672_531_200 + $0 * (5 * 86_400 + 1807) }
        var moment = 1_672_531_200
        while let change = rules.nextChange(after: moment), change < 1_930_000_000 {
            moments += [change - 1, change]
            moment = change
        }
        return moments
    }

    @Test(arguments: values)
    func `T2, T3: TZ has the same meaning as for date`(value: String, identifier: String) async throws {
        guard case .zone(let zone) = ZoneVariable(value) else {
            Issue.record("TZ=\(value) is not understood")
            return
        }
        #expect(zone.identifier == identifier)
        let moments = Self.moments(of: zone.rules)
        let folder = try temporaryFolder("tz")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try moments.map { "@\($0)" }.joined(separator: "\n")
            .write(toFile: folder + "/moments", atomically: false, encoding: .utf8)

        let date = try await Program.run(["date", "-f", folder + "/moments", "+%s %::z"], environment: ["TZ": value])

        let theirs = date.output.split(separator: "\n").map(String.init)
        #expect(theirs.count == moments.count, "\(date.errors)")
        var wrong: [String] = []
        for (moment, line) in zip(moments, theirs) {
            let offset = zone.rules.offset(at: moment)
            let ours = "\(moment) " + text(offset)
            if ours != line { wrong.append("\(ours), not \(line)") }
        }
        #expect(wrong.isEmpty, "TZ=\(value): \(wrong.count) differ, \(wrong.prefix(3))")
        // The identifier is stored on disk, and sent to the agent.
        let again = try #require(Zone(identifier: zone.identifier))
        #expect(moments.allSatisfy { again.rules.offset(at: $0) == zone.rules.offset(at: $0) }, "\(zone.identifier)")
    }

    private func text(_ offset: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let size = abs(offset)
        return (offset < 0 ? "-" : "+") + [size / 3600, size / 60 % 60, size % 60].map(two).joined(separator: ":")
    }

    @Test(arguments: [
        "Foo/Bar", "Europe/Berlni", "XYZ", "5", "A5", "<+03-3", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J300", "CET-1CEST,0,366", "CET-1CEST,M3.5.0", "CET-25", "CET-1:60",
        "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1 CEST", "../../etc/passwd", "/etc/passwd", ":", "Europe",
    ])
    func `T2: an invalid value of TZ is recognised as invalid`(value: String) {
        let isEmpty = value == ":"
        #expect(ZoneVariable(value) == (isEmpty ? .zone(.gmt) : .unknown(value)))
        #expect(isEmpty || Zone(identifier: value) == nil)
    }

    @Test func `an unset TZ, or the machine's own file, means the machine's zone`() {
        #expect(ZoneVariable(nil) == .machine)
        #expect(ZoneVariable(":/etc/localtime") == .machine)
    }

    @Test(arguments: [
        ("GMT", "GMT", 0), ("UTC", "GMT", 0), ("GMT+5", "GMT+0500", 18_000), ("GMT-0330", "GMT-0330", -12_600),
        ("GMT+05:45", "GMT+0545", 20_700), ("UTC+3", "GMT+0300", 10_800), ("GMT+18", "GMT+1800", 64_800),
        ("Etc/GMT+5", "Etc/GMT+5", -18_000), ("PST", "PST", -28_800), ("IST", "IST", 19_800),
    ])
    func `T3: an identifier of Foundation's keeps its meaning`(identifier: String, canonical: String, offset: Int)
        throws
    {
        let zone = try #require(Zone(identifier: identifier))
        #expect(zone.identifier == canonical)
        #expect(zone.rules.offset(at: 1_795_262_400) == offset)
        let theirs = try #require(TimeZone(identifier: identifier))
        #expect(
            theirs.identifier == canonical
                && theirs.secondsFromGMT(for: Date(timeIntervalSince1970: 1_795_262_400)) == offset)
    }

    @Test(arguments: [
        "GMT+24", "GMT+1960", "GMT+050030", "gmt", "Z", "+05:00", "europe/berlin", "localtime", "posixrules", "GMT+ 5",
        "UTC+:5",
    ])
    func `an invalid identifier is invalid`(identifier: String) {
        #expect(Zone(identifier: identifier) == nil)
    }

    /// Not compared with date: glibc takes the days of `posixrules` at the hours of New York, if there is such a file.
    @Test(arguments: ["ABC4DEF", "ABC4DEF,"]) func `a summer time without rules has those of the United States`(
        text: String
    )
        throws
    {
        let (zone, ruled) = (try #require(PosixZone(text)), try #require(PosixZone("ABC4DEF3,M3.2.0,M11.1.0")))
        #expect(
            stride(from: 1_672_531_200, to: 1_930_000_000, by: 1800).allSatisfy {
                zone.time(at: $0) == ruled.time(at: $0)
            })
    }

    /// As RFC 9636 says; glibc has the winter's offset for some hours of each new year.
    @Test func `T2: a summer time that ends when the next begins lasts all year`() throws {
        let zone = try #require(PosixZone("XXX3EDT4,0/0,J365/23"))
        #expect(stride(from: 0, to: 4_133_980_799, by: 10_000).allSatisfy { zone.time(at: $0).name == "EDT" })
    }

    @Test func `every name that ICU knows is a zone, or stands for one`() {
        let unknown = TimeZone.knownTimeZoneIdentifiers.filter { Zone(identifier: $0) == nil }
        #expect(unknown == [])
    }
}
