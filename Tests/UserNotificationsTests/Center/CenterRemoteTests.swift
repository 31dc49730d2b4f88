// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

@testable import UserNotifications

/// Remote notifications in a Swift program: registered, received, shown and answered.
@Suite struct CenterRemoteTests {
    /// A delegate that records what it is told.
    private final class Receiver: UNRemoteNotificationDelegate, Sendable {
        let registrations = Mailbox<UNRemoteRegistration>()
        let failures = Mailbox<(String, UNError)>()
        let pushes = Mailbox<Int>()

        func didRegister(_ registration: UNRemoteRegistration) { registrations.put(registration) }

        func didFailToRegister(_ instance: String, error: any Error) {
            if let error = error as? UNError { failures.put((instance, error)) }
        }

        func didReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> UNRemoteNotificationResult {
            pushes.put(userInfo["n"] as? Int ?? 0)
            return .newData
        }
    }

    /// The registration in the form of the D-Bus interface, for the scripted distributor.
    private func dictionary(_ registration: UNRemoteRegistration) -> [String: Value] {
        [
            "endpoint": .string(registration.endpoint.absoluteString),
            "subscription": .string(String(decoding: registration.subscription, as: UTF8.self)),
        ]
    }

    @Test func `a program registers, and waits for its subscription`() async throws {
        try await withAgent { agent async throws in
            let distributor = try await ScriptedDistributor(of: agent)
            let center = agent.center()

            let registration = try await center.registerForRemoteNotifications(instance: "home")

            let asked = try await distributor.nextRegistration()
            #expect(registration.instance == "home")
            #expect(registration.endpoint.absoluteString == distributor.endpoint(of: asked.token))
            let json = try JSONSerialization.jsonObject(with: registration.subscription) as? [String: Any]
            #expect(json?["endpoint"] as? String == registration.endpoint.absoluteString)
            #expect(try await center.remoteRegistrations() == [registration])
            try await center.unregisterForRemoteNotifications(instance: "home")
            #expect(try await center.remoteRegistrations().isEmpty)
            let error = await #expect(throws: UNError.self) {
                try await center.unregisterForRemoteNotifications(instance: "home")
            }
            #expect(error?.userInfo["BelfryRefusal"] as? String == "NoSuchRequest")
        }
    }

    @Test func `without a distributor the error has the reason, and the delegate is told, too`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let receiver = Receiver()
            center.remoteNotificationDelegate = receiver

            let error = await #expect(throws: UNError.self) { try await center.registerForRemoteNotifications() }
            #expect(error?.userInfo["BelfryRefusal"] as? String == "noDistributor")
            let (instance, told) = try await receiver.failures.next()
            #expect(instance.isEmpty && told.userInfo["BelfryRefusal"] as? String == "noDistributor")

            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await receiver.registrations.next()
            let asked = try await distributor.nextRegistration()
            #expect(registration.endpoint.absoluteString == distributor.endpoint(of: asked.token))
            withExtendedLifetime(receiver) {}
        }
    }

    @Test func `an alert arrives as a local one does, with a push trigger; a silent push at its delegate`() async throws
    {
        try await withAgentAndServer { agent, server async throws in
            let distributor = try await ScriptedDistributor(of: agent)
            let center = agent.center()
            let (recorder, receiver) = (CenterRecorder(), Receiver())
            center.delegate = recorder
            center.remoteNotificationDelegate = receiver
            let registration = try await center.registerForRemoteNotifications()

            try await distributor.push(
                #"{"aps":{"alert":{"title":"Tea"}},"n":7}"#, to: dictionary(registration))
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Tea")
            await server.press("default", on: shown)
            let response = try await recorder.responses.next().response
            let request = response.notification.request
            #expect(request.trigger is UNPushNotificationTrigger)
            #expect(request.content.userInfo["n"] as? Int == 7)
            #expect((request.content.userInfo["aps"] as? [AnyHashable: Any])?["alert"] != nil)

            try await distributor.push(#"{"aps":{"content-available":1},"n":8}"#, to: dictionary(registration))
            #expect(try await receiver.pushes.next() == 8)
            withExtendedLifetime((recorder, receiver)) {}
        }
    }
}
