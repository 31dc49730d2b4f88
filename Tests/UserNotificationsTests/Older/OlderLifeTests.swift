// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AppKitNotifications
import Foundation
import LegacyNotifications
import TestSupport
import Testing
import UIKitNotifications

@testable import UserNotifications

/// The life of an application as `NotificationCenter` tells it, and calls of a delegate by optional chaining.
@MainActor
@Suite(.serialized) struct OlderLifeTests {
    /// The names that `NotificationCenter` has posted for an object.
    private final class Posts {
        let names: Mailbox<String>
        private let observers: [any NSObjectProtocol]

        init(of object: AnyObject, _ expected: [Notification.Name]) {
            let mailbox = Mailbox<String>()
            names = mailbox
            observers = expected.map { name in
                NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
                    mailbox.put($0.name.rawValue)
                }
            }
        }

        deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    }

    @Test func `changes of the state are posted in the order of the delegate's calls`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            let expected = [
                UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
                UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification,
            ]
            let posts = Posts(of: application, expected)
            application.isActive = false
            application.isActive = false
            application.isActive = true
            #expect(posts.names.takeAll() == expected.map(\.rawValue))
        }
    }

    @Test func `the launch of a Mac application is posted from its beginning to its end`() async throws {
        try await withAgent { agent async throws in
            let application = NSApplication()
            let expected = [
                NSApplication.willFinishLaunchingNotification, NSApplication.didFinishLaunchingNotification,
            ]
            let posts = Posts(of: application, expected)
            application.launch(NSUserNotificationCenter(agent.legacy()))
            #expect(posts.names.takeAll() == expected.map(\.rawValue))
        }
    }

    @Test func `a delegate's methods can be called by optional chaining`() async throws {
        try await withAgent { agent async throws in
            let (application, recorder) = (agent.application(), OlderApplicationTests.Recorder())
            application.delegate = recorder
            application.delegate?.application?(application, didReceive: reminder("Tea"))
            #expect(recorder.calls.takeAll() == ["received Tea active"])
        }
    }
}
