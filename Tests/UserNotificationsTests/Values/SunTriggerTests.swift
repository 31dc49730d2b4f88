// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing
import TestSupport
import UserNotifications

/// Triggers at sunrise and sunset, and rules with the person's workdays, which Apple doesn't have.
@Suite struct SunTriggerTests {
    private static let berlin = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.41)

    @Test func `it keeps its event, offset and place, also in an archive`() throws {
        let trigger = UNSunNotificationTrigger(event: .sunset, offset: -1800, coordinate: Self.berlin, repeats: true)
        #expect(trigger.event == .sunset && trigger.offset == -1800 && trigger.repeats)
        #expect(trigger.coordinate?.latitude == 52.52 && trigger.coordinate?.longitude == 13.41)
        let next = try #require(trigger.nextTriggerDate())
        #expect(next > .now && next < .now + 86_400 + 300)
        let data = try NSKeyedArchiver.archivedData(withRootObject: trigger, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: UNSunNotificationTrigger.self, from: data)
        #expect(copy == trigger)
        #expect(UNSunNotificationTrigger(event: .sunrise, repeats: true) != trigger)
        #expect(UNSunNotificationTrigger(event: .sunrise, repeats: true).nextTriggerDate() == nil)
    }

    @Test(arguments: [Double.nan, .infinity, 1e300, -1e300, 9.3e18, -9.2e18, 43_201])
    func `an offset that can't be is an error, and ends no program`(offset: Double) async throws {
        try await withAgent { agent async throws in
            let content = UNMutableNotificationContent()
            content.title = "Tea"
            let trigger = UNSunNotificationTrigger(
                event: .sunset, offset: offset, coordinate: Self.berlin, repeats: false)
            _ = trigger.nextTriggerDate()
            let error = await #expect(throws: UNError.self) {
                try await agent.center().add(UNNotificationRequest(identifier: "x", content: content, trigger: trigger))
            }
            #expect(error?.code == .notificationInvalidNoDate)
        }
    }

    @Test func `triggers of the sun and of workdays come back from the agent`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let content = UNMutableNotificationContent()
            content.title = "Tea"
            let sun = UNSunNotificationTrigger(event: .sunset, offset: -1800, coordinate: Self.berlin, repeats: true)
            let work = try UNRuleNotificationTrigger(rule: "FREQ=DAILY;BYHOUR=9", days: .workdays)
            for (identifier, trigger) in [("sun", sun), ("work", work)] {
                try await center.add(UNNotificationRequest(identifier: identifier, content: content, trigger: trigger))
            }
            let pending = await center.pendingNotificationRequests()
            let triggers = Dictionary(uniqueKeysWithValues: pending.map { ($0.identifier, $0.trigger) })
            #expect(triggers["sun"] == sun)
            #expect((triggers["sun"] as? UNSunNotificationTrigger)?.nextTriggerDate() != nil)
            #expect(triggers["work"] == work)
            #expect((triggers["work"] as? UNRuleNotificationTrigger)?.days == .workdays)
        }
    }

    @Test func `without a place of its own or of the person the request is refused`() async throws {
        try await withAgent { agent async throws in
            let content = UNMutableNotificationContent()
            content.title = "Tea"
            let trigger = UNSunNotificationTrigger(event: .sunset, repeats: false)
            let error = await #expect(throws: UNError.self) {
                try await agent.center().add(UNNotificationRequest(identifier: "x", content: content, trigger: trigger))
            }
            let words = String(describing: error?.errorUserInfo)
            #expect(words.contains("sunset needs a place"), "\(words)")
        }
    }
}
