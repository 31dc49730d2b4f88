// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Scheduled notifications of OS X 10.10, with more actions and a reply.
import AppKitNotifications

class Reminders: NSResponder, NSApplicationDelegate, NSUserNotificationCenterDelegate {
    func applicationDidFinishLaunching(_ notification: Notification) {
        let center = NSUserNotificationCenter.default
        center.delegate = self
        let stand = NSUserNotification()
        stand.identifier = "stand"
        stand.title = "Stand up"
        stand.deliveryDate = Date(timeIntervalSinceNow: 3600)
        stand.deliveryRepeatInterval = DateComponents(hour: 1)
        center.scheduleNotification(stand)
        center.scheduleNotification(stand)
        print("\(center.scheduledNotifications.count) scheduled")
        center.removeScheduledNotification(stand)
        print("\(center.scheduledNotifications.count) scheduled")

        let question = NSUserNotification()
        question.title = "Standup"
        question.hasActionButton = true
        question.actionButtonTitle = "Join"
        question.additionalActions = [NSUserNotificationAction(identifier: "late", title: "Late")]
        center.deliver(question)
    }

    nonisolated func userNotificationCenter(
        _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification
    ) {
        switch notification.activationType {
        case .actionButtonClicked: print("joined")
        case .additionalActionClicked: print(notification.additionalActivationAction?.identifier ?? "none")
        case .replied: print(notification.response?.string ?? "none")
        case .contentsClicked: print("opened")
        case .none: print("none")
        }
        fflush(nil)
        if notification.activationType == .replied {
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
            return
        }
        let next = NSUserNotification()
        next.title = "Why?"
        next.hasReplyButton = true
        next.responsePlaceholder = "Reason"
        if notification.activationType == .additionalActionClicked { center.deliver(next) }
    }
}

let application = NSApplication.shared
let delegate = Reminders()
application.delegate = delegate
application.run()
