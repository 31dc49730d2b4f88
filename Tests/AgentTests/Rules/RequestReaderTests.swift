// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentInbox
import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel
import Testing
import Triggers

/// Time words are decoded into triggers, dates and warnings.
@Suite struct RequestReaderTests {
    /// Saturday 2026-11-21, 12:00 UTC.
    private static let noon = Date(timeIntervalSince1970: 1_795_262_400)
    private let reader = RequestReader(now: noon, timeZone: .gmt)

    private func read(_ dictionary: [String: Value]) throws -> RequestReader.Reading {
        var draft = try DictionaryCoding.decode(RequestDraft.self, from: .properties(dictionary))
        if draft.request.identifier.isEmpty { draft.request.identifier = "id" }
        return try reader.read(draft)
    }

    private func refusal(_ dictionary: [String: Value]) -> Refusal? {
        do {
            _ = try read(dictionary)
            return nil
        } catch {
            return error as? Refusal
        }
    }

    private func trigger(_ key: String, _ value: Value, _ more: [String: Value] = [:]) -> [String: Value] {
        [
            "title": .string("Tea"),
            "trigger": .properties([key: value].merging(more) { _, new in new }),
        ]
    }

    @Test(
        arguments: [
            ("in", "10m", 600), ("in", "1h30m", 5400), ("at", "13:00", 3600), ("at", "tomorrow 9:00", 75600),
            ("expression", "10m", 600),
        ] as [(String, String, Double)])
    func `words are a date`(key: String, words: String, seconds: Double) throws {
        let reading = try read(trigger(key, .string(words)))
        #expect(reading.due == Self.noon + seconds)
        #expect(reading.request.trigger?.repeats == false)
    }

    @Test func `the first date of a rule may be given, and may have passed on the way`() throws {
        func due(_ seconds: Double) throws -> Double? {
            var request = trigger("rule", .string("FREQ=DAILY;BYHOUR=18;BYMINUTE=0;BYSECOND=0"))
            request["nextTriggerDateUnix"] = .double(Self.noon.timeIntervalSince1970 + seconds)
            return try read(request).due?.timeIntervalSince(Self.noon)
        }
        #expect(try due(5) == 5)
        #expect(try due(-5).map { $0 > 0 && $0 < 1 } == true)
        #expect(try due(-61) == 6 * 3600)
    }

    @Test func `words that repeat are a rule`() throws {
        let reading = try read(trigger("every", .string("day 09:00")))
        #expect(reading.due == Self.noon + 75600)
        #expect(reading.request.trigger?.repeats == true)
    }

    /// The key, its words, further keys, and the first date in seconds from noon of a Saturday.
    @Test(
        arguments: [
            ("onCalendar", "Mon..Fri 09:00", [:], 45 * 3600), ("cron", "0 9 * * 1-5", [:], 45 * 3600),
            ("rrule", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0", [:], 21 * 3600),
            ("rrule", "FREQ=DAILY;INTERVAL=2", ["start": .string("tomorrow 9am")], 21 * 3600),
            ("rrule", "FREQ=DAILY", ["start": .string("2026-01-01 08:00")], 20 * 3600),
            ("expression", "Mon..Fri 09:00", [:], 45 * 3600), ("expression", "0 9 * * 1-5", [:], 45 * 3600),
            ("expression", "RRULE:FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0", [:], 21 * 3600),
            ("cron", "@daily", ["count": .int64(2)], 12 * 3600),
            ("every", "15m", ["until": .string("tomorrow")], 900),
        ] as [(String, String, [String: Value], Double)])
    func `calendar expressions, crontab lines and rules are read`(
        key: String, words: String, more: [String: Value], seconds: Double
    ) throws {
        let reading = try read(trigger(key, .string(words), more))

        #expect(reading.due == Self.noon + seconds)
        #expect(reading.request.trigger?.repeats == true)
    }

    @Test func `an end stays with the request`() throws {
        let reading = try read(trigger("onCalendar", .string("*:0/30"), ["count": .int64(2)]))
        let stored = try #require(reading.request.trigger)
        var dates: [Date] = []
        while let next = stored.nextDate(after: dates.last ?? Self.noon, anchoredAt: Self.noon, in: .gmt) {
            dates.append(next)
        }

        #expect(dates == [Self.noon + 1800, Self.noon + 3600])
    }

    /// The key, its words, further keys, and a part of the error's message.
    @Test(
        arguments: [
            ("onCalendar", "*-02-30", [:], "never match"), ("cron", "@reboot", [:], "outlive"),
            ("cron", "0 9 * *", [:], "five fields"), ("rrule", "FREQ=DAILY;BYEASTER=1", [:], "BYMONTHDAY"),
            ("at", "tomorrow", ["count": .int64(2)], "fires once"),
            ("every", "day", ["until": .string("yesterday")], "past"),
            ("every", "day", ["count": .int64(0)], "1 to 100000"), ("every", "day", ["start": .string("9am")], "start"),
            ("every", "day", ["count": .int64(1), "until": .string("fri")], "exclude each other"),
        ] as [(String, String, [String: Value], String)])
    func `a wrong calendar, line or rule is refused with its reason`(
        key: String, words: String, more: [String: Value], reason: String
    ) throws {
        var message = ""
        do { _ = try read(trigger(key, .string(words), more)) } catch { message = "\(error)" }

        #expect(message.contains(reason), "\(message)")
    }

    @Test func `words are read in the zone that is named`() throws {
        let tokyo = try read(trigger("at", .string("tomorrow 9:00"), ["timeZone": .string("Asia/Tokyo")]))
        #expect(tokyo.due == Self.noon + 75600 - 9 * 3600)
        let refused = refusal(trigger("at", .string("9:00"), ["timeZone": .string("Mars/Olympus")]))
        #expect(refused?.code == .invalidTrigger && refused?.message.contains("Mars/Olympus") == true)
    }

    @Test func `a request without a trigger is due at once, and an exact trigger is kept`() throws {
        let now = try read(["title": .string("Tea")])
        #expect(now.due == nil && now.request.trigger == nil && !now.keepsDue)
        let exact = try read(trigger("timeInterval", .double(90)))
        #expect(exact.due == Self.noon + 90)
        #expect(exact.request.trigger == .timeInterval(.seconds(90), repeats: false))
    }

    @Test func `keep leaves the trigger to the store`() throws {
        let reading = try read(trigger("keep", .boolean(true)))
        #expect(reading.keepsDue && reading.due == nil)
    }

    @Test func `a sentence is split into its time and its title`() throws {
        let reading = try read(["sentence": .string("tomorrow 9am call Ann")])
        #expect(reading.request.content.title == "call Ann")
        #expect(reading.due == Self.noon + 75600)
        for dictionary in [
            ["sentence": .string("10m tea"), "title": .string("x")],
            ["sentence": .string("10m tea"), "trigger": .properties(["in": .string("5m")])],
            ["sentence": .string("10m")],
        ] as [[String: Value]] {
            let refused = refusal(dictionary)
            #expect(refused?.code == .invalidRequest || refused?.code == .invalidTrigger)
        }
    }

    @Test func `words without a meaning are refused with the reason`() {
        for words in ["", "soonish", "25:00", "10 parsecs", String(repeating: "9", count: 300)] {
            let refused = refusal(trigger("at", .string(words)))
            #expect(refused?.code == .invalidTrigger, "\(words)")
            #expect(refused?.message.isEmpty == false)
        }
        #expect(refusal(trigger("every", .string("30s")))?.code == .invalidTrigger)
        let snooze = refusal(["title": .string("Tea"), "snooze": .strings(["never"])])
        #expect(snooze?.code == .invalidRequest && snooze?.message.hasPrefix("snooze: ") == true)
        let many = refusal([
            "title": .string("Tea"), "snooze": .strings((1...9).map { "\($0)m" }),
        ])
        #expect(many?.code == .contentTooLarge && many?.message.contains("9") == true)
    }

    @Test func `early warnings are requests of their own that belong to this one`() throws {
        var dictionary = trigger("in", .string("2h"))
        dictionary["before"] = .strings(["15m", "1h", "1d"])
        let reading = try read(dictionary)

        #expect(reading.warnings.map(\.due) == [Self.noon + 6300, Self.noon + 3600])
        #expect(reading.warnings.map(\.request.identifier) == ["id~15m", "id~1h"])
        #expect(reading.warnings.map(\.request.parentIdentifier) == ["id", "id"])
        #expect(reading.warnings.map(\.request.content.subtitle) == ["in 15m", "in 1h"])
        #expect(reading.notes.contains { $0.contains("1d") })
    }

    @Test func `warnings need a time, and their number is limited`() {
        let atOnce = refusal(["title": .string("Tea"), "before": .strings(["1h"])])
        #expect(atOnce?.code == .invalidTrigger && atOnce?.message.contains("before") == true)
        var many = trigger("in", .string("2h"))
        many["before"] = .strings((1...9).map { "\($0)m" })
        #expect(refusal(many)?.code == .contentTooLarge)
        var wrong = trigger("in", .string("2h"))
        wrong["before"] = .strings(["soonish"])
        #expect(refusal(wrong)?.code == .invalidTrigger)
    }

    @Test func `a warning's identifier has the limit of every identifier`() {
        var dictionary = trigger("in", .string("2h"))
        dictionary["identifier"] = .string(String(repeating: "x", count: 256))
        dictionary["before"] = .strings(["1h"])
        #expect(refusal(dictionary)?.code == .contentTooLarge)
    }

    @Test func `user info that is nested too deep is refused`() {
        func nested(_ depth: Int) -> PropertyListValue {
            (0..<depth).reduce(PropertyListValue.integer(1)) { inner, _ in .array([inner]) }
        }
        var content = Content(title: "Tea")
        content.userInfo = ["k": nested(31)]
        #expect(throws: Never.self) { try Request(identifier: "a", content: content).validate() }
        content.userInfo = ["k": nested(32)]
        #expect { try Request(identifier: "a", content: content).validate() } throws: {
            ($0 as? Refusal)?.code == .contentTooLarge && "\($0)".contains("33") && "\($0)".contains("32")
        }
    }

    @Test(arguments: ["a\u{0}b", ""])
    func `an identifier is not empty and has no NUL`(identifier: String) {
        #expect { try Request(identifier: identifier, content: Content(title: "Tea")).validate() } throws: {
            ($0 as? Refusal)?.code == .invalidRequest && "\($0)".contains("identifier")
        }
    }
}
