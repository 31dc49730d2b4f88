// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program as tutorials for Apple's systems build it up, in Swift 5. Nothing in it is Linux's but the main loop.

import Foundation
import UserNotifications

class NotificationManager: NSObject, UNUserNotificationCenterDelegate {
    static let shared = NotificationManager()

    private let center = UNUserNotificationCenter.current()

    func requestAuthorization() {
        center.delegate = self
        center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, error in
            if let error = error {
                print("Error: \(error.localizedDescription)")
            } else if granted {
                self.registerCategories()
                self.scheduleTask(id: "first", title: "Water the plants")
                self.scheduleDaily(hour: 8, minute: 30)
            }
        }
    }

    func registerCategories() {
        let complete = UNNotificationAction(identifier: "COMPLETE", title: "Complete", options: [.foreground])
        let delete = UNNotificationAction(identifier: "DELETE", title: "Delete", options: [.destructive])
        let category = UNNotificationCategory(
            identifier: "TASK", actions: [complete, delete], intentIdentifiers: [], options: [.customDismissAction])
        center.setNotificationCategories([category])
    }

    func scheduleTask(id: String, title: String) {
        let content = UNMutableNotificationContent()
        content.title = title
        content.subtitle = "Today"
        content.body = "The ones in the kitchen, too."
        content.sound = UNNotificationSound.default
        content.badge = 1
        content.categoryIdentifier = "TASK"
        content.userInfo = ["taskID": id, "priority": 2]

        let url = URL(fileURLWithPath: CommandLine.arguments[1])
        if let attachment = try? UNNotificationAttachment(identifier: "image", url: url, options: nil) {
            content.attachments = [attachment]
        }

        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 0.5, repeats: false)
        let request = UNNotificationRequest(identifier: id, content: content, trigger: trigger)
        center.add(request) { error in
            if let error = error {
                print("Error adding notification: \(error.localizedDescription)")
            }
        }
    }

    func scheduleDaily(hour: Int, minute: Int) {
        let content = UNMutableNotificationContent()
        content.title = "Good morning"
        var dateComponents = DateComponents()
        dateComponents.hour = hour
        dateComponents.minute = minute
        let trigger = UNCalendarNotificationTrigger(dateMatching: dateComponents, repeats: true)
        center.add(UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger))
        center.getPendingNotificationRequests { requests in
            for request in requests {
                guard let trigger = request.trigger as? UNCalendarNotificationTrigger else { continue }
                print("daily: \(trigger.dateComponents.hour ?? 0) \(trigger.nextTriggerDate() != nil)")
            }
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let attachments = notification.request.content.attachments
        print("present \(notification.request.identifier), \(attachments.map { $0.identifier })")
        completionHandler([.banner, .list, .sound, .badge])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let userInfo = response.notification.request.content.userInfo
        let taskID = userInfo["taskID"] as? String ?? "?"
        switch response.actionIdentifier {
        case "COMPLETE":
            print("complete \(taskID), priority \(userInfo["priority"] as? Int ?? 0)")
            scheduleTask(id: "second", title: "Feed the cat")
        case "DELETE":
            print("delete \(taskID)")
        case UNNotificationDefaultActionIdentifier:
            print("opened \(taskID)")
            scheduleTask(id: "third", title: "Walk the dog")
        case UNNotificationDismissActionIdentifier:
            print("dismiss \(taskID)")
            center.removeAllPendingNotificationRequests()
            DispatchQueue.main.async { exit(0) }
        default:
            break
        }
        completionHandler()
    }
}

NotificationManager.shared.requestAuthorization()
RunLoop.main.run()
