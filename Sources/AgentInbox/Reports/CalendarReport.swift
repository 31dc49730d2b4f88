// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMachine
import AgentRules
import AgentSchedule
import DBus
import Triggers

/// The person's workdays, holidays and place in words, for `Status` and `Diagnose`.
struct CalendarReport: Sendable {
    let source: PersonalCalendarSource
    let authorizations: Authorizations
    let clock: any WallClock

    /// Returns the calendar in force, for `Status`; nil if the person has set no workdays, holidays or place.
    func properties() async -> [String: Value]? {
        let calendar = PersonalCalendar.current
        let rules = await authorizations.configuration.calendar
        guard calendar != PersonalCalendar() || !rules.holidays.isEmpty else { return nil }
        var properties: [String: Value] = [
            "workdays": .string(rules.workdaysText), "holidays": .int64(Int64(calendar.holidays.count)),
            "files": .strings(rules.holidays),
        ]
        let today = LocalTime(clock.now, in: clock.timeZone).dayNumber
        if let next = calendar.holidays.filter({ $0 >= today }).min() {
            properties["nextHoliday"] = .string(String(LocalTime(seconds: next * 86_400).description.prefix(10)))
        }
        if let place = calendar.place {
            properties["latitude"] = .double(place.latitude)
            properties["longitude"] = .double(place.longitude)
        }
        let problems = await source.problems
        if !problems.isEmpty { properties["problems"] = .strings(problems) }
        return properties
    }

    /// Returns findings about the files with holidays; none if `config.toml` names no such file.
    func findings() async -> [Finding] {
        let problems = await source.problems
        let count = await authorizations.configuration.calendar.holidays.count
        guard count > 0 else { return [] }
        guard problems.isEmpty else {
            return problems.map {
                Finding(
                    "time.holidays", .warning, $0,
                    advice: "Mend the file or the key calendar.holidays of config.toml: \"belfry config edit\".")
            }
        }
        return [Finding("time.holidays", "\(PersonalCalendar.current.holidays.count) holidays are known")]
    }
}
