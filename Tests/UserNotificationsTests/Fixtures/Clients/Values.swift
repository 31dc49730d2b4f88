// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Methods as values, key paths, option algebra.
// Swift 6 says: error: let 'current' is not concurrency-safe because non-'Sendable' type '() -> UNUserNotificationCe

import Foundation
import UserNotifications

let current: () -> UNUserNotificationCenter = UNUserNotificationCenter.current
func values(_ center: UNUserNotificationCenter, _ requests: [UNNotificationRequest]) {
    let remove: ([String]) -> Void = center.removePendingNotificationRequests(withIdentifiers:)
    remove(requests.map(\.identifier))
    let titles = requests.map(\.content.title).sorted()
    let byThread = Dictionary(grouping: requests, by: \.content.threadIdentifier)
    let badge = requests.compactMap(\.content.badge?.intValue).max() ?? 0
    print(titles, byThread.mapValues(\.count), badge, requests.contains { $0.trigger == nil })
    requests.forEach { center.add($0) }
    for case let trigger as UNCalendarNotificationTrigger in requests.map(\.trigger) { print(trigger.repeats) }
    print(requests.first === requests.last, requests.first == requests.last, requests.first?.hash ?? 0)
}

extension UNAuthorizationOptions {
    static let standard: UNAuthorizationOptions = [.alert, .badge, .sound]
    var names: [String] {
        [(UNAuthorizationOptions.alert, "alert"), (.badge, "badge"), (.sound, "sound"), (.criticalAlert, "critical"), (.provisional, "provisional"),
         (.carPlay, "carPlay"), (.announcement, "announcement"), (.providesAppNotificationSettings, "settings")]
            .filter { contains($0.0) }.map(\.1)
    }
}

extension UNNotificationPresentationOptions {
    static let all: Self = [.banner, .list, .sound, .badge]
    static var foreground: UNNotificationPresentationOptions {
        if #available(iOS 14, macOS 11, *) { return [.banner, .sound] }
        return [.alert, .sound]
    }
}

func algebra(_ wantsSound: Bool) -> UInt {
    var options: UNAuthorizationOptions = .alert
    options.formUnion(wantsSound ? [.sound] : [])
    options.insert(.badge)
    options.remove(.sound)
    let actions: UNNotificationActionOptions = [.foreground, .authenticationRequired, .destructive]
    let none: UNNotificationActionOptions = []
    let categories = UNNotificationCategoryOptions(rawValue: 0).union(.customDismissAction).union(.allowAnnouncement).union(.hiddenPreviewsShowSubtitle)
    let number: UInt = options.rawValue | actions.subtracting(none).rawValue | categories.rawValue
    return number
}

enum Level: UInt, Codable { case low, high
    var system: UNNotificationInterruptionLevel { UNNotificationInterruptionLevel(rawValue: rawValue) ?? .active }
}

struct StatusDTO: Codable {
    var status: Int
    init(_ settings: UNNotificationSettings) { status = settings.authorizationStatus.rawValue }
    var value: UNAuthorizationStatus? { .init(rawValue: status) }
}
