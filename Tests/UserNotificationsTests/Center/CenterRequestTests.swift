// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Dispatch
import Foundation
import NotificationServer
import Synchronization
import Testing
import TestSupport

@testable import UserNotifications

/// The center's methods, with the real agent; the numbers are those of `un-behaviour.md`.
@Suite struct CenterRequestTests {
    @Test func `1, 3: there is one center, also in a program without a bundle`() {
        #expect(UNUserNotificationCenter.current() === UNUserNotificationCenter.current())
        #expect(UNUserNotificationCenter.current().delegate == nil)
    }

    @Test func `content extensions are supported where the server shows pictures`() async throws {
        var script = ScriptedServerScript()
        for hasPictures in [false, true] {
            script.configuration.capabilities = ["actions", "body"] + (hasPictures ? ["icon-static"] : [])
            try await withAgentAndServer(script: script) { agent, _ async throws in
                let center = agent.center()
                let isSupported = await Task.detached { center.supportsContentExtensions }.value
                #expect(isSupported == hasPictures)
            }
        }
        #expect(
            !UNUserNotificationCenter(agent: CenterClient(bus: .at("unix:path=/none")), app: "x")
                .supportsContentExtensions)
    }

    @Test func `4: handlers are called on one serial queue, never before the call returns`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let order = Mailbox<String>()
            let queue = center.callOut
            for number in 0..<20 {
                let isReturning = Mutex(true)
                let keep = request("r\(number)", in: 3600)
                isReturning.withLock { isReturning in
                    center.add(keep) { error in
                        dispatchPrecondition(condition: .onQueue(queue))
                        order.put("\(number) \(error == nil)")
                    }
                    isReturning = false
                }
            }
            for number in 0..<20 { #expect(try await order.next() == "\(number) true") }
        }
    }

    @Test func `4: an error before the agent is called comes on the queue, too`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let told = Mailbox<UNError.Code?>()
            let queue = center.callOut
            queue.suspend()
            center.setBadgeCount(-1) { told.put(($0 as? UNError)?.code) }
            #expect(told.takeAll().isEmpty)
            queue.resume()
            #expect(try await told.next() == .badgeInputInvalid)
        }
    }

    @Test func `5, 6, 7, 8: calls are carried out in the order in which they are made`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            for round in 0..<10 {
                center.add(request("a\(round)", in: 3600), withCompletionHandler: nil)
                center.add(request("b\(round)", in: 3600), withCompletionHandler: nil)
                center.removePendingNotificationRequests(withIdentifiers: ["a\(round)"])
                let pending = await center.pendingNotificationRequests()
                #expect(pending.map(\.identifier) == ["b\(round)"])
                center.removeAllPendingNotificationRequests()
            }
            #expect(await center.pendingNotificationRequests().isEmpty)
        }
    }

    @Test func `5: the center is used from many threads at once`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 { group.addTask { try await center.add(request("r\(number)", in: 3600)) } }
                try await group.waitForAll()
            }
            #expect(await center.pendingNotificationRequests().count == 50)
        }
    }

    @Test func `9, 10, 11: authorization is granted without a prompt, and the decision is kept`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
            #expect(try await center.requestAuthorization(options: [.alert, .sound, .badge]))
            let settings = await center.notificationSettings()
            #expect(settings.authorizationStatus == .authorized)
            #expect(settings.alertSetting == .enabled)
            #expect(settings.alertStyle == .banner)
        }
    }

    @Test func `17: a provisional authorization`() async throws {
        try await withAgent { agent async throws in
            #expect(try await agent.center().requestAuthorization(options: [.alert, .provisional]))
            #expect(await agent.center().notificationSettings().authorizationStatus == .provisional)
        }
    }

    @Test func `12, 13, 14: a denied program can't add, and gets an error`() async throws {
        try await withAgent(configuration: "[applications.\"\(TestAgent.app)\"]\nnotifications = false\n") {
            agent async throws in
            let center = agent.center()
            #expect(try await !center.requestAuthorization(options: [.alert]))
            #expect(await center.notificationSettings().authorizationStatus == .denied)
            #expect(await center.notificationSettings().alertSetting == .disabled)
            let error = await #expect(throws: UNError.self) { try await center.add(request("tea", in: 60)) }
            #expect(error?.code == .notificationsNotAllowed)
            #expect(error?.localizedDescription.contains("config.toml") == true)
            #expect(await center.pendingNotificationRequests().isEmpty)
        }
    }

    @Test func `10: the handler form of the authorization`() async throws {
        try await withAgent { agent async throws in
            let told = Mailbox<Bool>()
            agent.center().requestAuthorization(options: .alert) { granted, error in told.put(granted && error == nil) }
            #expect(try await told.next())
        }
    }

    @Test func `25, 75: without a trigger it is delivered at once, with its date`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let before = Date.now
            try await center.add(request("tea"))
            _ = try await server.nextNotification()
            let delivered = await center.deliveredNotifications()
            #expect(delivered.map(\.request.identifier) == ["tea"])
            #expect((delivered.first?.date).map { (before - 1...Date.now).contains($0) } == true)
            #expect(delivered.first?.request.content.title == "Tea")
        }
    }

    @Test func `26, 29: a pending request of the same identifier is replaced`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            try await center.add(request("tea", title: "Old", in: 3600))
            try await center.add(request("other", in: 7200))
            try await center.add(request("tea", title: "New", in: 60))
            let pending = await center.pendingNotificationRequests()
            #expect(pending.map(\.identifier) == ["tea", "other"])
            #expect(pending.first?.content.title == "New")
        }
    }

    @Test func `27, 28: a delivered notification stays until the new one fires`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            try await center.add(request("tea", title: "Old"))
            _ = try await server.nextNotification()
            try await center.add(request("tea", title: "New", in: 3600))
            #expect(await center.deliveredNotifications().map(\.request.content.title) == ["Old"])

            try await center.add(request("tea", title: "Newest"))
            #expect(try await server.nextNotification().summary == "Newest")
            #expect(await center.deliveredNotifications().map(\.request.content.title) == ["Newest"])
        }
    }

    @Test func `32: a request that repeats stays pending`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            try await center.add(request("once", in: 0.05))
            try await center.add(request("again", in: 60, repeats: true))
            _ = try await server.nextNotification()
            #expect(await center.pendingNotificationRequests().map(\.identifier) == ["again"])
        }
    }

    @Test func `63 to 67: there is no limit of 64`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            for number in 0..<100 {
                center.add(request("r\(number)", in: Double(3600 + number)), withCompletionHandler: nil)
            }
            #expect(await center.pendingNotificationRequests().count == 100)
        }
    }

    @Test func `68, 69: pending requests are listed soonest first, delivered ones newest first`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            for (identifier, seconds) in [("late", 300.0), ("soon", 100), ("middle", 200)] {
                try await center.add(request(identifier, in: seconds))
            }
            #expect(await center.pendingNotificationRequests().map(\.identifier) == ["soon", "middle", "late"])
            for identifier in ["first", "second"] {
                try await center.add(request(identifier))
                _ = try await server.nextNotification()
            }
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["second", "first"])
        }
    }

    @Test func `70, 72: empty lists, and removals of unknown identifiers`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            center.removePendingNotificationRequests(withIdentifiers: ["nothing"])
            center.removeDeliveredNotifications(withIdentifiers: ["nothing"])
            #expect(await center.pendingNotificationRequests().isEmpty)
            #expect(await center.deliveredNotifications().isEmpty)
            #expect(await center.notificationCategories().isEmpty)
        }
    }

    @Test func `74: removed notifications leave the screen without a response`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder()
            try await center.add(request("tea"))
            let shown = try await server.nextNotification()
            center.delegate = recorder
            center.removeDeliveredNotifications(withIdentifiers: ["tea"])
            #expect(try await server.nextClosing().id == shown.id)
            try await center.add(request("again"))
            _ = try await server.nextNotification()
            center.removeAllDeliveredNotifications()
            _ = try await server.nextClosing()
            #expect(await center.deliveredNotifications().isEmpty)
            #expect(recorder.responses.takeAll().isEmpty)
        }
    }

    @Test func `85, 86: the set of categories is replaced as a whole`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            func category(_ identifier: String) -> UNNotificationCategory {
                UNNotificationCategory(identifier: identifier, actions: [], intentIdentifiers: [], options: [])
            }
            center.setNotificationCategories([category("a"), category("b")])
            #expect(Set(await center.notificationCategories().map(\.identifier)) == ["a", "b"])
            center.setNotificationCategories([category("c")])
            let told = Mailbox<Set<UNNotificationCategory>>()
            center.getNotificationCategories { told.put($0) }
            #expect(try await told.next() == [category("c")])
        }
    }

    @Test func `77, 103: an invalid badge is badgeInputInvalid, and 0 clears`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            try await center.setBadgeCount(3)
            #expect(try await agent.proxy().settings()["badgeCount"]?.int == 3)
            try await center.setBadgeCount(0)
            #expect(try await agent.proxy().settings()["badgeCount"]?.int == 0)
            for count in [-1, Int.min, Int.max] {
                let error = await #expect(throws: UNError.self) { try await center.setBadgeCount(count) }
                #expect(error?.code == .badgeInputInvalid)
            }
        }
    }

    @Test func `34: a missing attachment is refused with the agent's sentence`() async throws {
        try await withAgent { agent async throws in
            let file = try agent.folders.file("picture.png", Data("no picture".utf8))
            let attachment = try UNNotificationAttachment(identifier: "", url: URL(filePath: file))
            let bad = request("tea", in: 60) { $0.attachments = [attachment] }
            let error = await #expect(throws: UNError.self) { try await agent.center().add(bad) }
            #expect(error?.code == .attachmentUnrecognizedType)
            #expect(error?.localizedDescription.contains("picture.png") == true)
        }
    }

    @Test func `34, 110, 111: with a sound or a film the notification is shown, and the file returned`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            for (name, bytes) in [
                ("voice.mp3", Data("ID3\u{4}not looked at further".utf8)),
                ("clip.mp4", Data("\0\0\0\u{20}ftypisom".utf8)),
            ] {
                let file = try agent.folders.file(name, bytes)
                let attachment = try UNNotificationAttachment(identifier: "a", url: URL(filePath: file))
                try await center.add(request(name, title: name) { $0.attachments = [attachment] })
                #expect(try await server.nextNotification().summary == name)
                let kept = try #require(
                    await center.deliveredNotifications().first?.request.content.attachments.first)
                #expect(kept.type == attachment.type)
                #expect(try Data(contentsOf: kept.url) == bytes)
            }
        }
    }

    @Test func `110: a sound or a film that does not fit its name is refused`() async throws {
        try await withAgent { agent async throws in
            for name in ["voice.mp3", "clip.mp4", "voice.aiff", "clip.mpg"] {
                let file = try agent.folders.file(name, Data("RIFF$\0\0\0WAVEfmt ".utf8))
                let attachment = try UNNotificationAttachment(identifier: "a", url: URL(filePath: file))
                let error = await #expect(throws: UNError.self) {
                    try await agent.center().add(request(name) { $0.attachments = [attachment] })
                }
                #expect(error?.code == .attachmentUnrecognizedType, "\(name)")
                #expect(error?.errorUserInfo["BelfryRefusal"] as? String == "InvalidAttachment")
            }
        }
    }

    @Test func `35: a badge or a sound alone is accepted, and shows nothing`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            try await center.add(request("badge", title: "") { $0.badge = 4 })
            try await center.add(request("sound", title: "") { $0.sound = .default })
            try await center.add(request("both", title: "") { ($0.badge, $0.sound) = (5, .default) })
            try await center.add(request("last", title: "Last"))
            #expect(try await server.nextNotification().summary == "Last")
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["last"])
            #expect(try await agent.proxy().settings()["badgeCount"]?.int == 5)
        }
    }

    @Test func `36: none of many that are due in the same second is dropped`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            for number in 0..<5 {
                center.add(request("r\(number)", title: "\(number)", in: 0.05), withCompletionHandler: nil)
            }
            var shown: Set<String> = []
            for _ in 0..<5 { shown.insert(try await server.nextNotification().summary) }
            #expect(shown == ["0", "1", "2", "3", "4"])
        }
    }

    @Test func `105: a missing sound file is replaced by the default sound`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("sound")
        try await withAgentAndServer(script: script) { agent, server async throws in
            let center = agent.center()
            for name in ["ping.caf", "Sounds/ping.aiff"] {
                try await center.add(
                    request("tea") { $0.sound = UNNotificationSound(named: UNNotificationSoundName(name)) })
                let shown = try await server.nextNotification()
                #expect(shown.hints.soundName == "message-new-instant")
            }
        }
    }
}
