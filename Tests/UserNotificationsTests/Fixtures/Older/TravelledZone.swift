// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program that runs on while the person travels to another time zone.
import UIKitNotifications

setenv("TZ", "Europe/Berlin", 1)
NSTimeZone.resetSystemTimeZone()
print(TimeZone.current.identifier)
setenv("TZ", "Asia/Tokyo", 1)

// The time of day that this is in Berlin has passed in Tokyo.
let notification = UILocalNotification()
notification.alertBody = "Call"
notification.fireDate = Date(timeIntervalSinceNow: 7200)
notification.timeZone = TimeZone(identifier: "Europe/Berlin")
UIApplication.shared.scheduleLocalNotification(notification)
print("\(UIApplication.shared.scheduledLocalNotifications?.count ?? -1) scheduled")
