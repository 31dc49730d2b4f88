// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LegacyNotifications
import UserNotifications

// Why: the type has many properties, because it has those of NSUserNotification.
/// The values of a notification that its program sets.
struct UserNotificationFields: Hashable {
    var identifier: String?
    var title: String?
    var subtitle: String?
    var informativeText: String?
    var contentImage: NSImage?
    var soundName: String?
    var userInfo: UserInfo?
    var actionButtonTitle = ""
    var otherButtonTitle = ""
    var hasActionButton = true
    var hasReplyButton = false
    var responsePlaceholder: String?
    var additionalActions: [NSUserNotificationAction]?
    var deliveryDate: Date?
    var deliveryTimeZone: TimeZone?
    var deliveryRepeatInterval: DateComponents?
}

/// The delivery of a notification and the person's response.
struct UserNotificationOutcome {
    var date: Date?
    var isPresented = false
    var activationType = NSUserNotification.ActivationType.none
    var text: String?
    var action: NSUserNotificationAction?
}

extension UserNotificationFields {
    /// The properties that are texts, with their keys in ``LegacyNotifications/ReservedInfo``.
    private static var texts: [(key: String, path: WritableKeyPath<Self, String?>)] {
        [
            ("identifier", \.identifier), ("title", \.title), ("subtitle", \.subtitle),
            ("informativeText", \.informativeText), ("soundName", \.soundName),
            ("responsePlaceholder", \.responsePlaceholder),
        ]
    }

    private static var units: [(key: String, path: WritableKeyPath<DateComponents, Int?>)] {
        [
            ("year", \.year), ("quarter", \.quarter), ("month", \.month), ("weekOfYear", \.weekOfYear),
            ("weekOfMonth", \.weekOfMonth), ("day", \.day), ("hour", \.hour), ("minute", \.minute),
            ("second", \.second),
        ]
    }

    /// Returns whether two notifications have the same identifier, or the same properties if they have no identifier.
    func matches(_ other: UserNotificationFields) -> Bool {
        if identifier != nil || other.identifier != nil { return identifier == other.identifier }
        return stored == other.stored
    }

    /// The properties as they are read back from a request: without the picture, with a zone made from its identifier,
    /// and with only the known units of the interval.
    var stored: UserNotificationFields {
        var fields = self
        fields.contentImage = nil
        fields.deliveryTimeZone = deliveryTimeZone.flatMap { TimeZone(identifier: $0.identifier) }
        fields.deliveryRepeatInterval = deliveryRepeatInterval.map { interval in
            var known = DateComponents()
            for (_, path) in Self.units { known[keyPath: path] = interval[keyPath: path] }
            return known
        }
        return fields
    }

    static func named(_ info: [AnyHashable: Any]) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: info.compactMap { key, value in (key.base as? String).map { ($0, value) } })
    }

    /// The properties that have no counterpart in a request.
    var reserved: ReservedInfo {
        var info = ReservedInfo()
        for (key, path) in Self.texts { info.set(key, self[keyPath: path]) }
        info.set("deliveryDate", deliveryDate)
        info.set("deliveryTimeZone", deliveryTimeZone)
        if !actionButtonTitle.isEmpty { info.set("actionButtonTitle", actionButtonTitle) }
        if !otherButtonTitle.isEmpty { info.set("otherButtonTitle", otherButtonTitle) }
        if !hasActionButton { info.values["hasActionButton"] = false }
        if hasReplyButton { info.values["hasReplyButton"] = true }
        if userInfo != nil { info.values["userInfo"] = true }
        if let actions = additionalActions {
            info.values["additionalActions"] = actions.map { action in
                ["identifier": action.identifier, "title": action.title].compactMapValues(\.self)
            }
        }
        if let interval = deliveryRepeatInterval {
            info.values["deliveryRepeatInterval"] = Dictionary(
                uniqueKeysWithValues: Self.units.compactMap { key, path in
                    interval[keyPath: path].map { (key, NSNumber(value: $0)) }
                })
        }
        return info
    }

    /// Reads the notification's properties from its request.
    init(_ info: ReservedInfo, _ content: UNNotificationContent) {
        for (key, path) in Self.texts { self[keyPath: path] = info.string(key) }
        deliveryDate = info.date("deliveryDate")
        deliveryTimeZone = info.timeZone("deliveryTimeZone")
        actionButtonTitle = info.string("actionButtonTitle") ?? ""
        otherButtonTitle = info.string("otherButtonTitle") ?? ""
        hasActionButton = info.number("hasActionButton")?.boolValue ?? true
        hasReplyButton = info.number("hasReplyButton")?.boolValue ?? false
        userInfo = info.program(content.userInfo).map { UserInfo($0) }
        if let actions = info.values["additionalActions"] as? [Any] {
            additionalActions = actions.map { action in
                let texts = action as? [AnyHashable: Any] ?? [:]
                return NSUserNotificationAction(
                    identifier: texts["identifier"] as? String, title: texts["title"] as? String)
            }
        }
        if let counts = info.values["deliveryRepeatInterval"] as? [AnyHashable: Any] {
            var interval = DateComponents()
            for (key, path) in Self.units { interval[keyPath: path] = (counts[key] as? NSNumber)?.intValue }
            deliveryRepeatInterval = interval
        }
    }
}
