// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import UserNotifications

@Suite struct ServiceExtensionTests {
    private final class Service: UNNotificationServiceExtension {
        var contentHandler: ((UNNotificationContent) -> Void)?
        var bestAttemptContent: UNMutableNotificationContent?

        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            self.contentHandler = contentHandler
            bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
            bestAttemptContent?.title += " [modified]"
            if let bestAttemptContent { contentHandler(bestAttemptContent) }
        }
    }

    @Test func `134, 137: a service works on a copy of the content that it gets`() {
        let original = request("tea", title: "Tea")
        let shown = Mutex<[String]>([])

        Service().didReceive(original) { content in
            shown.withLock { $0.append(content.title) }
        }

        #expect(shown.withLock(\.self) == ["Tea [modified]"])
        #expect(original.content.title == "Tea")
    }

    @Test func `134: a service that does nothing passes the content on`() {
        let shown = Mutex<[String]>([])

        UNNotificationServiceExtension().didReceive(request("tea", title: "Tea")) { content in
            shown.withLock { $0.append(content.title) }
        }
        UNNotificationServiceExtension().serviceExtensionTimeWillExpire()

        #expect(shown.withLock(\.self) == ["Tea"])
    }

    @Test func `updating a content names what to set instead`() throws {
        final class Provider: NSObject, UNNotificationContentProviding {}

        let error = try #require(throws: UNError.self) {
            _ = try UNNotificationContent().updating(from: Provider())
        }

        #expect(error.code == .contentProvidingObjectNotAllowed)
        #expect(error.code.rawValue == 1500)
        for word in ["Provider", "title", "subtitle", "threadIdentifier", "picture"] {
            #expect(error.localizedDescription.contains(word), "\(error.localizedDescription)")
        }
    }
}
