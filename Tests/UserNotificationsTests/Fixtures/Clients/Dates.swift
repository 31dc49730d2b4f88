// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Swift 6 says: error: static property 'shared' is not concurrency-safe because non-'Sendable' type 'ReminderSchedul
// Swift 6 says: warning: capture of 'completion' with non-Sendable type '([Date]) -> Void' in a '@Sendable' closure

import Foundation
import UserNotifications

struct Reminder: Identifiable, Codable {
    var id = UUID()
    var title: String
    var date: Date
    var weekdays: [Int]
}

final class ReminderScheduler {
    static let shared = ReminderScheduler()
    private init() {}

    func schedule(_ reminder: Reminder) {
        let content = UNMutableNotificationContent()
        content.title = reminder.title
        content.userInfo = ["id": reminder.id.uuidString, "weekdays": reminder.weekdays]
        let calendar = Calendar.current
        if reminder.weekdays.isEmpty {
            let components = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: reminder.date)
            let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
            add(UNNotificationRequest(identifier: reminder.id.uuidString, content: content, trigger: trigger))
            return
        }
        for weekday in reminder.weekdays {
            var components = DateComponents()
            components.calendar = Calendar.current
            components.hour = calendar.component(.hour, from: reminder.date)
            components.minute = calendar.component(.minute, from: reminder.date)
            components.weekday = weekday
            components.timeZone = TimeZone.autoupdatingCurrent
            let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
            if let next = trigger.nextTriggerDate() { print("next at \(next)", next.timeIntervalSinceNow) }
            add(UNNotificationRequest(identifier: "\(reminder.id)-\(weekday)", content: content, trigger: trigger))
        }
        let tomorrow = calendar.dateComponents(in: .current, from: calendar.date(byAdding: .day, value: 1, to: Date())!)
        add(
            UNNotificationRequest(
                identifier: "tomorrow", content: content,
                trigger: UNCalendarNotificationTrigger(
                    dateMatching: DateComponents(year: tomorrow.year, month: tomorrow.month, day: tomorrow.day, hour: 9, minute: 0),
                    repeats: false)))
    }

    private func add(_ request: UNNotificationRequest) {
        UNUserNotificationCenter.current().add(request) { error in
            if let error = error { print("Failed: \(error.localizedDescription)") }
        }
    }

    func nextDates(_ completion: @escaping ([Date]) -> Void) {
        UNUserNotificationCenter.current().getPendingNotificationRequests { requests in
            let dates = requests.compactMap { ($0.trigger as? UNCalendarNotificationTrigger)?.nextTriggerDate() }
                .sorted(by: <)
            DispatchQueue.main.async { completion(dates) }
        }
    }
}
