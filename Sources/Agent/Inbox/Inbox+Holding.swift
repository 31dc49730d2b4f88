// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions

/// Pauses, and what was missed or held back.
extension Inbox {
    /// Holds back an application's notifications for so many seconds; 0 is until ``resume(_:for:)``.
    func pause(_ app: String, seconds: Double, for sender: String) async throws {
        let (app, _) = try await application(app, for: sender, allowsAll: true)
        guard seconds.isFinite, seconds >= 0, seconds <= 100 * 366 * 86400 else {
            throw Refusal.invalidRequest("seconds is \(seconds); it must be from 0 (no end) to 100 years")
        }
        try await scheduler.pause(app, until: seconds == 0 ? nil : clock.now + seconds)
    }

    func resume(_ app: String, for sender: String) async throws {
        let (app, _) = try await application(app, for: sender, allowsAll: true)
        try await scheduler.resume(app)
    }

    func missed(of app: String, for sender: String) async throws -> [[String: Value]] {
        let (app, _) = try await application(app, for: sender, allowsAll: true)
        return try await store.missed(app: app == AgentNames.allApplications ? nil : app).map { missed in
            let notification = Notification(
                app: missed.app, request: missed.request, date: missed.date, due: missed.due)
            var dictionary = try DictionaryCoding.properties(of: notification)
            dictionary["reason"] = .string(missed.reason)
            dictionary["waits"] = .boolean(missed.isWaiting)
            return dictionary
        }
    }

    /// The pauses, for `Status`.
    func pauses() async -> [[String: Value]] {
        let zone = clock.timeZone
        return await scheduler.holding.pauses.sorted { $0.key < $1.key }.map { app, until in
            var pause: [String: Value] = ["app": .string(app)]
            if until != .distantFuture { pause["until"] = .string(DateText.describe(until, now: clock.now, in: zone)) }
            return pause
        }
    }

    /// Why a request that was to be shown at once is not, and when and how it comes.
    func heldNote(_ request: Request, _ app: String) async -> String {
        let isAwaited = await !outbox.waiting(for: request, of: app).isEmpty
        let how = isAwaited ? "it comes then" : "it comes in a digest then"
        let pause = await scheduler.holding.pauseEnd(of: app, after: clock.now)
        if pause == .distantFuture { return "held back: paused until you resume; \(how)" }
        let quietEnd = await scheduler.quietEnd
        let end = (pause ?? quietEnd).map { DateText.describe($0, now: clock.now, in: clock.timeZone) } ?? "later"
        return "held back: \(pause == nil ? "quiet" : "paused") until \(end); \(how)"
    }
}
