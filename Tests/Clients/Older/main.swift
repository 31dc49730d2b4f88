// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AppKitNotifications
import UIKitNotifications
import UserNotifications

// A file that imports both older APIs and the new one compiles without ambiguity.

let old = UILocalNotification()
old.alertBody = "Tea"
let desktop = NSUserNotification()
desktop.title = "Tea"
let new = UNMutableNotificationContent()
new.title = "Tea"
print(old.alertBody ?? "", desktop.title ?? "", new.title)
