// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing

@testable import UserNotifications

@Suite struct ContentTests {
    private let full = UNMutableNotificationContent()

    init() {
        full.title = "Tea"
        full.subtitle = "green"
        full.body = "is ready"
        full.badge = 3
        full.sound = UNNotificationSound.criticalSoundNamed(UNNotificationSoundName("gong.wav"), withAudioVolume: 0.5)
        full.userInfo = ["cup": 1, "date": Date(timeIntervalSince1970: 5), "deep": ["a": [true]]]
        full.categoryIdentifier = "tea"
        full.threadIdentifier = "kitchen"
        full.targetContentIdentifier = "window"
        full.interruptionLevel = .timeSensitive
        full.relevanceScore = 0.5
        full.filterCriteria = "home"
        full.launchImageName = "launch"
        full.summaryArgument = "cups"
        full.summaryArgumentCount = 2
    }

    @Test func `101, 102: every default is Apple's`() {
        for content in [UNNotificationContent(), UNMutableNotificationContent()] {
            #expect(content.title == "" && content.subtitle == "" && content.body == "")
            #expect(content.attachments.isEmpty && content.userInfo.isEmpty)
            #expect(content.badge == nil && content.sound == nil)
            #expect(content.targetContentIdentifier == nil && content.filterCriteria == nil)
            #expect(content.summaryArgument == "" && content.summaryArgumentCount == 1)
            #expect(content.interruptionLevel == .active && content.relevanceScore == 0)
        }
    }

    @Test func `every property is the same after the agent stored it`() throws {
        let model = try full.model()
        let back = UNNotificationContent(try JSONDecoder().decode(Content.self, from: JSONEncoder().encode(model)))

        #expect(model.badge == 3)
        #expect(model.sound == Sound(name: "gong.wav", isCritical: true, volume: 0.5))
        #expect(model.interruptionLevel == .timeSensitive)
        #expect(back == full)
    }

    @Test func `an archive keeps every property, and whether the content is mutable`() throws {
        #expect(try archived(full) == full)
        #expect(try archived(UNNotificationContent(full.fields)) == full)
        #expect(type(of: try archived(full)) == UNMutableNotificationContent.self)
    }

    @Test func `each property makes contents differ`() throws {
        let changes: [(UNMutableNotificationContent) -> Void] = [
            { $0.title = "" }, { $0.subtitle = "" }, { $0.body = "" }, { $0.badge = nil }, { $0.sound = nil },
            { $0.userInfo = [:] }, { $0.userInfo["cup"] = 2 }, { $0.categoryIdentifier = "" },
            { $0.threadIdentifier = "" }, { $0.targetContentIdentifier = nil }, { $0.interruptionLevel = .active },
            { $0.relevanceScore = 0 }, { $0.filterCriteria = nil }, { $0.launchImageName = "" },
            { $0.summaryArgument = "" }, { $0.summaryArgumentCount = 1 },
        ]
        for (index, change) in changes.enumerated() {
            let other = try #require(full.mutableCopy() as? UNMutableNotificationContent)
            #expect(other == full)
            change(other)
            #expect(other != full, "change \(index)")
        }
    }

    @Test func `104: sounds reach the agent with their kind`() {
        #expect(UNNotificationSound.default.model == .standard)
        #expect(UNNotificationSound(named: UNNotificationSoundName(rawValue: "a.caf")).model == Sound(name: "a.caf"))
        #expect(UNNotificationSound.default == UNNotificationSound.default)
        #expect(UNNotificationSound.default != UNNotificationSound.defaultCritical)
    }

    @Test func `106: a critical sound's volume is limited to 0 to 1`() {
        #expect(
            UNNotificationSound.defaultCriticalSound(withAudioVolume: 7).model == Sound(isCritical: true, volume: 1))
        #expect(UNNotificationSound.defaultCriticalSound(withAudioVolume: -1).model.volume == 0)
        #expect(UNNotificationSound.defaultCriticalSound(withAudioVolume: .nan).model.volume == 1)
    }

    @Test(arguments: [
        (UNNotificationInterruptionLevel.passive, InterruptionLevel.passive), (.active, .active),
        (.timeSensitive, .timeSensitive), (.critical, .critical),
    ]) func `107: interruption levels are the agent's`(
        _ level: UNNotificationInterruptionLevel, _ model: InterruptionLevel
    ) {
        #expect(level.model == model)
        #expect(UNNotificationInterruptionLevel(model) == level)
    }

    @Test func `102, 108: numbers out of range reach the agent as the nearest valid ones`() throws {
        full.badge = -1
        full.relevanceScore = 7
        full.summaryArgumentCount = 0
        let model = try full.model()

        #expect(model.badge == 0)
        #expect(model.relevanceScore == 1)
        #expect(model.summaryArgumentCount == 1)
        #expect(full.relevanceScore == 7)
        full.relevanceScore = .nan
        #expect(try full.model().relevanceScore == 0)
        #expect(throws: Never.self) { try full.model().validate() }
    }

    @Test func `no type on Linux provides content`() {
        final class Provider: NSObject, UNNotificationContentProviding {}

        #expect { try full.updating(from: Provider()) } throws: { error in
            (error as? UNError)?.code == .contentProvidingObjectNotAllowed
        }
    }

    @Test func `one content is read and written from many threads`() async {
        let shared = full
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        shared.title = "Tea \(number)"
                        shared.userInfo = ["n": number]
                        _ = shared.copy()
                    }
                }
            }
        }

        #expect(shared.title.hasPrefix("Tea"))
    }

    @Test func `115: a localised string without a translation is its key`() {
        #expect(NSString.localizedUserNotificationString(forKey: "TEA_READY", arguments: nil) == "TEA_READY")
        #expect(
            NSString.localizedUserNotificationString(forKey: "%@ has %d cups", arguments: ["Ann", 3])
                == "Ann has 3 cups")
    }

    @Test(arguments: [
        ("%2$@ before %1$@", "b before a"), ("%@ %@ %@", "a b %@"), ("100 %% %@", "100 % a"), ("%d", "a"),
        ("%99$@", "%99$@"), ("%", "%"), ("%0$@", "%0$@"), ("%n", "%n"),
    ]) func `115: a format that doesn't fit its arguments does no harm`(_ format: String, _ text: String) {
        #expect(FormatString(format).text(["a", "b"]) == text)
    }

    @Test func `115: numbers are formatted as the format says`() {
        #expect(FormatString("%05d|%x|%.2f|%lu|%@").text([42, 255, 1.5, 7, 8]) == "00042|ff|1.50|7|8")
        #expect(FormatString("%d %i").text([Double.nan, 1e300]).count > 2)
        #expect(FormatString("%@").text([UUID?.none as Any]) == "nil")
    }
}
