// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Dispatch
import Foundation
import NotificationServer
import Testing
import TestSupport

@testable import UserNotifications

/// The agent's calls to a program; the numbers are those of `un-behaviour.md`.
@Suite struct CenterDelegateTests {
    private static let category = UNNotificationCategory(
        identifier: "brew",
        actions: [
            UNNotificationAction(identifier: "done", title: "Done", options: []),
            UNNotificationAction(identifier: "open", title: "Show", options: .foreground),
            UNTextInputNotificationAction(
                identifier: "say", title: "Say", options: [], textInputButtonTitle: "Send", textInputPlaceholder: "…"),
        ], intentIdentifiers: [], options: .customDismissAction)

    @Test func `87, 88, 92, 119, 122: an action's response is complete`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder()
            center.delegate = recorder
            center.setNotificationCategories([Self.category])
            let wanted = request("tea") {
                $0.categoryIdentifier = "brew"
                $0.userInfo = ["pot": 3]
            }
            try await center.add(wanted)
            let shown = try await server.nextNotification()
            #expect(shown.actions.map(\.label).filter { ["Done", "Show"].contains($0) } == ["Done", "Show"])

            await server.press(shown.key(of: "Done"), on: shown)

            let response = try await recorder.responses.next().response
            #expect(response.actionIdentifier == "done")
            #expect(response.notification.request.identifier == "tea")
            #expect(response.notification.request.content.userInfo["pot"] as? Int == 3)
            #expect(response.notification.request.trigger == nil)
        }
    }

    @Test func `89: a category that is registered after the request applies`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            // No server is running yet.
            try await center.add(request("tea") { $0.categoryIdentifier = "brew" })
            center.setNotificationCategories([Self.category])
            #expect(await center.notificationCategories().count == 1)
            try await withScriptedServer(on: agent.bus) { server async throws in
                #expect(try await server.nextNotification().actions.contains { $0.label == "Done" })
            }
        }
    }

    @Test func `90, 91: opening and dismissing`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder()
            center.delegate = recorder
            center.setNotificationCategories([Self.category])
            try await center.add(request("open"))
            await server.press("default", on: try await server.nextNotification())
            try await center.add(request("dismiss") { $0.categoryIdentifier = "brew" })
            await server.dismiss(try await server.nextNotification())

            #expect(
                try await recorder.responses.next().response.actionIdentifier == UNNotificationDefaultActionIdentifier)
            #expect(
                try await recorder.responses.next().response.actionIdentifier == UNNotificationDismissActionIdentifier)
        }
    }

    @Test func `96: typed text is delivered as a text response`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("inline-reply")
        try await withAgentAndServer(script: script) { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder()
            center.delegate = recorder
            center.setNotificationCategories([Self.category])
            try await center.add(request("tea") { $0.categoryIdentifier = "brew" })
            await server.reply("green, please", to: try await server.nextNotification())

            let response = try await recorder.responses.next().response as? UNTextInputNotificationResponse
            #expect(response?.actionIdentifier == "say")
            #expect(response?.userText == "green, please")
        }
    }

    @Test func `76: the answered notification leaves the list, others stay`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder()
            center.delegate = recorder
            try await center.add(request("one"))
            let one = try await server.nextNotification()
            try await center.add(request("two"))
            _ = try await server.nextNotification()
            await server.press("default", on: one)
            _ = try await recorder.responses.next()
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["two"])
        }
    }

    @Test func `120, 121: kept responses are delivered first and once, when a delegate is set`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let events = try await AgentEvents(of: agent)
            let center = agent.center()
            for identifier in ["first", "second"] {
                try await center.add(request(identifier))
                await server.press("default", on: try await server.nextNotification())
                try await events.next("answered", of: identifier)
            }

            let recorder = CenterRecorder()
            center.delegate = recorder

            #expect(try await recorder.responses.next().identifier == "first")
            #expect(try await recorder.responses.next().identifier == "second")
            try await events.next("acknowledged", of: "second")
            let other = CenterRecorder()
            center.delegate = other
            try await center.add(request("third"))
            await server.press("default", on: try await server.nextNotification())
            #expect(try await other.responses.next().identifier == "third")
            #expect(recorder.responses.takeAll().isEmpty)
        }
    }

    @Test func `2: the delegate is weak, and its responses are kept for the next one`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            do { center.delegate = CenterRecorder() }
            #expect(center.delegate == nil)
            try await center.add(request("tea"))
            await server.press("default", on: try await server.nextNotification())

            let recorder = CenterRecorder()
            center.delegate = recorder
            #expect(try await recorder.responses.next().identifier == "tea")
        }
    }

    @Test func `79: the delegate's options decide`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder(options: [.banner, .list])
            center.delegate = recorder
            try await center.add(request("tea") { $0.sound = .default })
            #expect(try await recorder.questions.next().request.identifier == "tea")
            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test func `80, 81, 82: nothing is shown without a banner, and listed only with list`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let events = try await AgentEvents(of: agent)
            let center = agent.center()
            let recorder = CenterRecorder(options: [.list, .sound])
            center.delegate = recorder
            try await center.add(request("listed"))
            try await events.next("gone", of: "listed")
            recorder.present([])
            try await center.add(request("hidden"))
            try await events.next("gone", of: "hidden")

            #expect(server.takeNotifications().isEmpty)
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["listed"])
        }
    }

    @Test func `80: a delegate that never replies is ignored after the limit`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center(limits: .short)
            let recorder = CenterRecorder(options: nil)
            center.delegate = recorder
            try await center.add(request("tea"))
            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test func `78, 84: an application that is not active is not asked`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder(options: [])
            center.delegate = recorder
            center.treatsApplicationAsActive = false
            try await center.add(request("tea"))
            #expect(try await server.nextNotification().summary == "Tea")
            #expect(recorder.questions.takeAll().isEmpty)
        }
    }

    @Test func `83: a handler that is never called blocks nothing, and its response is not repeated`()
        async throws
    {
        try await withAgentAndServer { agent, server async throws in
            let events = try await AgentEvents(of: agent)
            let center = agent.center(limits: .short)
            let recorder = CenterRecorder(finishes: false)
            center.delegate = recorder
            for identifier in ["first", "second"] {
                try await center.add(request(identifier))
                await server.press("default", on: try await server.nextNotification())
            }
            let received = [try await recorder.responses.next(), try await recorder.responses.next()]
            #expect(Set(received.map(\.identifier)) == ["first", "second"])
            try await events.next("acknowledged", of: "second")
            #expect(try await agent.proxy().status()["responses"]?.int == 0)
        }
    }

    @Test func `a handler that is called twice, or too late, counts once`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center(limits: .short)
            let recorder = CenterRecorder(finishes: false)
            center.delegate = recorder
            for identifier in ["first", "second"] {
                try await center.add(request(identifier))
                await server.press("default", on: try await server.nextNotification())
            }
            let first = try await recorder.responses.next()
            let second = try await recorder.responses.next()
            for received in [first, second, first] { received.finish() }
            // On a busy machine the limit may pass between the call of the first handler and the line that records it.
            #expect(Set([first, second].map(\.identifier)) == ["first", "second"])
        }
    }

    @Test func `a response whose delegate never finished is delivered to the next one`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center(limits: .long)
            let stuck = CenterRecorder(finishes: false)
            center.delegate = stuck
            try await center.add(request("tea"))
            await server.press("default", on: try await server.nextNotification())
            _ = try await stuck.responses.next()
            // As if the program had ended now.
            center.delegate = nil
            let other = agent.center()
            let recorder = CenterRecorder()
            other.delegate = recorder
            center.agent.attach(nil)
            try await agent.kill()
            try await agent.start()
            #expect(try await recorder.responses.next().identifier == "tea")
        }
    }

    @Test func `123: while the main thread is blocked its responses wait, and nothing is lost`()
        async throws
    {
        try await withAgentAndServer { agent, server async throws in
            let limits = DelegateLimits(
                beginning: .milliseconds(300), response: .milliseconds(300), presentation: .milliseconds(300),
                grace: .seconds(3))
            let stuck = agent.center(limits: limits)
            let other = agent.center(app: "org.example.Other")
            let (mainDelegate, recorder) = (await MainRecorder(), CenterRecorder())
            let events = try await AgentEvents(of: agent)
            let door = DispatchSemaphore(value: 0)
            let isBlocked = Mailbox<Void>()
            DispatchQueue.main.async {
                isBlocked.put(())
                door.wait()
            }
            defer { door.signal() }
            try await isBlocked.next()
            stuck.delegate = mainDelegate
            other.delegate = recorder
            try await stuck.add(request("stuck"))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "stuck")
            try await other.add(request("other"))
            await server.press("default", on: try await server.nextNotification())

            #expect(try await recorder.responses.next().identifier == "other")
            try await events.next("acknowledged", of: "other")
            #expect(mainDelegate.responses.takeAll().isEmpty)

            door.signal()
            #expect(try await mainDelegate.responses.next() == "stuck")
            try await events.next("acknowledged", of: "stuck")
        }
    }

    @Test func `2: a delegate may clear the delegate at its end`() async throws {
        final class Tidy: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
            // Set once, before any other use.
            var center: UNUserNotificationCenter?
            deinit { center?.delegate = nil }
        }
        try await withAgent { agent async throws in
            let center = agent.center()
            do {
                let tidy = Tidy()
                tidy.center = center
                center.delegate = tidy
            }
            #expect(center.delegate == nil)
            #expect(await center.pendingNotificationRequests().isEmpty)
        }
    }
}

/// The usual form in applications: async methods on the main actor.
@MainActor
private final class MainRecorder: NSObject, UNUserNotificationCenterDelegate {
    nonisolated let responses = Mailbox<String>()

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        MainActor.preconditionIsolated()
        responses.put(response.notification.request.identifier)
    }
}
