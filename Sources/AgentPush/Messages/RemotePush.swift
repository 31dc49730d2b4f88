// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import NotificationModel
package import NotificationStore
import RemotePayload

/// A decrypted remote notification, on its way to the store.
package struct RemotePush: Sendable {
    package let app: String
    /// Name of the message, by which a repeated message is recognized.
    package let message: String
    /// The notification to present, its interruption level not checked against permissions yet; nil for a silent push.
    package let request: Request?
    /// The silent push that wakes the application; nil if the payload has only an alert.
    package let wake: RemoteWake?
    /// Whether the notification is dropped unless it can be presented at once.
    package let isForNow: Bool

    /// Seconds for which a silent push waits for its application.
    private static let wakeLife: TimeInterval = 86_400
    /// Seconds during which the agent tries to present a notification that is to be presented at once.
    private static let atOnceLife: TimeInterval = 60

    /// Makes the notification request and the silent push that a payload asks for.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - content: The payload's content in the person's language.
    ///   - app: The application whose registration the message came for.
    ///   - message: Name of the message, by which a repeated message is recognized.
    ///   - now: The present date.
    init(_ payload: RemotePayload, _ content: Content, app: String, message: String, at now: Date) {
        let delivery = payload.delivery
        self.app = app
        self.message = message
        isForNow = delivery.expiration == .atOnce
        let end: Date? =
            switch delivery.expiration {
            case .atOnce: now + Self.atOnceLife
            case .date(let date): date
            case nil: nil
            }
        if payload.isPresentable, delivery.type != .background {
            var request = Request(
                identifier: delivery.collapseIdentifier ?? UUID().uuidString.lowercased(), content: content,
                instance: Request.newInstance())
            request.content.interruptionLevel = Self.level(content.interruptionLevel, delivery.priority)
            request.content.mutableContent = payload.isMutable
            request.policy.expires = end
            request.isRemote = true
            self.request = request
        } else {
            request = nil
        }
        wake =
            payload.isContentAvailable
            ? RemoteWake(
                collapseIdentifier: delivery.collapseIdentifier ?? "", userInfo: content.userInfo,
                startsApplication: delivery.priority != .low,
                expires: min(now + Self.wakeLife, end ?? .distantFuture))
            : nil
    }

    /// Tells whether the notification has expired before its arrival.
    func isOver(at now: Date) -> Bool { request?.policy.expires.map { $0 <= now } ?? false }

    /// Returns the interruption level that a push's priority allows: `immediate` keeps the level, `considerate` allows
    /// at most active, `low` only passive.
    private static func level(_ level: InterruptionLevel, _ priority: RemoteDelivery.Priority) -> InterruptionLevel {
        switch (priority, level) {
        case (.immediate, _), (_, .passive): level
        case (.considerate, _): .active
        case (.low, _): .passive
        }
    }
}
