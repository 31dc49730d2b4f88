// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import UserNotifications
package import Foundation

/// Properties of an old notification that a request lacks, under a user info key that the program doesn't see.
package struct ReservedInfo {
    /// The key of the request's user info under which the properties are stored.
    package static let key = "org.belfry.older"

    /// Property list values by the names of the older API's properties.
    package var values: [String: Any]

    package init(_ values: [String: Any] = [:]) { self.values = values }

    /// Reads the properties of a request; nil if the request was not made from the old class that `kind` names.
    package init?(of content: UNNotificationContent, kind: String) {
        guard let values = content.userInfo[Self.key] as? [AnyHashable: Any], values["kind"] as? String == kind
        else { return nil }
        self.values = Dictionary(
            uniqueKeysWithValues: values.compactMap { key, value in (key.base as? String).map { ($0, value) } })
    }

    /// Returns the program's user info with these properties added.
    package func added(to info: [AnyHashable: Any]?, kind: String) -> [AnyHashable: Any] {
        var info = info ?? [:]
        info[Self.key] = values.merging(["kind": kind]) { $1 }
        return info
    }

    /// Returns the user info that the program gave to the notification; nil if it gave none.
    package func program(_ info: [AnyHashable: Any]) -> [AnyHashable: Any]? {
        var info = info
        info[Self.key] = nil
        return info.isEmpty && values["userInfo"] as? Bool != true ? nil : info
    }

    package func string(_ name: String) -> String? { values[name] as? String }
    package func number(_ name: String) -> NSNumber? { values[name] as? NSNumber }

    /// Reads a date, which is stored as a number: a text form would round it.
    package func date(_ name: String) -> Date? {
        number(name).map { Date(timeIntervalSinceReferenceDate: $0.doubleValue) }
    }

    package func timeZone(_ name: String) -> TimeZone? { string(name).flatMap { TimeZone(identifier: $0) } }

    package func calendar(_ name: String) -> Calendar? { string(name).flatMap { Calendar(named: $0) } }

    package mutating func set(_ name: String, _ text: String?) { values[name] = text }
    package mutating func set(_ name: String, _ date: Date?) {
        values[name] = date.map { NSNumber(value: $0.timeIntervalSinceReferenceDate) }
    }
    package mutating func set(_ name: String, _ zone: TimeZone?) { values[name] = zone?.identifier }
    package mutating func set(_ name: String, _ calendar: Calendar?) { values[name] = calendar?.name }
}

extension Calendar {
    /// The calendar's name, as `NSCalendar` has it, such as `gregorian`.
    package var name: String { (self as NSCalendar).calendarIdentifier.rawValue }

    /// Creates the calendar with this name; nil if there is no such calendar.
    package init?(named name: String) {
        guard let calendar = NSCalendar(identifier: NSCalendar.Identifier(rawValue: name)) else { return nil }
        self = calendar as Calendar
    }
}
