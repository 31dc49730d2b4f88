// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A list of repeating reminders.
import UIKitNotifications

struct Habit {
    var name: String
    var unit: NSCalendar.Unit
}

let habits = [
    Habit(name: "Stretch", unit: .hour), Habit(name: "Water", unit: .day), Habit(name: "Plants", unit: .weekOfYear),
    Habit(name: "Rent", unit: .month), Habit(name: "Birthday", unit: .year), Habit(name: "Blink", unit: .second),
]

UIApplication.shared.scheduledLocalNotifications = habits.map { habit in
    let notification = UILocalNotification()
    notification.fireDate = Date(timeIntervalSinceNow: 3600)
    notification.timeZone = TimeZone.current
    notification.repeatInterval = habit.unit
    notification.alertBody = habit.name
    return notification
}

for notification in UIApplication.shared.scheduledLocalNotifications ?? [] {
    print("\(notification.alertBody ?? ""): \(notification.repeatInterval.rawValue)")
    if notification.repeatInterval == .hour { UIApplication.shared.cancelLocalNotification(notification) }
}
print(UIApplication.shared.scheduledLocalNotifications?.count ?? 0)
