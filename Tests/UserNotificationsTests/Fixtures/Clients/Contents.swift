// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

func copies(_ content: UNNotificationContent) -> UNNotificationContent {
    guard let mutable = content.mutableCopy() as? UNMutableNotificationContent else { return content }
    mutable.title += "!"
    mutable.userInfo["seen"] = true
    mutable.userInfo["count"] = (mutable.userInfo["count"] as? Int ?? 0) + 1
    mutable.userInfo.removeValue(forKey: "old")
    mutable.attachments.removeAll(where: { $0.type == "public.png" })
    mutable.badge = (mutable.badge?.intValue ?? 0) + 1 as NSNumber
    mutable.badge = 3
    mutable.badge = NSNumber(integerLiteral: 4)
    mutable.badge = nil
    mutable.filterCriteria = "work"
    mutable.launchImageName = "launch"
    return mutable.copy() as! UNNotificationContent
}

func payload(_ userInfo: [AnyHashable: Any]) -> (String, Int)? {
    guard
        let aps = userInfo[AnyHashable("aps")] as? [AnyHashable: Any], let alert = aps["alert"] as? [String: Any],
        let title = alert["title"] as? String
    else { return (userInfo["aps"] as? [String: Any])?["alert"].flatMap { $0 as? String }.map { ($0, 0) } }
    let json = try? JSONSerialization.data(withJSONObject: userInfo as? [String: Any] ?? [:], options: [])
    return (title, json?.count ?? 0)
}

func object<T: Decodable>(_ type: T.Type, in notification: UNNotification) throws -> T {
    let data = try JSONSerialization.data(withJSONObject: notification.request.content.userInfo)
    return try JSONDecoder().decode(type, from: data)
}

extension UNNotificationContent {
    var identifier: UUID? { (userInfo["id"] as? String).flatMap(UUID.init(uuidString:)) }
    var isSilent: Bool { title.isEmpty && subtitle.isEmpty && body.isEmpty && sound == nil && badge == nil }
}

extension UNNotificationRequest {
    convenience init(title: String, in seconds: TimeInterval) {
        let content = UNMutableNotificationContent()
        content.title = title
        self.init(identifier: UUID().uuidString, content: content, trigger: UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false))
    }

    var nextDate: Date? {
        (trigger as? UNCalendarNotificationTrigger)?.nextTriggerDate()
            ?? (trigger as? UNTimeIntervalNotificationTrigger)?.nextTriggerDate()
    }
}

extension UNMutableNotificationContent {
    convenience init(title: String, body: String, category: String? = nil) {
        self.init()
        self.title = title
        self.body = body
        if let category = category { categoryIdentifier = category }
    }
}

extension Array where Element == UNNotificationRequest {
    func soonest() -> [UNNotificationRequest] { sorted { ($0.nextDate ?? .distantFuture) < ($1.nextDate ?? .distantFuture) } }
}

let byHash: Set<UNNotificationRequest> = [UNNotificationRequest(title: "a", in: 1), UNNotificationRequest(title: "b", in: 2)]
