// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Triggers

extension UNNotificationTrigger {
    static func make(_ trigger: Trigger, scheduledDate: Date?) -> UNNotificationTrigger {
        let fields = Fields(repeats: trigger.repeats, scheduledDate: scheduledDate, end: trigger.regionEnd)
        return switch trigger {
        // The public initialisers of the triggers are not used, because they check or complete their arguments.
        case .timeInterval(let interval, _): UNTimeIntervalNotificationTrigger(carrying: fields, interval.timeInterval)
        case .calendar(let components, _): UNCalendarNotificationTrigger(carrying: fields, components.dateComponents)
        case .rule(let set): UNRuleNotificationTrigger(carrying: fields, set)
        case .sun(let sun): UNSunNotificationTrigger(carrying: fields, sun)
        case .region(let region, _, _): UNLocationNotificationTrigger(carrying: fields, CLRegion.make(region))
        }
    }

    /// Returns the trigger in the agent's type.
    ///
    /// - Throws: ``UNError/notificationInvalidNoDate`` for a trigger that the agent can't fire.
    func model() throws -> Trigger {
        switch self {
        case let trigger as UNTimeIntervalNotificationTrigger:
            do {
                return .timeInterval(try Trigger.interval(ofSeconds: trigger.timeInterval), repeats: trigger.repeats)
            } catch {
                throw Self.refusal(error.message)
            }
        case let trigger as UNCalendarNotificationTrigger:
            return trigger.model
        case let trigger as UNRuleNotificationTrigger:
            return .rule(trigger.recurrence)
        case let trigger as UNSunNotificationTrigger:
            return .sun(trigger.sun)
        case let trigger as UNLocationNotificationTrigger:
            guard let region = trigger.region.model else {
                throw Self.refusal("the region of a location trigger must be a CLCircularRegion")
            }
            return .region(region, repeats: trigger.repeats, until: trigger.fields.end)
        case is UNPushNotificationTrigger:
            throw Self.refusal("a push trigger can't be scheduled: it marks a notification that a server has sent")
        default:
            throw Self.refusal("a trigger must be one of time interval, calendar, rule, sun, location and push")
        }
    }

    private static func refusal(_ reason: String) -> UNError { UNError(.notificationInvalidNoDate, reason: reason) }
}

extension UNPushNotificationTrigger {
    /// The trigger of a notification that came from a push server.
    static var received: UNNotificationTrigger {
        UNPushNotificationTrigger(carrying: Fields(repeats: false, scheduledDate: nil))
    }
}
