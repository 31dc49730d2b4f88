// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// The core of a plugin for cross-platform frameworks: dictionaries in, callbacks out.
// Swift 6 says: warning: capture of 'result' with non-Sendable type 'PluginResult' (aka '(Optional<Any>) -> ()') in 
// Swift 6 says: warning: capture of 'self' with non-Sendable type 'LocalNotificationsPlugin' in a '@Sendable' closur
// Swift 6 says: warning: reference to captured var 'categories' in concurrently-executing code

import Foundation
import UserNotifications

typealias PluginResult = (Any?) -> Void

struct PluginCall {
    let method: String
    let arguments: Any?
}

final class LocalNotificationsPlugin: NSObject {
    private var launchDetails: [String: Any]?
    private var presentOptions: UNNotificationPresentationOptions = []
    private let center = UNUserNotificationCenter.current()

    func handle(_ call: PluginCall, result: @escaping PluginResult) {
        switch call.method {
        case "initialize": initialize(call.arguments as? [String: Any] ?? [:], result)
        case "show", "zonedSchedule": schedule(call.arguments as? [String: Any] ?? [:], result)
        case "cancel":
            let id = String(describing: call.arguments as? Int ?? 0)
            center.removePendingNotificationRequests(withIdentifiers: [id])
            center.removeDeliveredNotifications(withIdentifiers: [id])
            result(nil)
        case "cancelAll":
            center.removeAllPendingNotificationRequests()
            center.removeAllDeliveredNotifications()
            result(nil)
        case "pendingNotificationRequests":
            center.getPendingNotificationRequests { requests in
                var list: [[String: Any]] = []
                for request in requests {
                    var map: [String: Any] = ["id": Int(request.identifier) ?? 0]
                    map["title"] = request.content.title
                    map["body"] = request.content.body
                    map["payload"] = request.content.userInfo["payload"]
                    list.append(map)
                }
                result(list)
            }
        case "getActiveNotifications":
            center.getDeliveredNotifications { notifications in
                result(notifications.map { ["id": $0.request.identifier, "title": $0.request.content.title] })
            }
        case "checkPermissions":
            center.getNotificationSettings { settings in
                result([
                    "isEnabled": settings.authorizationStatus == .authorized,
                    "isSoundEnabled": settings.soundSetting == .enabled,
                    "isAlertEnabled": settings.alertSetting == .enabled,
                    "isProvisional": settings.authorizationStatus == .provisional,
                ])
            }
        default: result(NSNull())
        }
    }

    private func initialize(_ arguments: [String: Any], _ result: @escaping PluginResult) {
        var categories = Set<UNNotificationCategory>()
        for raw in arguments["categories"] as? [[String: Any]] ?? [] {
            let actions = (raw["actions"] as? [[String: Any]] ?? []).map { action -> UNNotificationAction in
                let identifier = action["identifier"] as! String
                let title = action["title"] as! String
                let options = UNNotificationActionOptions(rawValue: (action["options"] as? [NSNumber] ?? []).reduce(0) { $0 | $1.uintValue })
                if let placeholder = action["placeholder"] as? String, let button = action["buttonTitle"] as? String {
                    return UNTextInputNotificationAction(
                        identifier: identifier, title: title, options: options,
                        textInputButtonTitle: button, textInputPlaceholder: placeholder)
                }
                return UNNotificationAction(identifier: identifier, title: title, options: options)
            }
            categories.insert(
                UNNotificationCategory(
                    identifier: raw["identifier"] as! String, actions: actions, intentIdentifiers: [],
                    options: UNNotificationCategoryOptions(rawValue: 1)))
        }
        center.getNotificationCategories { existing in
            self.center.setNotificationCategories(existing.union(categories))
            self.center.requestAuthorization(options: [.sound, .alert, .badge]) { granted, _ in result(granted) }
        }
    }

    private func schedule(_ arguments: [String: Any], _ result: @escaping PluginResult) {
        let content = UNMutableNotificationContent()
        if let title = arguments["title"] as? String { content.title = title }
        if let badge = arguments["badgeNumber"] as? NSNumber { content.badge = badge }
        content.userInfo = ["payload": arguments["payload"] as Any, "presentAlert": true]
        content.sound = (arguments["sound"] as? String).map { UNNotificationSound(named: UNNotificationSoundName($0)) }
        if #available(iOS 15.0, *) { content.interruptionLevel = UNNotificationInterruptionLevel(rawValue: 1)! }
        var trigger: UNNotificationTrigger?
        if let seconds = arguments["secondsFromNow"] as? Double {
            trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        }
        let request = UNNotificationRequest(identifier: "\(arguments["id"] ?? 0)", content: content, trigger: trigger)
        center.add(request) { error in
            if let error = error {
                result("Error \((error as NSError).code): \(error.localizedDescription)")
                return
            }
            result(nil)
        }
    }
}

extension LocalNotificationsPlugin: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        var options: UNNotificationPresentationOptions = []
        if notification.request.content.userInfo["presentAlert"] as? Bool ?? false {
            if #available(iOS 14.0, macOS 11.0, *) {
                options.insert(.list)
                options.insert(.banner)
            } else {
                options.insert(.alert)
            }
        }
        completionHandler(options)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        defer { completionHandler() }
        var details: [String: Any] = ["actionId": response.actionIdentifier]
        details["id"] = Int(response.notification.request.identifier)
        if let typed = response as? UNTextInputNotificationResponse { details["input"] = typed.userText }
        launchDetails = details
    }
}
