// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import FoundationEssentials
import NotificationModel
import Testing
import Triggers

/// Which applications may send time-sensitive and critical notifications (quirks 61 and 62).
@Suite struct LevelRulesTests {
    private typealias Said = LevelRules.Said

    @Test func `a host program may use every level that config does not forbid, a sandboxed one needs a setting`() {
        let rules = LevelRules()
        #expect(
            rules.permission(of: "a") == LevelPermission(timeSensitive: true, critical: true, breaksThrough: false))
        #expect(
            rules.permission(of: "a", isSandboxed: true)
                == LevelPermission(timeSensitive: true, critical: false, breaksThrough: false))
    }

    @Test func `an application's setting overrides the general one`() {
        let rules = LevelRules(
            all: Said(timeSensitive: false, critical: false, breakThrough: true),
            applications: ["chat": Said(timeSensitive: true, critical: true), "mail": Said(breakThrough: false)])
        #expect(
            rules.permission(of: "chat", isSandboxed: true)
                == LevelPermission(timeSensitive: true, critical: true, breaksThrough: true))
        #expect(
            rules.permission(of: "mail")
                == LevelPermission(timeSensitive: false, critical: false, breaksThrough: false))
    }

    @Test func `a forbidden level becomes active, and its sound becomes ordinary`() {
        let permission = LevelPermission(timeSensitive: false, critical: false, breaksThrough: false)
        let levels: [InterruptionLevel] = [.passive, .active, .timeSensitive, .critical]
        #expect(levels.map(permission.permitted) == [.passive, .active, .active, .active])
        var content = Content(title: "t")
        content.sound = Sound(isCritical: true, volume: 0.5)
        #expect(permission.degraded(content) == ["interruptionLevel"])
        #expect(permission.permitted(content).sound == Sound(volume: 0.5))
        content.sound = nil
        #expect(permission.degraded(content) == [])
        content.interruptionLevel = .timeSensitive
        #expect(permission.degraded(content) == ["interruptionLevel"])
    }

    @Test func `a forbidden level passes neither pauses nor quiet hours`() throws {
        let utc = try #require(Zone(identifier: "UTC"))
        let now = Date(timeIntervalSince1970: 23 * 3600)
        var holding = DeliveryHold(
            pauses: ["*": .distantFuture], levels: LevelRules(applications: ["a": Said(critical: false)]))
        #expect(holding.reason("a", .critical, at: now, in: utc) == "paused")
        #expect(holding.reason("b", .critical, at: now, in: utc) == nil)
        holding = DeliveryHold(
            quiet: QuietHours(from: 22 * 3600, to: 7 * 3600),
            levels: LevelRules(applications: ["a": Said(timeSensitive: false)]))
        #expect(holding.reason("a", .timeSensitive, at: now, in: utc) == "quiet")
        #expect(holding.reason("a", .critical, at: now, in: utc) == nil)
        #expect(holding.reason("b", .timeSensitive, at: now, in: utc) == nil)
    }
}
