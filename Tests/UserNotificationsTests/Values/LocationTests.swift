// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import NotificationModel
import Testing
import Triggers

@testable import UserNotifications

@Suite struct LocationTests {
    private let brandenburgGate = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 52.5163, longitude: 13.3777), radius: 500, identifier: "gate")

    @Test func `a location trigger is kept, copied and archived, and becomes the agent's`() throws {
        brandenburgGate.notifyOnExit = false
        let trigger = UNLocationNotificationTrigger(region: brandenburgGate, repeats: true)
        let request = UNNotificationRequest(identifier: "gate", content: UNNotificationContent(), trigger: trigger)
        brandenburgGate.notifyOnEntry = false

        let center = Coordinate(latitude: 52.5163, longitude: 13.3777)
        let region = Region(
            identifier: "gate", area: .circle(Circle(center: center, radius: 500)), notifyOnExit: false)
        #expect(try request.draft().trigger == .region(region, repeats: true))
        #expect(trigger.region.notifyOnEntry)
        #expect(!trigger.region.notifyOnExit)
        #expect(trigger.repeats)
        #expect(try archived(trigger) == trigger)
        #expect((try archived(trigger).region as? CLCircularRegion)?.radius == 500)
    }

    @Test(arguments: [
        Region.Area.circle(Circle(center: Coordinate(latitude: 1, longitude: 2), radius: 300)),
        .networks(["cafe", "cafe 5 GHz"]),
    ])
    func `a pending request is added again with the same place and end`(area: Region.Area) throws {
        let region = Region(identifier: "cafe", area: area, notifyOnEntry: false)
        let model = Trigger.region(region, repeats: true, until: Date(timeIntervalSince1970: 1_800_000_000))

        let trigger = UNNotificationTrigger.make(model, scheduledDate: nil)

        #expect(trigger.repeats)
        #expect((trigger as? UNLocationNotificationTrigger)?.region.identifier == "cafe")
        #expect((trigger as? UNLocationNotificationTrigger)?.region.notifyOnEntry == false)
        #expect(try trigger.model() == model)
        let place = try #require(trigger as? UNLocationNotificationTrigger).region
        #expect(try archived(place).model == region)
        let again = UNLocationNotificationTrigger(region: place, repeats: false)
        #expect(try again.model() == .region(region, repeats: false))
    }

    @Test(
        arguments: [
            (CLCircularRegion(center: kCLLocationCoordinate2DInvalid, radius: 500, identifier: "x"), "latitude"),
            (CLCircularRegion(center: CLLocationCoordinate2D(), radius: 0, identifier: "x"), "radius"),
            (CLCircularRegion(center: CLLocationCoordinate2D(), radius: 400_001, identifier: "x"), "400000"),
            (CLCircularRegion(center: CLLocationCoordinate2D(), radius: 500, identifier: ""), "identifier"),
        ])
    func `a region that is out of range is refused with the reason`(region: CLCircularRegion, word: String) throws {
        let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        let request = UNNotificationRequest(identifier: "x", content: content, trigger: trigger)
        let refusal = #expect(throws: Refusal.self) { try CenterQuestion.add(request) }
        #expect(refusal?.code == .invalidTrigger)
        #expect(refusal?.message.contains(word) == true)
    }

    @Test func `a region that is neither a circle nor has networks is refused`() throws {
        let plain = try #require(CLRegion.plain("x"))
        let error = #expect(throws: UNError.self) {
            try UNLocationNotificationTrigger(region: plain, repeats: false).model()
        }
        #expect(error?.code == .notificationInvalidNoDate)
        #expect(error?.localizedDescription.contains("CLCircularRegion") == true)
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

extension CLRegion {
    /// A region without a place, which a program can only make from an archive.
    fileprivate static func plain(_ identifier: String) -> CLRegion? {
        let coder = NSKeyedArchiver(requiringSecureCoding: true)
        coder.encode(NSString(string: identifier), forKey: "identifier")
        for key in ["notifyOnEntry", "notifyOnExit"] { coder.encode(NSNumber(value: true), forKey: key) }
        coder.finishEncoding()
        guard let reader = try? NSKeyedUnarchiver(forReadingFrom: coder.encodedData) else { return nil }
        return CLRegion(coder: reader)
    }
}
