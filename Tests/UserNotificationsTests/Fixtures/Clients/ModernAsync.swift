// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

struct NotificationService1: Sendable {
    let center: UNUserNotificationCenter

    init(center: UNUserNotificationCenter = .current()) { self.center = center }

    func addAll(_ titles: [String]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, title) in titles.enumerated() {
                group.addTask {
                    let content = UNMutableNotificationContent()
                    content.title = title
                    try await center.add(.init(identifier: "\(index)", content: content, trigger: nil))
                }
            }
            try await group.waitForAll()
        }
    }

    func categories() async -> [String] { await center.notificationCategories().map(\.identifier).sorted() }

    func settings() -> AsyncStream<UNNotificationSettings> {
        AsyncStream { continuation in
            let task = Task {
                continuation.yield(await center.notificationSettings())
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

@globalActor actor NotificationActor { static let shared = NotificationActor() }

@NotificationActor
final class Store {
    private let center = UNUserNotificationCenter.current()
    var pending: [UNNotificationRequest] = []

    func reload() async {
        pending = await center.pendingNotificationRequests()
        let delivered = await center.deliveredNotifications()
        pending.removeAll { request in delivered.contains { $0.request.identifier == request.identifier } }
    }

    func replace(_ id: String, with title: String) async throws {
        guard let old = pending.first(where: { $0.identifier == id }) else { return }
        let content = old.content.mutableCopy() as! UNMutableNotificationContent
        content.title = title
        try await center.add(UNNotificationRequest(identifier: id, content: content, trigger: old.trigger))
    }
}

@MainActor
func present(_ requests: [UNNotificationRequest]) { requests.forEach { print($0) } }

func load() {
    UNUserNotificationCenter.current().getPendingNotificationRequests { requests in
        Task { @MainActor in present(requests) }
        Task.detached { await present(requests) }
        DispatchQueue.main.async { print(requests.count) }
    }
}
