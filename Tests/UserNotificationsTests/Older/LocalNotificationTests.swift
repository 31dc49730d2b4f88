// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CoreLocation
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing
import UIKitNotifications

@testable import UserNotifications

/// The rows of `legacy.md` §2 on a real agent: the meaning of a local notification.
@MainActor
@Suite struct LocalNotificationTests {
    @Test func `each call schedules a copy, and is one more notification`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            let notification = reminder("Tea", at: .now + 3600)
            application.scheduleLocalNotification(notification)
            notification.alertBody = "Coffee"
            application.scheduleLocalNotification(notification)

            let texts = (application.scheduledLocalNotifications ?? []).map { $0.alertBody ?? "" }
            #expect(Set(texts) == ["Tea", "Coffee"])
        }
    }

    @Test func `without a date, and with a past one, it fires at once`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            application.scheduleLocalNotification(reminder("No date"))
            #expect(try await server.nextNotification().body == "No date")
            application.scheduleLocalNotification(reminder("Past", at: .now - 86_400))
            #expect(try await server.nextNotification().body == "Past")
            application.presentLocalNotificationNow(reminder("Now", at: .now + 86_400))
            #expect(try await server.nextNotification().body == "Now")
            application.scheduleLocalNotification(reminder("Soon", at: .now + 0.2))
            #expect(try await server.nextNotification().body == "Soon")
        }
    }

    @Test(arguments: [nil, NSCalendar.Unit.day], [false, true])
    func `a date that is near when it is given is not too late for a slow agent`(
        _ unit: NSCalendar.Unit?, _ isFloating: Bool
    ) async throws {
        try await withAgentAndServer { agent, server async throws in
            // The clock of this application is slow: for the agent, the date has passed.
            let now = Date.now.timeIntervalSince1970 - 4
            let application = agent.application(TestTime(seconds: now))
            application.scheduleLocalNotification(
                reminder("Tea", at: Date(timeIntervalSince1970: now + 1)) {
                    $0.timeZone = isFloating ? .gmt : nil
                    $0.repeatInterval = unit ?? []
                })
            #expect(try await server.nextNotification().body == "Tea")
            #expect(application.scheduledLocalNotifications?.count == (unit == nil ? 0 : 1))
        }
    }

    @Test func `cancelling finds an equal one with the person's own zone and calendar`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            let date = Date.now + 3600
            @MainActor func daily() -> UILocalNotification {
                reminder("Tea", at: date) {
                    $0.timeZone = NSTimeZone.local
                    $0.repeatCalendar = .current
                    $0.repeatInterval = .day
                }
            }
            application.scheduleLocalNotification(daily())
            #expect(application.scheduledLocalNotifications?.count == 1)
            application.cancelLocalNotification(daily())
            #expect(application.scheduledLocalNotifications?.isEmpty == true)
        }
    }

    @Test func `what can't be scheduled is reported to the handler`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            let failures = FailureList(of: application)
            let region = CLCircularRegion(center: CLLocationCoordinate2D(), radius: 100, identifier: "home")
            application.scheduleLocalNotification(reminder("Both", at: .now + 60) { $0.region = region })
            #expect(try await failures.mailbox.next().contains("fireDate and region are both set"))
            application.scheduleLocalNotification(UILocalNotification())
            #expect(try await failures.mailbox.next().contains("nothing to present"))
            application.scheduleLocalNotification(reminder("Object") { $0.userInfo = ["object": NSObject()] })
            #expect(try await failures.mailbox.next().contains("userInfo"))
            #expect(application.scheduledLocalNotifications?.isEmpty == true)
        }
    }

    @Test(arguments: [true, false])
    func `a region schedules a location trigger, and is read back`(_ triggersOnce: Bool) async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            let region = CLCircularRegion(
                center: CLLocationCoordinate2D(latitude: 52, longitude: 13), radius: 100, identifier: "home")
            region.notifyOnExit = false
            let place = reminder("Place") {
                $0.region = region
                $0.regionTriggersOnce = triggersOnce
            }
            application.scheduleLocalNotification(place)

            let read = try #require(application.scheduledLocalNotifications?.first)
            #expect((read.region as? CLCircularRegion)?.radius == 100)
            #expect(read.region?.notifyOnEntry == true && read.region?.notifyOnExit == false)
            #expect(read.regionTriggersOnce == triggersOnce && read.fireDate == nil)
            let trigger = try await agent.proxy().pending().first?["trigger"]?.properties
            #expect(trigger?["repeats"]?.bool == !triggersOnce)
            application.cancelLocalNotification(place)
            #expect(application.scheduledLocalNotifications?.isEmpty == true)
        }
    }

    @Test func `without a handler, a failure is written to the log`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            application.scheduleLocalNotification(UILocalNotification())
            // The note is sent before this call, and stored before its reply.
            _ = application.scheduledLocalNotifications
            let kinds = try await agent.proxy().log([:]).map { "\($0["kind"]?.string ?? "") \($0)" }
            #expect(kinds.contains { $0.contains("nothing to present") })
        }
    }

    @Test func `the title is the application's name, or its own`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            application.scheduleLocalNotification(reminder("50 %% off"))
            let plain = try await server.nextNotification()
            #expect(plain.summary == plain.appName)
            #expect(plain.body == "50 % off")
            application.scheduleLocalNotification(reminder("Tea") { $0.alertTitle = "Kitchen" })
            #expect(try await server.nextNotification().summary == "Kitchen")
        }
    }

    @Test func `alertAction is the title of the default action, and hasAction removes it`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            // No program of this application can be told of a click, until one has a delegate.
            application.scheduleLocalNotification(reminder("Nobody"))
            #expect(try await server.nextNotification().actions.isEmpty)
            let delegate = OlderActionTests.Recorder()
            application.delegate = delegate
            application.isActive = false
            application.scheduleLocalNotification(reminder("One"))
            #expect(try await server.nextNotification().actions.map(\.label) == ["Open"])
            application.scheduleLocalNotification(reminder("Two") { $0.alertAction = "Brew" })
            #expect(try await server.nextNotification().actions.map(\.label) == ["Brew"])
            application.scheduleLocalNotification(
                reminder("Three") {
                    $0.alertAction = "Brew"
                    $0.hasAction = false
                })
            #expect(try await server.nextNotification().actions.isEmpty)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test func `a badge above 0 is set, 0 changes nothing, and less removes it`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            @MainActor func present(_ badge: Int) async throws -> Int {
                application.presentLocalNotificationNow(reminder("Mail") { $0.applicationIconBadgeNumber = badge })
                _ = try await server.nextNotification()
                return application.applicationIconBadgeNumber
            }
            #expect(try await present(5) == 5)
            #expect(try await present(0) == 5)
            #expect(try await present(-1) == 0)
        }
    }

    @Test func `all properties come back from the agent`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            let notification = reminder("Tea", at: Date(timeIntervalSinceReferenceDate: 2_000_000_000.123)) {
                $0.timeZone = TimeZone(identifier: "Asia/Tokyo")
                $0.repeatInterval = .day
                $0.repeatCalendar = Calendar(identifier: .gregorian)
                $0.alertTitle = "Kitchen"
                $0.alertAction = "Brew"
                $0.hasAction = false
                $0.alertLaunchImage = "Tea.png"
                $0.soundName = UILocalNotificationDefaultSoundName
                $0.applicationIconBadgeNumber = -1
                $0.userInfo = ["pot": 3, "kinds": ["green", "black"]]
                $0.category = "TEA"
            }
            application.scheduleLocalNotification(notification)
            let found = try #require(application.scheduledLocalNotifications?.first)
            #expect(found == notification)
            #expect(found.userInfo?.count == 2)
            #expect(found.fireDate == notification.fireDate)
            #expect(found.hasAction == false)
        }
    }

    @Test func `an empty user info is not nil`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            application.scheduleLocalNotification(reminder("One", at: .now + 60) { $0.userInfo = [:] })
            #expect(application.scheduledLocalNotifications?.first?.userInfo?.isEmpty == true)
            application.cancelAllLocalNotifications()
            application.scheduleLocalNotification(reminder("Two", at: .now + 60))
            #expect(application.scheduledLocalNotifications?.first?.userInfo == nil)
        }
    }

    @Test func `sounds: none, the default one, and a file`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            for sound in [nil, UILocalNotificationDefaultSoundName, "bell.caf"] {
                application.scheduleLocalNotification(
                    reminder(sound ?? "", at: .now + 60) {
                        $0.alertTitle = "Sound"
                        $0.soundName = sound
                    })
            }
            let requests = await application.legacyCenter.pendingNotificationRequests()
            let sounds = Dictionary(uniqueKeysWithValues: requests.map { ($0.content.body, $0.content.sound) })
            #expect(sounds[""] == .some(nil))
            #expect(sounds[UILocalNotificationDefaultSoundName] == .default)
            #expect(sounds["bell.caf"] == UNNotificationSound(named: UNNotificationSoundName("bell.caf")))
        }
    }

    @Test func `cancelling finds the object, an archive, and an equal one`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            let date = Date.now + 3600
            let (one, two, three) = (reminder("1", at: date), reminder("2", at: date), reminder("3", at: date))
            for notification in [one, two, three] { application.scheduleLocalNotification(notification) }
            @MainActor func left() -> [String] {
                (application.scheduledLocalNotifications ?? []).compactMap { $0.alertBody }.sorted()
            }

            one.alertBody = "changed later"
            application.cancelLocalNotification(one)
            #expect(left() == ["2", "3"])

            let data = try NSKeyedArchiver.archivedData(withRootObject: two, requiringSecureCoding: false)
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
            unarchiver.requiresSecureCoding = false
            let archived = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UILocalNotification
            #expect(archived == two)
            application.cancelLocalNotification(try #require(archived))
            #expect(left() == ["3"])

            application.cancelLocalNotification(reminder("3", at: date))
            #expect(left() == [])
        }
    }

    @Test func `cancelling removes what is on the screen, too`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            let (one, two) = (reminder("1"), reminder("2"))
            application.scheduleLocalNotification(one)
            let shown = try await server.nextNotification()
            application.scheduleLocalNotification(two)
            _ = try await server.nextNotification()
            application.cancelLocalNotification(one)
            #expect(try await server.nextClosing().id == shown.id)
            application.cancelAllLocalNotifications()
            _ = try await server.nextClosing()
            #expect(await application.legacyCenter.deliveredNotifications().isEmpty)
        }
    }

    @Test func `setting the list replaces everything, and more than 64 stay`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            application.scheduleLocalNotification(reminder("old", at: .now + 60))
            application.scheduledLocalNotifications = (1...70).map { reminder("\($0)", at: .now + 3600) }
            #expect(application.scheduledLocalNotifications?.count == 70)
            #expect(application.scheduledLocalNotifications?.contains { $0.alertBody == "old" } == false)
            application.scheduledLocalNotifications = nil
            #expect(application.scheduledLocalNotifications?.isEmpty == true)
        }
    }

    @Test(arguments: [NSCalendar.Unit.second, .nanosecond, .era, [.day, .hour]])
    func `an interval that can't be kept fires once, and the log says so`(_ unit: NSCalendar.Unit) async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            application.scheduleLocalNotification(reminder("Tea", at: .now + 60) { $0.repeatInterval = unit })
            let request = try #require(await application.legacyCenter.pendingNotificationRequests().first)
            #expect(request.trigger?.repeats == false)
            _ = application.scheduledLocalNotifications
            let lines = try await agent.proxy().log([:]).map { "\($0)" }
            #expect(lines.contains { $0.contains("the notification fires once") })
        }
    }
}
