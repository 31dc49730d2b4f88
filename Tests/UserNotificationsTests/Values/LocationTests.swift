// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

@testable import UserNotifications

@Suite struct LocationTests {
    private let brandenburgGate = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 52.5163, longitude: 13.3777), radius: 500, identifier: "gate")

    @Test func `a location trigger is kept, copied and archived, and add refuses it with the reason`() throws {
        brandenburgGate.notifyOnExit = false
        let trigger = UNLocationNotificationTrigger(region: brandenburgGate, repeats: true)
        let request = UNNotificationRequest(identifier: "gate", content: UNNotificationContent(), trigger: trigger)
        brandenburgGate.notifyOnEntry = false

        let error = #expect(throws: UNError.self) { try request.draft() }

        #expect(error?.code == .notificationInvalidNoDate)
        #expect(error?.localizedDescription.contains("location") == true)
        #expect(trigger.region.notifyOnEntry)
        #expect(!trigger.region.notifyOnExit)
        #expect(trigger.repeats)
        #expect(try archived(trigger) == trigger)
        #expect((try archived(trigger).region as? CLCircularRegion)?.radius == 500)
    }

    @Test func `129: a push trigger can't be scheduled`() throws {
        let trigger = try #require(
            UNPushNotificationTrigger(coder: Carrier([UNNotificationTrigger.Fields(repeats: false)])))
        let error = #expect(throws: UNError.self) { try trigger.model() }

        #expect(error?.code == .notificationInvalidNoDate)
        #expect(!trigger.repeats)
    }

    @Test func `a circle contains places that are nearer than its radius`() {
        #expect(brandenburgGate.contains(CLLocationCoordinate2D(latitude: 52.5186, longitude: 13.3762)))  // Reichstag
        #expect(!brandenburgGate.contains(CLLocationCoordinate2D(latitude: 52.5219, longitude: 13.4132)))
        #expect(!brandenburgGate.contains(kCLLocationCoordinate2DInvalid))
    }

    @Test func `a circle may cross the date line`() {
        let fiji = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: -17, longitude: 179.99), radius: 5000, identifier: "fiji")

        #expect(fiji.contains(CLLocationCoordinate2D(latitude: -17, longitude: -179.99)))
    }

    @Test func `coordinates are valid within the globe's degrees`() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90, -180)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90.1, 0)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(.nan, 0)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }

    @Test func `regions are equal by identifier and by default notify both ways`() {
        let same = CLCircularRegion(center: CLLocationCoordinate2D(), radius: -1, identifier: "gate")

        #expect(same == brandenburgGate)
        #expect(same.notifyOnEntry && same.notifyOnExit)
        #expect(same.radius == 0)
    }
}
