// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Bridges of cross-platform frameworks, which convert dictionaries to requests and back.

import Foundation
import UserNotifications

enum PluginBridge {
    static func request(from arguments: [String: Any]) -> UNNotificationRequest? {
        guard let identifier = arguments["id"] as? String else { return nil }
        let content = UNMutableNotificationContent()
        if let title = arguments["title"] as? String { content.title = title }
        content.body = arguments["body"] as? String ?? ""
        content.badge = arguments["badge"] as? NSNumber
        content.userInfo = arguments["data"] as? [AnyHashable: Any] ?? [:]
        if let level = arguments["interruptionLevel"] as? UInt {
            content.interruptionLevel = UNNotificationInterruptionLevel(rawValue: level) ?? .active
        }
        var trigger: UNNotificationTrigger?
        if let timestamp = arguments["timestamp"] as? Double {
            let date = Date(timeIntervalSince1970: timestamp / 1000)
            let components = Calendar.current.dateComponents(
                [.year, .month, .day, .hour, .minute, .second, .timeZone], from: date)
            trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
        } else if let seconds = arguments["seconds"] as? TimeInterval, seconds > 0 {
            trigger = UNTimeIntervalNotificationTrigger(
                timeInterval: seconds, repeats: arguments["repeats"] as? Bool ?? false)
        }
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    static func dictionary(from request: UNNotificationRequest) -> [String: Any] {
        var result: [String: Any] = [
            "id": request.identifier, "title": request.content.title, "body": request.content.body,
            "data": request.content.userInfo, "attachments": request.content.attachments.map { $0.url.absoluteString },
        ]
        switch request.trigger {
        case let trigger as UNTimeIntervalNotificationTrigger:
            result["seconds"] = trigger.timeInterval
            result["repeats"] = trigger.repeats
        case let trigger as UNCalendarNotificationTrigger:
            result["date"] = trigger.nextTriggerDate()?.timeIntervalSince1970
        case is UNPushNotificationTrigger:
            result["type"] = "push"
        case .none:
            result["type"] = "now"
        default:
            break
        }
        return result
    }

    static func options(from arguments: [String: Bool]) -> UNAuthorizationOptions {
        var options: UNAuthorizationOptions = []
        if arguments["alert"] == true { options.insert(.alert) }
        if arguments["sound"] == true { options.formUnion(.sound) }
        if arguments["carPlay"] ?? false { options = options.union([.carPlay]) }
        if arguments["announcement"] ?? false { options.insert(.announcement) }
        if arguments["timeSensitive"] ?? false { options.insert(.timeSensitive) }
        return options
    }

    static func presentation(_ names: [String]) -> UNNotificationPresentationOptions {
        names.reduce(into: UNNotificationPresentationOptions()) { options, name in
            switch name {
            case "banner": options.insert(.banner)
            case "list": options.insert(.list)
            case "sound": options.insert(.sound)
            case "badge": options.insert(.badge)
            default: break
            }
        }
    }

    static func getSettings(_ resolve: @escaping @Sendable ([String: Int]) -> Void) {
        UNUserNotificationCenter.current().getNotificationSettings { settings in
            resolve([
                "authorizationStatus": settings.authorizationStatus.rawValue,
                "alert": settings.alertSetting.rawValue, "badge": settings.badgeSetting.rawValue,
                "sound": settings.soundSetting.rawValue, "lockScreen": settings.lockScreenSetting.rawValue,
                "notificationCenter": settings.notificationCenterSetting.rawValue,
                "carPlay": settings.carPlaySetting.rawValue, "critical": settings.criticalAlertSetting.rawValue,
                "announcement": settings.announcementSetting.rawValue,
                "timeSensitive": settings.timeSensitiveSetting.rawValue,
                "scheduled": settings.scheduledDeliverySetting.rawValue,
                "direct": settings.directMessagesSetting.rawValue,
                "providesSettings": settings.providesAppNotificationSettings ? 1 : 0,
            ])
        }
    }

    static func settings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                continuation.resume(returning: settings)
            }
        }
    }

    static func add(_ request: UNNotificationRequest) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
            UNUserNotificationCenter.current().add(request) { error in
                if let error = error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }
    }

    static func granted() async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { granted, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: granted) }
            }
        }
    }
}
