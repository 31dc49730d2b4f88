// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import LegacyNotifications
import UserNotifications

extension LocalNotificationFields {
    private static let kind = "UILocalNotification"

    // MARK: - To a request

    /// Returns the request for the notification, and the problem if `repeatInterval` has no effect.
    ///
    /// `isPresentedNow` ignores the date. Throws ``LegacyNotifications/LegacyProblem`` if the request is impossible.
    func request(
        _ identifier: String, isPresentedNow: Bool, now: Date, in zone: TimeZone
    ) throws(LegacyProblem) -> (request: UNNotificationRequest, problem: String?) {
        guard region == nil || fireDate == nil else {
            throw LegacyProblem("fireDate and region are both set: use one of them")
        }
        let content = content
        guard !content.title.isEmpty || !content.body.isEmpty || content.sound != nil || content.badge != nil else {
            throw LegacyProblem("there is nothing to present: set alertBody, alertTitle, soundName or a badge")
        }
        guard !isPresentedNow else {
            return (UNNotificationRequest(identifier: identifier, content: content, trigger: nil), nil)
        }
        if let region {
            let trigger = UNLocationNotificationTrigger(region: region, repeats: !regionTriggersOnce)
            let problem = "repeatInterval has no effect beside region: regionTriggersOnce decides"
            return (
                UNNotificationRequest(identifier: identifier, content: content, trigger: trigger),
                repeatInterval == 0 ? nil : problem
            )
        }
        let (repeats, problem) = LegacyRepeat.reading(NSCalendar.Unit(rawValue: repeatInterval))
        let schedule = LegacySchedule(
            date: fireDate, reading: timeZone.map { .floating(from: $0) } ?? .fixed(.gmt), repeats: repeats,
            calendar: repeatCalendar ?? .current)
        let trigger = try schedule.trigger(now: now, in: zone)
        return (UNNotificationRequest(identifier: identifier, content: content, trigger: trigger), problem)
    }

    private var content: UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = Self.localized(alertTitle) ?? ""
        content.body = (Self.localized(alertBody) ?? "").replacing("%%", with: "%")
        content.sound = soundName.map {
            $0 == UILocalNotificationDefaultSoundName ? .default : UNNotificationSound(named: .init($0))
        }
        content.badge = badge == 0 ? nil : NSNumber(value: max(0, badge))
        content.categoryIdentifier = category ?? ""
        content.launchImageName = alertLaunchImage ?? ""
        content.defaultActionTitle = hasAction ? Self.localized(alertAction) : ""
        content.userInfo = reserved.added(to: userInfo?.values, kind: Self.kind)
        return content
    }

    /// Returns the text of a key in `Localizable.strings`, or else the key itself.
    private static func localized(_ key: String?) -> String? {
        guard let key, !key.isEmpty else { return nil }
        return NSString.localizedUserNotificationString(forKey: key, arguments: nil)
    }

    private var reserved: ReservedInfo {
        var info = ReservedInfo()
        for (key, path) in Self.texts { info.set(key, self[keyPath: path]) }
        info.set("fireDate", fireDate)
        info.set("timeZone", timeZone)
        info.set("repeatCalendar", repeatCalendar)
        if repeatInterval != 0 { info.values["repeatInterval"] = NSNumber(value: UInt64(repeatInterval)) }
        if badge != 0 { info.values["badge"] = NSNumber(value: badge) }
        if !hasAction { info.values["hasAction"] = false }
        if !regionTriggersOnce { info.values["regionTriggersOnce"] = false }
        if userInfo != nil { info.values["userInfo"] = true }
        return info
    }

    // MARK: - From a request

    /// Returns whether a request was made from a local notification.
    static func canRead(_ request: UNNotificationRequest) -> Bool {
        ReservedInfo(of: request.content, kind: kind) != nil
    }

    /// Reads a request; if it was not made from a local notification, only its content is read.
    init(_ request: UNNotificationRequest) {
        let content = request.content
        guard let info = ReservedInfo(of: content, kind: Self.kind) else {
            self.init()
            alertTitle = content.title.isEmpty ? nil : content.title
            alertBody = content.body.isEmpty ? nil : content.body
            userInfo = content.userInfo.isEmpty ? nil : UserInfo(content.userInfo)
            category = content.categoryIdentifier.isEmpty ? nil : content.categoryIdentifier
            soundName = content.sound == nil ? nil : UILocalNotificationDefaultSoundName
            badge = content.badge?.intValue ?? 0
            return
        }
        self.init()
        for (key, path) in Self.texts { self[keyPath: path] = info.string(key) }
        fireDate = info.date("fireDate")
        timeZone = info.timeZone("timeZone")
        repeatCalendar = info.calendar("repeatCalendar")
        repeatInterval = info.number("repeatInterval")?.uintValue ?? 0
        badge = info.number("badge")?.intValue ?? 0
        hasAction = info.number("hasAction")?.boolValue ?? true
        region = (request.trigger as? UNLocationNotificationTrigger)?.region
        regionTriggersOnce = info.number("regionTriggersOnce")?.boolValue ?? true
        userInfo = info.program(content.userInfo).map { UserInfo($0) }
    }
}

extension UILocalNotification {
    nonisolated convenience init(_ request: UNNotificationRequest) {
        self.init(LocalNotificationFields(request), identifier: request.identifier)
    }
}
