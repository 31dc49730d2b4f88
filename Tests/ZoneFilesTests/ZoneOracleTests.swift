// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport
import ZoneFiles

/// Python's `zoneinfo` reads the same files.
@Suite struct ZoneOracleTests {
    /// The beginnings of 1970 and 2100.
    private static let years = 0...4_133_980_799

    /// Prints for each line `name moment moment ...` the offsets and names at the moments.
    private static let script = """
        import sys
        from datetime import datetime, timedelta, timezone
        from zoneinfo import ZoneInfo
        epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
        for line in open(sys.argv[1]):
            name, *moments = line.split()
            zone = ZoneInfo(name)
            out = []
            for moment in moments:
                local = (epoch + timedelta(seconds=int(moment))).astimezone(zone)
                out.append(f"{int(local.utcoffset().total_seconds())}{local.tzname()}")
            print(name, *out)
        """

    /// Each change from 1970 to 2100 with the second before it, and a day of each third week, so that a missing change
    /// would be found.
    private static func moments(of rules: ZoneRules) -> [Int] {
        var moments = Array(stride(from: years.lowerBound, through: years.upperBound, by: 21 * 86_400))
        var moment = years.lowerBound - 1
        while let change = rules.nextChange(after: moment), change <= years.upperBound {
            moments += [change - 1, change]
            moment = change
        }
        return moments
    }

    @Test(
        .enabled("python3 is not here") {
            try await Program.run([Program.python, "-c", "import zoneinfo"]).status == 0
        })
    func `T1: all zones agree with zoneinfo, at every change from 1970 to 2100 and before it`() async throws {
        let list = try await Program.run([
            Program.python, "-c", "import zoneinfo; print(*sorted(zoneinfo.available_timezones()))",
        ])
        let names = list.output.split(whereSeparator: \.isWhitespace).map(String.init).filter(ZoneFolder.isName)
        try #require(names.count > 300, "\(list.errors)")
        // Many names have the same rules, and such rules are compared once.
        var asked: [ZoneRules: String] = [:]
        var lines: [String] = []
        for name in names {
            let rules = try #require(ZoneFolder.system.rules(named: name), "\(name)")
            guard asked.updateValue(name, forKey: rules) == nil else { continue }
            lines.append("\(name) \(Self.moments(of: rules).map(String.init).joined(separator: " "))")
        }
        let folder = try temporaryFolder("zones")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try lines.joined(separator: "\n").write(toFile: folder + "/questions", atomically: false, encoding: .utf8)
        try Self.script.write(toFile: folder + "/answer.py", atomically: false, encoding: .utf8)

        let answer = try await Program.run(
            [Program.python, folder + "/answer.py", folder + "/questions"], environment: ["TZDIR": ""], seconds: 120)

        try #require(answer.status == 0, "\(answer.errors.suffix(1000))")
        let answers = answer.output.split(separator: "\n")
        #expect(answers.count == lines.count)
        for answer in answers {
            let words = answer.split(separator: " ")
            let rules = try #require(ZoneFolder.system.rules(named: String(words[0])))
            var wrong: [String] = []
            for (moment, theirs) in zip(Self.moments(of: rules), words.dropFirst()) {
                let time = rules.time(at: moment)
                let ours = "\(rules.offset(at: moment))\(time.name)"
                if ours != theirs || time.offset != rules.offset(at: moment) {
                    wrong.append("\(moment): \(ours), \(theirs)")
                }
            }
            #expect(wrong.isEmpty, "\(words[0]): \(wrong.count) differ, \(wrong.prefix(3))")
        }
    }
}
