// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

struct Center {
    var center = UNUserNotificationCenter.current()

    func authorize(_ options: UNAuthorizationOptions) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            center.requestAuthorization(options: options) { granted, error in
                if let error = error { continuation.resume(throwing: error) } else { continuation.resume(returning: granted) }
            }
        }
    }

    func settings() async -> UNAuthorizationStatus {
        await withCheckedContinuation { continuation in
            center.getNotificationSettings { continuation.resume(returning: $0.authorizationStatus) }
        }
    }

    func pending() async -> [String] {
        await withCheckedContinuation { continuation in
            center.getPendingNotificationRequests { requests in
                continuation.resume(returning: requests.map(\.identifier))
            }
        }
    }

    func add(_ request: UNNotificationRequest) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
            center.add(request) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    func delivered() async -> Int {
        await withUnsafeContinuation { continuation in
            center.getDeliveredNotifications { continuation.resume(returning: $0.count) }
        }
    }

    func badge(_ count: Int) async -> Error? {
        await withCheckedContinuation { continuation in
            center.setBadgeCount(count) { continuation.resume(returning: $0) }
        }
    }
}
