// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// The category, the thread and the level follow from the kind of event in the payload.

import Foundation
import UserNotifications

private struct Payload: Decodable {
    enum Kind: String, Decodable {
        case message, invitation, payment
    }

    let kind: Kind
    let roomID: String
    let sender: String?
    let mentionsMe: Bool?

    enum CodingKeys: String, CodingKey {
        case kind, sender
        case roomID = "room_id"
        case mentionsMe = "mentions_me"
    }
}

final class CategoryRouterService: UNNotificationServiceExtension {
    private var handler: ((UNNotificationContent) -> Void)?
    private var modified: UNMutableNotificationContent?

    override init() {
        super.init()
    }

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        modified = request.content.mutableCopy() as? UNMutableNotificationContent
        guard request.trigger is UNPushNotificationTrigger, let modified else { return finish() }
        do {
            let event = modified.userInfo["event"] as? [AnyHashable: Any] ?? [:]
            let data = try JSONSerialization.data(withJSONObject: event, options: [])
            let payload = try JSONDecoder().decode(Payload.self, from: data)
            modified.categoryIdentifier = payload.kind.rawValue.uppercased()
            modified.threadIdentifier = payload.roomID
            modified.targetContentIdentifier = "room/\(payload.roomID)"
            modified.relevanceScore = payload.mentionsMe == true ? 1 : 0.2
            if #available(iOS 15.0, macOS 12.0, *) {
                modified.interruptionLevel = payload.kind == .message && payload.mentionsMe != true ? .passive : .active
            }
            modified.userInfo["handledBy"] = "service"
            if let sender = payload.sender { modified.subtitle = sender }
        } catch {
            modified.userInfo["error"] = String(describing: error)
        }
        finish()
    }

    override func serviceExtensionTimeWillExpire() {
        finish()
    }

    private func finish() {
        guard let handler = handler, let modified = modified else { return }
        handler(modified)
    }
}
