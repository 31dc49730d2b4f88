// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import LegacyNotifications
import UserNotifications

// Why: the type has many properties, because it has those of UILocalNotification.
/// The values of a local notification.
struct LocalNotificationFields: Hashable {
    var fireDate: Date?
    var timeZone: TimeZone?
    var repeatInterval: UInt = 0
    var repeatCalendar: Calendar?
    var alertTitle: String?
    var alertBody: String?
    var alertAction: String?
    var hasAction = true
    var alertLaunchImage: String?
    var soundName: String?
    var badge = 0
    var userInfo: UserInfo?
    var category: String?
    var region: CLRegion?
    var regionTriggersOnce = true
}

extension LocalNotificationFields {
    /// Texts by their keys in archives and in ``ReservedInfo``.
    static var texts: [(key: String, path: WritableKeyPath<Self, String?>)] {
        [
            ("alertTitle", \.alertTitle), ("alertBody", \.alertBody), ("alertAction", \.alertAction),
            ("alertLaunchImage", \.alertLaunchImage), ("soundName", \.soundName), ("category", \.category),
        ]
    }

    /// The properties as they are read back from a request: the zone by its identifier, the calendar by its name.
    var stored: LocalNotificationFields {
        var fields = self
        fields.timeZone = timeZone.flatMap { TimeZone(identifier: $0.identifier) }
        fields.repeatCalendar = repeatCalendar.flatMap { Calendar(named: $0.name) }
        return fields
    }

    init(_ coder: NSCoder) {
        for (key, path) in Self.texts { self[keyPath: path] = coder.string(key) }
        fireDate = coder.object([NSDate.self], "fireDate") as? Date
        timeZone = coder.string("timeZone").flatMap { TimeZone(identifier: $0) }
        repeatInterval = UInt(bitPattern: coder.integer("repeatInterval") ?? 0)
        repeatCalendar = coder.string("repeatCalendar").flatMap { Calendar(named: $0) }
        hasAction = !coder.boolean("hasNoAction")
        badge = coder.integer("applicationIconBadgeNumber") ?? 0
        if coder.boolean("hasUserInfo") { userInfo = UserInfo(coder, "userInfo") }
        region = coder.object([CLRegion.self, CLCircularRegion.self], "region") as? CLRegion
        regionTriggersOnce = !coder.boolean("regionTriggersAgain")
    }

    func encode(with coder: NSCoder) {
        for (key, path) in Self.texts { coder.encode(self[keyPath: path], key) }
        if let fireDate { coder.encode(fireDate as NSDate, forKey: "fireDate") }
        coder.encode(timeZone?.identifier, "timeZone")
        coder.encode(Int64(bitPattern: UInt64(repeatInterval)), forKey: "repeatInterval")
        coder.encode(repeatCalendar?.name, "repeatCalendar")
        coder.encode(!hasAction, forKey: "hasNoAction")
        coder.encode(Int64(badge), forKey: "applicationIconBadgeNumber")
        coder.encode(userInfo != nil, forKey: "hasUserInfo")
        userInfo?.encode(with: coder, "userInfo")
        if let region { coder.encode(region, forKey: "region") }
        coder.encode(!regionTriggersOnce, forKey: "regionTriggersAgain")
    }
}
