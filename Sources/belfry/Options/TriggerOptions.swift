// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus
import Triggers

// Why: the type has many properties, because it has one for each option.
/// Options for a request's trigger. Only one of `--in`, `--at`, `--every`, `--on-calendar`, `--cron`, `--rrule` and
/// `--components` may be given.
struct TriggerOptions: ParsableArguments {
    @Option(name: .customLong("in"), help: ArgumentHelp("After 10m, 1h30m, 90s, \"2 days\".", valueName: "duration"))
    var delay: String?

    @Option(
        help: ArgumentHelp("Once, at 09:00, \"tomorrow 9am\", \"fri 17:30\", \"2026-12-24 09:00\".", valueName: "when"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Every 15m, \"day 09:00\", \"weekday 09:00\", \"mon,wed 18:00\", \"month 1 10:00\".", valueName: "spec"))
    var every: String?

    @Option(
        help: ArgumentHelp("A calendar expression of systemd: \"Mon..Fri 09:00\", \"*-*-01 10:00\".", valueName: "spec")
    )
    var onCalendar: String?

    @Option(help: ArgumentHelp("The fields of a crontab line: \"0 9 * * 1-5\", @daily.", valueName: "fields"))
    var cron: String?

    @Option(help: ArgumentHelp("A rule of RFC 5545: \"FREQ=MONTHLY;BYDAY=-1FR\".", valueName: "rule"))
    var rrule: String?

    @Option(help: ArgumentHelp("The start of the rule of --rrule; default: its DTSTART, else now.", valueName: "when"))
    var start: String?

    @Option(
        help: ArgumentHelp(
            "The last time at which a repeating request, or one with a place, fires.", valueName: "when"))
    var until: String?

    @Option(help: ArgumentHelp("The number of times that a repeating request fires.", valueName: "number"))
    var count: Int?

    @Option(
        help: ArgumentHelp(
            "The next time with these components, such as hour=9,weekday=2 (1: Sunday).", valueName: "name=number,...")
    )
    var components: String?

    @Flag(help: "With --components: every time at which they match.")
    var repeats = false

    @OptionGroup var zone: ZoneOption

    @Option(help: ArgumentHelp("Also show early warnings: 15m or 1d,1h; at most 8.", valueName: "duration,..."))
    var before: String?

    func validate() throws {
        if given.count > 1 {
            throw ValidationError(
                "\(given.map(\.option).joined(separator: " and ")) exclude each other: a request has one trigger.")
        }
        if repeats, components == nil {
            throw ValidationError("--repeats needs --components; without components use --every.")
        }
        if start != nil, rrule == nil { throw ValidationError("--start needs --rrule.") }
        if until != nil || count != nil {
            guard components == nil, delay == nil, at == nil else {
                throw ValidationError("--until and --count need --every, --on-calendar, --cron or --rrule.")
            }
            if until != nil, count != nil { throw ValidationError("--until and --count exclude each other.") }
        }
        _ = try componentValues()
    }

    /// The given trigger options, each with its key in the D-Bus interface, its value and examples; ``validate()``
    /// refuses more than one.
    private var given: [(option: String, family: String, text: String, examples: String)] {
        let all = [
            ("--in", "in", delay, "10m, 1h30m or \"2 days\""),
            ("--at", "at", at, "09:00, \"tomorrow 9am\" or \"fri 17:30\""),
            ("--every", "every", every, "15m, \"day 09:00\" or \"month 1 10:00\""),
            ("--on-calendar", "onCalendar", onCalendar, "\"Mon..Fri 09:00\""),
            ("--cron", "cron", cron, "\"0 9 * * 1-5\" or @daily"),
            ("--rrule", "rrule", rrule, "\"FREQ=MONTHLY;BYDAY=-1FR\""),
            ("--components", "dateComponents", components, "hour=9,weekday=2"),
        ]
        return all.compactMap { option, family, text, examples in text.map { (option, family, $0, examples) } }
    }

    var isGiven: Bool { !given.isEmpty }

    /// Refuses `--until`, `--count`, `--before` and `--tz` without a suitable trigger.
    ///
    /// An edit may have these options without a trigger option, because the existing request has a trigger. A trigger
    /// at a place may have an end.
    func checkRest(isEdit: Bool = false, hasPlace: Bool = false) throws {
        if hasPlace {
            guard !isGiven else {
                throw ValidationError("A place and \(given[0].option) exclude each other: a request has one trigger.")
            }
            guard count == nil, before == nil, zone.tz == nil else {
                throw ValidationError("A place has no --count, no --before and no --tz.")
            }
            return
        }
        guard isGiven || !isEdit else { return }
        if until != nil || count != nil, !isGiven {
            throw ValidationError("--until and --count need --every, --on-calendar, --cron or --rrule.")
        }
        if before != nil, !isGiven { throw ValidationError("--before needs a time: give --at, --in or --every, too.") }
        if zone.tz != nil, !isGiven || delay != nil {
            throw ValidationError("--tz needs --at, --every, --on-calendar, --cron, --rrule or --components.")
        }
    }

    /// Runs `body`; if the agent refuses the trigger, the thrown error names the option and examples of valid values.
    func naming<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let refusal as Refusal where refusal.code == .invalidTrigger {
            if let failure = Self.failure(ofOther: refusal) { throw failure }
            guard let (option, _, _, examples) = given.first else { throw refusal }
            throw Failure(refusal).saying("\(option): \(refusal.message)\ntry \(examples)")
        }
    }

    /// Converts the refusal of a time option that isn't the trigger itself, such as `--until`; nil for other refusals.
    static func failure(ofOther refusal: Refusal) -> Failure? {
        let keys = ["before", "expires", "until", "count", "start"]
        guard refusal.code == .invalidTrigger, keys.contains(where: { refusal.message.hasPrefix("\($0): ") }) else {
            return nil
        }
        return Failure(refusal).saying("--\(refusal.message)")
    }

    /// Returns the trigger's dictionary; nil if no trigger option was given, so that the request fires at once.
    func trigger() throws -> [String: Value]? {
        if var values = try componentValues() {
            if let timeZone = try zone.timeZone() { values["timeZone"] = .string(timeZone) }
            return ["dateComponents": .properties(values), "repeats": .boolean(repeats)]
        }
        guard let (_, family, text, _) = given.first else { return nil }
        var trigger = Self.words(family, text, timeZone: try zone.timeZone()).merging(end) { $1 }
        if let start { trigger["start"] = .string(start) }
        return trigger
    }

    /// Returns the dictionary of a trigger in words, which the agent parses.
    static func words(_ family: String, _ words: String, timeZone: String?) -> [String: Value] {
        var trigger: [String: Value] = [family: .string(words)]
        // A duration gets the zone too, because the agent reports the resulting date in that zone.
        if let timeZone { trigger["timeZone"] = .string(timeZone) }
        return trigger
    }

    /// The dictionary that changes the end or the zone of a request's existing trigger, which the key `keep` retains.
    var change: [String: Value] {
        var change = end.merging(["keep": .boolean(true)]) { $1 }
        if let zone = zone.tz { change["timeZone"] = .string(zone) }
        return change
    }

    /// The keys that limit a repeating trigger: its last date or its number of occurrences.
    private var end: [String: Value] {
        ["until": until.map(Value.string), "count": count.map { .int64(Int64($0)) }].compactMapValues(\.self)
    }

    /// Sets the keys of the trigger and the early warnings in a request's dictionary.
    func add(to request: inout [String: Value]) throws {
        if let trigger = try trigger() { request["trigger"] = .properties(trigger) }
        if let before { request["before"] = .strings(before.commaSeparated) }
    }

    /// Parses `--components`, such as `hour=9,weekday=2`: Apple's `DateComponents`. Returns nil without the option.
    private func componentValues() throws -> [String: Value]? {
        guard let components else { return nil }
        var values: [String: Value] = [:]
        for pair in components.commaSeparated {
            guard let (name, text) = pair.splitAtEqualsSign else {
                throw ValidationError("--components: \"\(pair)\" is not name=number.")
            }
            if name == "timeZone" || name == "calendar" {
                values[name] = .string(text)
            } else if let number = Int64(text) {
                values[name] = .int64(number)
            } else {
                throw ValidationError("--components: \"\(text)\" is not a whole number.")
            }
        }
        return values
    }
}

/// The option `--tz`: the time zone in which the agent reads times in words.
struct ZoneOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Times are those of this zone, such as Europe/Berlin; "floating" are those of the zone the person is in \
            (default: $TZ, else floating).
            """, valueName: "zone"))
    var tz: String?

    /// Returns the time zone's name from `--tz`, else from `TZ`; nil for the person's zone when the request fires.
    func timeZone() throws -> String? {
        guard let tz else { return try Environment.timeZone() }
        return tz == "floating" ? nil : tz
    }
}
