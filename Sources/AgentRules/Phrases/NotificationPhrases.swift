// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import Translations
package import Triggers

/// Belfry's own texts on notifications, in the person's language: lateness, digests, labels and hidden text.
package struct NotificationPhrases: Sendable {
    private let given: MessageCatalog?

    /// Creates the texts from translations; nil stands for the translations of this process, read at the first use.
    package init(_ catalog: MessageCatalog? = nil) { given = catalog }

    package static let english = NotificationPhrases(.english)

    private var catalog: MessageCatalog { given ?? .own }

    /// Formats `was due 09:00, 3 h late`; nil if the delay is at most a minute plus the request's leeway.
    package func late(_ notification: Notification, in timeZone: Zone) -> String? {
        guard Double(notification.late) > FiringRule.tolerance + notification.request.policy.leeway else { return nil }
        // Translators: {time} is "09:00" or "2026-11-21 09:00", {duration} is "2 d 4 h" or "12 min".
        return catalog.text("was due {time}, {duration} late")
            .replacing("{time}", with: Self.moment(notification.due, on: notification.date, in: timeZone))
            .replacing("{duration}", with: duration(notification.late))
    }

    package func digest(_ count: Int) -> String {
        // Translators: The title of a notification that lists reminders.
        catalog.text("{count} reminder while you were away", "{count} reminders while you were away", count)
    }

    package func flood(_ count: Int) -> String {
        // Translators: The title of a notification that lists others, because an application sent too many.
        catalog.text("{count} more notification", "{count} more notifications", count)
    }

    package func more(_ count: Int) -> String {
        // Translators: The end of a list of reminders.
        catalog.text("and {count} more", "and {count} more", count)
    }

    package func unlock(_ label: String) -> String {
        // Translators: {label} is the label of the button that was pressed while the screen was locked.
        catalog.text("Unlock to answer “{label}”").replacing("{label}", with: label)
    }

    package var notification: String {
        // Translators: Shown in place of a text that is hidden while the screen is locked.
        catalog.text("Notification")
    }

    /// The label of the default action, which some servers draw as a button (quirk 36 of `quirks.tsv`).
    package var open: String {
        // Translators: The label of a button that opens the application.
        catalog.text("Open")
    }

    package func snooze(_ words: String) -> String {
        // Translators: The label of a button. {time} is a duration or a time, such as "5m" or "tomorrow 9am".
        catalog.text("Snooze {time}").replacing("{time}", with: words)
    }

    /// Formats `09:00`, with the date in front if `date` is not on the same day as `day`.
    package static func moment(_ date: Date, on day: Date, in timeZone: Zone) -> String {
        let (reading, today) = (LocalTime(date, in: timeZone), LocalTime(day, in: timeZone))
        let text = reading.description
        let time = String(text.dropFirst(11).prefix(5))
        return reading.dayNumber == today.dayNumber ? time : "\(text.prefix(10)) \(time)"
    }

    /// Formats a duration in its two largest units, rounded down: `2 d 4 h`, `3 h`, `12 min`.
    private func duration(_ seconds: Int) -> String {
        // Translators: Days, as short as possible.
        let days = (seconds / 86_400, catalog.text("{count} d"))
        // Translators: Hours, as short as possible.
        let hours = (seconds / 3600 % 24, catalog.text("{count} h"))
        // Translators: Minutes, as short as possible.
        let minutes = (seconds / 60 % 60, catalog.text("{count} min"))
        return [days, hours, minutes].drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
            .map { count, text in text.replacing("{count}", with: "\(count)") }.joined(separator: " ")
    }
}
