// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Testing
import TestSupport

@testable import UserNotifications

/// Senseless calls that must not end a program: the only allowed trap is that of an interval out of range.
@Suite struct StrangeInputTests {
    @Test func `33: user info that is nested too deep is refused`() throws {
        var deep: Any = "a"
        for level in 0..<1000 { deep = level.isMultiple(of: 2) ? [deep] : ["a": deep] }
        let content = UNMutableNotificationContent()
        content.userInfo = ["a": deep]

        let error = #expect(throws: UNError.self) { try content.model() }
        #expect(error?.code == .notificationInvalidNoContent)
        #expect(content.isEqual(content))
        #expect(content.hash == content.hash)
        #expect(try archived(UNNotificationContent(content.fields)).userInfo.isEmpty)
    }

    @Test func `33: user info with too many values to read in time is refused`() {
        var doubled: Any = "a"
        for _ in 0..<60 { doubled = [doubled, doubled] }
        let content = UNMutableNotificationContent()
        content.userInfo = ["a": doubled]

        let error = #expect(throws: UNError.self) { try content.model() }
        #expect(error?.code == .notificationInvalidNoContent)
    }

    private static let numbers: [NSNumber] = [
        NSNumber(value: Double.nan), NSNumber(value: Double.infinity), NSNumber(value: -Double.infinity),
        NSNumber(value: 1e300), NSNumber(value: -1e300), NSNumber(value: Int.max), NSNumber(value: Int.min),
        NSNumber(value: UInt64.max), NSNumber(value: true), NSDecimalNumber(string: "1e100"),
        NSDecimalNumber.notANumber,
        NSNumber(value: Float.greatestFiniteMagnitude),
    ]

    @Test(arguments: numbers)
    func `a number of any size is a badge, a score, an argument and user info, or is refused`(_ number: NSNumber)
        async throws
    {
        try await withAgent { agent async throws in
            let center = agent.center()
            let format = FormatString("%d %u %x %f %g %@ %s %c %99999$d %0$d %-9999999d")
            _ = format.text(Array(repeating: number, count: 8))
            let odd = request("tea", in: 60) {
                $0.badge = number
                $0.relevanceScore = number.doubleValue
                $0.summaryArgumentCount = Int.max
                $0.sound = .defaultCriticalSound(withAudioVolume: Float(number.doubleValue))
            }
            _ = try? await center.add(odd)
            _ = try? await center.add(request("info", in: 60) { $0.userInfo = ["a": number, "b": [number]] })
            _ = try? await center.setBadgeCount(Int(truncatingIfNeeded: number.int64Value))
            for pending in await center.pendingNotificationRequests() { _ = pending.content.userInfo["a"] as? Int }
            // The program is still running.
            try await center.add(request("last", in: 60))
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_800, -1e15])
    func `a date of any kind in user info is kept or refused`(_ seconds: Double) async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let date = Date(timeIntervalSince1970: seconds)
            _ = try? await center.add(request("tea", in: 60) { $0.userInfo = ["a": date] })
            for pending in await center.pendingNotificationRequests() { _ = pending.content.userInfo["a"] as? Date }
            try await center.add(request("last", in: 60))
        }
    }

    // A string with U+0000 is not printed as an argument's name, because terminals and files end there.
    @Test(arguments: ["", nil, "\u{FFFF}", String(repeating: "x", count: 1 << 20), "a/b\n", "\u{202E}", "%n%s"])
    func `a string of any kind is an identifier, a text and a name, or is refused`(_ argument: String?) async throws {
        let text = argument ?? "a\0b"
        try await withAgent { agent async throws in
            let center = agent.center()
            let odd = request(text, title: text, in: 60) {
                $0.body = text
                $0.subtitle = text
                $0.userInfo = [text: text]
                $0.categoryIdentifier = text
                $0.threadIdentifier = text
                $0.sound = UNNotificationSound(named: UNNotificationSoundName(text))
                $0.launchImageName = text
                $0.targetContentIdentifier = text
            }
            do {
                try await center.add(odd)
            } catch let error as UNError {
                #expect(error.code == .notificationInvalidNoContent, "\(error)")
            }
            center.add(odd, withCompletionHandler: nil)
            center.removePendingNotificationRequests(withIdentifiers: [text])
            center.removeDeliveredNotifications(withIdentifiers: [text, text])
            let action = UNTextInputNotificationAction(
                identifier: text, title: text, options: UNNotificationActionOptions(rawValue: .max),
                icon: UNNotificationActionIcon(systemImageName: text), textInputButtonTitle: text,
                textInputPlaceholder: text)
            center.setNotificationCategories([
                UNNotificationCategory(
                    identifier: text, actions: [action], intentIdentifiers: [text],
                    hiddenPreviewsBodyPlaceholder: text, categorySummaryFormat: text,
                    options: UNNotificationCategoryOptions(rawValue: .max))
            ])
            _ = await center.notificationCategories()
            _ = NSString.localizedUserNotificationString(forKey: text, arguments: [text, 1, NSNull()])
            #expect(throws: UNError.self) {
                _ = try UNNotificationAttachment(identifier: text, url: URL(fileURLWithPath: "/tmp/" + text + "/x"))
            }
            try await center.add(request("last", in: 60))
            #expect(await center.pendingNotificationRequests().contains { $0.identifier == "last" })
        }
    }

    @Test(arguments: [Int.max, Int.min, -1, 0, 1 << 40])
    func `components of any size have a date or none`(_ number: Int) async throws {
        let setters: [(inout DateComponents) -> Void] = [
            { $0.year = number }, { $0.month = number }, { $0.day = number }, { $0.hour = number },
            { $0.minute = number }, { $0.second = number }, { $0.nanosecond = number }, { $0.weekday = number },
            { $0.weekdayOrdinal = number }, { $0.weekOfYear = number }, { $0.weekOfMonth = number },
            { $0.yearForWeekOfYear = number }, { $0.quarter = number }, { $0.era = number },
            { components in
                for unit in [Calendar.Component.year, .month, .day, .hour, .minute] {
                    components.setValue(number, for: unit)
                }
            },
        ]
        for set in setters {
            var components = DateComponents()
            set(&components)
            for repeats in [false, true] {
                let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
                _ = trigger.nextTriggerDate()
                _ = try archived(trigger)
                _ = try? trigger.model()
            }
        }
    }

    @Test func `an infinite interval is refused by add, not by the trigger`() async throws {
        try await withAgent { agent async throws in
            for seconds in [Double.infinity, 1e300, 1e12, .leastNonzeroMagnitude] {
                let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
                _ = trigger.nextTriggerDate()
                let content = UNMutableNotificationContent()
                content.title = "Tea"
                _ = try? await agent.center().add(
                    UNNotificationRequest(identifier: "tea", content: content, trigger: trigger))
            }
            try await agent.center().add(request("last", in: 60))
        }
    }

    @Test func `5: two thousand requests at once are all added`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            for number in 0..<2000 { center.add(request("r\(number)", in: 3600), withCompletionHandler: nil) }
            // The list is empty if the call's time is over: on a busy machine the agent still handles earlier calls.
            let count = try await withDeadline(seconds: 120) {
                var count = 0
                while count == 0, !Task.isCancelled { count = await center.pendingNotificationRequests().count }
                return count
            }
            #expect(count == 2000)
        }
    }

    @Test func `5: the delegate is set from many threads at once`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let recorders = (0..<8).map { _ in CenterRecorder() }
            DispatchQueue.concurrentPerform(iterations: 400) { number in
                center.delegate = number.isMultiple(of: 3) ? nil : recorders[number % 8]
                _ = center.delegate
                center.treatsApplicationAsActive = number.isMultiple(of: 2)
            }
            center.delegate = recorders[0]
            #expect(center.delegate === recorders[0])
            try await center.add(request("last", in: 60))
        }
    }
}
