// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ICalendar
import TestSupport
import Testing
import Triggers

/// Generated calendars say the same to PyPI's `icalendar` and to libical.
@Suite struct CalendarOracleTests {
    /// An event as every reader sees it.
    private struct Event: Hashable, Decodable {
        var texts: [String]
        var start: String
        var zone: String
        var length: Int
        var exceptions: [String]
        var alarms: [Int]

        init(_ event: CalendarEvent) {
            texts = [event.uid, event.summary, event.details, event.location]
            (start, length) = (Self.text(event.start), event.length)
            zone = event.start.zone.map { $0 == .gmt ? "UTC" : $0.identifier } ?? ""
            exceptions = event.exceptions.map(Self.text)
            alarms = event.alarms.compactMap { if case .before(let seconds) = $0.moment { seconds } else { nil } }
        }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            texts = try (0..<4).map { _ in try list.decode(String.self) }
            start = try list.decode(String.self)
            zone = try list.decode(String.self)
            length = try list.decode(Int.self)
            exceptions = try list.decode([String].self)
            alarms = try list.decode([Int].self)
        }

        private static func text(_ time: CalendarTime) -> String {
            let text = time.local().description.filter { $0 != "-" && $0 != ":" }
            return time.isDay ? String(text.prefix(8)) : text
        }
    }

    /// A generator of calendars.
    private struct Writer {
        var random = SeededGenerator()

        private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

        private mutating func text() -> String {
            let parts = ["Tee", "heiß", "a,b", ";", "\\", "x y", "\n", "日本語", "🎄", ":", "\"q\"", "n", "'", "é"]
            return (0..<number(0...30)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }

        private func escaped(_ text: String) -> String {
            text.reduce(into: "") { result, character in
                switch character {
                case "\n": result += "\\n"
                case "\\", ",", ";": result += "\\\(character)"
                default: result.append(character)
                }
            }
        }

        private mutating func date() -> String {
            let day = LocalTime(seconds: number(20_000...23_000) * 86_400)
            return day.description.prefix(10).filter { $0 != "-" }
        }

        private mutating func time() -> String {
            "T" + [number(0...23), number(0...59), number(0...59)].map { $0.padded() }.joined()
        }

        private mutating func duration() -> String {
            let parts = [
                "PT\(number(1...90))M", "P\(number(1...3))D", "P\(number(1...2))W", "PT\(number(1...9))H30M",
                "P1DT2H3S",
            ]
            return parts.randomElement(using: &random) ?? "PT1M"
        }

        /// Folds a line after 75 bytes or less, never within a character, as the oracles need it.
        private mutating func folded(_ line: String) -> String {
            var (result, size) = ("", 0)
            let width = number(20...74)
            for scalar in line.unicodeScalars {
                let count = UTF8.width(scalar)
                if size + count > width {
                    result += "\r\n "
                    size = 1
                }
                result.unicodeScalars.append(scalar)
                size += count
            }
            return result
        }

        mutating func calendar() -> String {
            var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:belfry"]
            for index in 0..<number(1...4) {
                lines += ["BEGIN:VEVENT", "UID:\(index)@example.org", "DTSTAMP:20270101T000000Z"]
                for name in ["SUMMARY", "DESCRIPTION", "LOCATION"] where number(0...3) > 0 {
                    let parameter = number(0...3) == 0 ? ";LANGUAGE=de;ALTREP=\"http://x/;:,\"" : ""
                    lines.append("\(name)\(parameter):\(escaped(text()))")
                }
                lines += dates()
                for _ in 0..<number(0...3) {
                    let related = ["", ";RELATED=END", ";RELATED=START"].randomElement(using: &random) ?? ""
                    let sign = number(0...2) == 0 ? "" : "-"
                    lines += [
                        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER\(related):\(sign)\(duration())",
                        "END:VALARM",
                    ]
                }
                lines.append("END:VEVENT")
            }
            lines.append("END:VCALENDAR")
            return lines.map { folded($0) + "\r\n" }.joined()
        }

        /// Returns the dates of an event: of whole days, of UTC, floating, or in a zone.
        private mutating func dates() -> [String] {
            let day = date()
            if number(0...3) == 0 {
                let end = number(0...1) == 0 ? [] : ["DTEND;VALUE=DATE:\(plus(number(1...9), day))"]
                return ["DTSTART;VALUE=DATE:\(day)"] + end
            }
            let zones = ["", "Z", ";TZID=Europe/Berlin", ";TZID=\"America/New_York\"", ";TZID=Asia/Tokyo"]
            let zone = zones.randomElement(using: &random) ?? ""
            let (suffix, parameter) = zone == "Z" ? ("Z", "") : ("", zone)
            let first = time()
            var lines = ["DTSTART\(parameter):\(day)\(first)\(suffix)"]
            switch number(0...2) {
            case 0: lines.append("DURATION:\(duration())")
            // The end is on another day of the same season, so that no clock changes between.
            case 1: lines.append("DTEND\(parameter):\(day)T235959\(suffix)")
            default: break
            }
            for _ in 0..<number(0...2) {
                let values = (0..<number(1...3)).map { _ in date() + first + suffix }
                lines.append("EXDATE\(parameter):\(values.joined(separator: ","))")
            }
            return lines
        }

        private func plus(_ days: Int, _ day: String) -> String {
            guard let start = LocalTime(day) else { return day }
            return start.adding(days: days).description.prefix(10).filter { $0 != "-" }
        }
    }

    /// Asks an oracle about calendars; nil if it is not here.
    private func ask(_ oracle: String, _ python: String, _ calendars: [String]) async throws -> [[Event]]? {
        let file = FileManager.default.temporaryDirectory.appending(path: "belfry-calendars-\(UUID())")
        let lines = try calendars.map { try JSONEncoder().encode($0) + Data("\n".utf8) }
        try Data(lines.joined()).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = Checkout.root + "Tests/ICalendarTests/Oracles/oracle.py"
        let ended = try await Program.run([python, script, oracle, file.path], seconds: 120)
        if ended.status != 0, ended.errors.contains("ModuleNotFoundError") || ended.errors.contains("No such file") {
            print("NOT TESTED HERE: calendars against \(oracle)")
            return nil
        }
        try #require(ended.status == 0, "\(ended.errors.suffix(2000))")
        return try ended.output.split(separator: "\n").map {
            try JSONDecoder().decode([Event].self, from: Data($0.utf8))
        }
    }

    @Test(arguments: [("icalendar", ".build-python/bin/python3"), ("libical", "/usr/bin/python3")])
    func `generated calendars say the same to other readers`(_ oracle: String, _ python: String) async throws {
        let python = python.hasPrefix("/") ? python : Checkout.root + python
        guard FileManager.default.isExecutableFile(atPath: python) else {
            return print("NOT TESTED HERE: calendars against \(oracle)")
        }
        var writer = Writer()
        let calendars = (0..<500).map { _ in writer.calendar() }

        guard let answers = try await ask(oracle, python, calendars) else { return }

        try #require(answers.count == calendars.count)
        var events = 0
        for (calendar, answer) in zip(calendars, answers) {
            let file = CalendarFile(Array(calendar.utf8))
            let own = file.events.map(Event.init)
            #expect(own == answer, "\(calendar)")
            #expect(file.problems.isEmpty)
            events += own.count
        }
        #expect(events > 1000)
    }
}
