// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A manager class, as many programs of 2015 had one.
import UIKitNotifications

class ReminderManager {
    func remind(of text: String, at date: Date, identifier: String) {
        let notification = UILocalNotification()
        notification.fireDate = date
        notification.timeZone = NSTimeZone.default
        notification.alertBody = text
        notification.alertAction = "open"
        notification.soundName = UILocalNotificationDefaultSoundName
        notification.userInfo = ["identifier": identifier, "count": 3]
        UIApplication.shared.scheduleLocalNotification(notification)
    }

    func find(_ identifier: String) -> UILocalNotification? {
        for notification in UIApplication.shared.scheduledLocalNotifications ?? [] {
            if let info = notification.userInfo as? [String: Any], info["identifier"] as? String == identifier {
                return notification
            }
        }
        return nil
    }

    func remove(_ identifier: String) {
        guard let notification = find(identifier) else { return }
        UIApplication.shared.cancelLocalNotification(notification)
    }

    func describe() {
        let all = UIApplication.shared.scheduledLocalNotifications ?? []
        print(all.map { $0.alertBody ?? "" }.sorted().joined(separator: ", "))
    }
}

let manager = ReminderManager()
UIApplication.shared.cancelAllLocalNotifications()
manager.remind(of: "Milk", at: Date(timeIntervalSinceNow: 3600), identifier: "milk")
manager.remind(of: "Bread", at: Date(timeIntervalSinceNow: 7200), identifier: "bread")
manager.describe()
manager.remove("milk")
manager.describe()
print(manager.find("bread")?.userInfo?["count"] as? Int ?? 0)
// A notification without a text can't be scheduled, and standard error says so.
UIApplication.shared.scheduleLocalNotification(UILocalNotification())
