// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Delegates that belong to an actor, and actors that schedule.

import Foundation
import UserNotifications

actor NotificationScheduler {
    private let center: UNUserNotificationCenter
    private let receiver: Receiver
    private var scheduled: Set<String> = []

    init(center: UNUserNotificationCenter = .current()) {
        self.center = center
        receiver = Receiver()
        center.delegate = receiver
    }

    func schedule(_ title: String, at components: DateComponents) async throws -> String {
        let content = UNMutableNotificationContent()
        content.title = title
        let id = UUID().uuidString
        try await center.add(
            UNNotificationRequest(
                identifier: id, content: content,
                trigger: UNCalendarNotificationTrigger(dateMatching: components, repeats: false)))
        scheduled.insert(id)
        return id
    }

    func sync() async {
        let pending = await center.pendingNotificationRequests()
        scheduled.formIntersection(pending.map(\.identifier))
    }

    func cancel(_ id: String) {
        center.removePendingNotificationRequests(withIdentifiers: [id])
        scheduled.remove(id)
    }

    func events() async {
        for await action in receiver.actions { print(action, scheduled.count) }
    }

    private final class Receiver: NSObject, UNUserNotificationCenterDelegate {
        let actions: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        override init() {
            (actions, continuation) = AsyncStream.makeStream(of: String.self)
            super.init()
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
        ) async {
            continuation.yield(response.actionIdentifier)
        }
    }
}
