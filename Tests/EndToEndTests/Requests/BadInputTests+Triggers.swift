// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import Testing
import TestSupport
import Triggers

/// Triggers that can never fire, or too often.
extension BadInputTests {
    @Test func `intervals must be finite, and long enough to repeat`() async throws {
        try await check([
            Row(trigger: ["timeInterval": .double(0)], "timeInterval", "0", "more than 0"),
            Row(trigger: ["timeInterval": .double(-1)], "timeInterval", "-1", "more than 0"),
            Row(trigger: ["timeInterval": .double(.nan)], "timeInterval", "nan"),
            Row(trigger: ["timeInterval": .double(.infinity)], "timeInterval", "inf"),
            Row(trigger: ["timeInterval": .double(-.infinity)], "timeInterval", "-inf"),
            Row(trigger: ["timeInterval": .double(1e300)], "timeInterval", "1e+300", "100 years"),
            Row(trigger: ["timeInterval": .double(59.9), "repeats": .boolean(true)], "timeInterval", "59.9", "60"),
        ])
    }

    @Test func `components that never match are refused`() async throws {
        try await check([
            Row(components: ["month": .int32(13)], "month", "13", "12"),
            Row(components: ["month": .int32(0)], "month", "0", "1"),
            Row(components: ["hour": .int32(24)], "hour", "24", "23"),
            Row(components: ["minute": .int32(60)], "minute", "60", "59"),
            Row(components: ["weekday": .int32(8)], "weekday", "8", "7"),
            Row(components: [:], "dateComponents", "empty"),
            Row(components: ["hour": .int32(9), "timeZone": .string("Mars/Olympus")], "timeZone", "Mars/Olympus"),
            Row(components: ["hour": .int32(9), "calendar": .string("stardate")], "calendar", "stardate"),
            Row(components: ["hour": .int32(9), "year": .int64(.max)], "year", "9223372036854775807"),
            Row(components: ["hour": .int32(9), "nanosecond": .int64(.max)], "nanosecond", "9223372036854775807"),
            Row(components: ["weekday": .int64(.min)], "weekday", "-9223372036854775808"),
            Row(trigger: ["in": .string("99999999999999999999 days")], "over the limit of 100 years"),
            Row(components: ["year": .int32(2001), "month": .int32(1), "day": .int32(1)], "past", "2001-01-01"),
        ])
    }

    @Test func `rules must be valid`() async throws {
        try await check([
            Row(trigger: ["rule": .string("")], "rule"),
            Row(trigger: ["rule": .string("FREQ=NEVERLY")], "NEVERLY"),
            Row(trigger: ["rule": .string("FREQ=SECONDLY")], "60"),
            Row(trigger: ["rule": .string("FREQ=DAILY"), "start": .string("noon")], "start", "noon"),
            Row(trigger: ["rule": .string("FREQ=DAILY"), "timeZone": .string("Mars/Olympus")], "Mars/Olympus"),
            Row(trigger: ["rule": .string("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")], "never"),
        ])
    }
}
