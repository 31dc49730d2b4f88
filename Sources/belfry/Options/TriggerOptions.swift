// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

/// When a request fires: `--in`, `--at`, `--every` or `--components`, one of them.
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
        help: ArgumentHelp("When these match, such as hour=9,weekday=2 (1 is Sunday).", valueName: "name=number,..."))
    var components: String?

    @Flag(help: "With --components: each time that they match.")
    var repeats = false

    @OptionGroup var zone: ZoneOption

    @Option(help: ArgumentHelp("Early warnings too: 15m or 1d,1h; at most 8.", valueName: "duration,..."))
    var before: String?

    func validate() throws {
        let given = [("--in", delay), ("--at", at), ("--every", every), ("--components", components)]
            .filter { $0.1 != nil }.map(\.0)
        if given.count > 1 {
            throw ValidationError("\(given.joined(separator: " and ")) exclude each other: a request has one trigger.")
        }
        if repeats, components == nil { throw ValidationError("--repeats goes with --components; else use --every.") }
        _ = try componentValues()
    }

    /// Whether a trigger was given at all.
    var isGiven: Bool { delay != nil || at != nil || every != nil || components != nil }

    /// The contract's trigger; nil is at once.
    func trigger() throws -> [String: Value]? {
        if var values = try componentValues() {
            if let timeZone = zone.timeZone { values["timeZone"] = .string(timeZone) }
            return ["dateComponents": .properties(values), "repeats": .boolean(repeats)]
        }
        guard let (family, words) = [("in", delay), ("at", at), ("every", every)].first(where: { $0.1 != nil }),
            let words
        else { return nil }
        return Self.words(family, words, timeZone: zone.timeZone)
    }

    /// A trigger in words, which the agent reads.
    static func words(_ family: String, _ words: String, timeZone: String?) -> [String: Value] {
        var trigger: [String: Value] = [family: .string(words)]
        // A duration too: its outcome is told in that zone.
        if let timeZone { trigger["timeZone"] = .string(timeZone) }
        return trigger
    }

    /// Adds the trigger and the early warnings to a request.
    func add(to request: inout [String: Value]) throws {
        if let trigger = try trigger() { request["trigger"] = .properties(trigger) }
        if let before { request["before"] = .strings(before.commaSeparated) }
    }

    /// Apple's `DateComponents` out of `hour=9,weekday=2`.
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
