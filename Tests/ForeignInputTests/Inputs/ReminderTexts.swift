// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import ReminderFiles
import TimeExpressions
import Triggers

/// Files of other programs: each is read in every format, as reminders that can be added, or refused by line.
enum ReminderTexts {
    private static let context = TimeExpression.Context(now: Requests.now, timeZone: Requests.zone)

    static func read(_ bytes: [UInt8]) throws {
        let lines = bytes.count { $0 == 10 } + 1
        for format in ReminderFormat.allCases.map(Optional.some) + [nil] {
            guard let file = try? ReminderFile(bytes, as: format, of: .init(user: "ann"), context) else {
                try Finding.unless(format == nil, "a small file is refused with the format given")
                continue
            }
            for line in file.refused + file.passed {
                try Finding.unless((1...lines).contains(line.line) && !line.message.isEmpty, "\(line)")
            }
            for reminder in file.reminders { try check(reminder, lines) }
            try Finding.unless(
                Set(file.reminders.map(\.identifier)).count == file.reminders.count, "two have one identifier")
        }
    }

    private static func check(_ reminder: FileReminder, _ lines: Int) throws {
        try Finding.unless((1...lines).contains(reminder.line), "line \(reminder.line) of \(lines)")
        try Finding.unless(reminder.nextDate > context.now, "\(reminder) is past")
        try Finding.unless(
            !reminder.title.isEmpty && reminder.title.utf8.count <= Limits.titleBytes
                && reminder.body.utf8.count <= Limits.bodyBytes
                && reminder.identifier.utf8.count < 32
                && (reminder.command?.text.utf8.count ?? 0) <= Limits.commandBytes,
            "\(reminder) is over a limit")
        try Finding.unless(
            reminder.leads.count <= Limits.choices && reminder.leads.allSatisfy { $0 > 0 }, "\(reminder.leads)")
        for lead in reminder.leads {
            let text = TimeExpression.lengthText(seconds: lead)
            try Finding.unless(
                try TimeExpression.parseLength(text, context) == Double(lead), "\(lead) seconds are \(text)")
        }
        let stored = try JSONDecoder().decode(Trigger.self, from: JSONEncoder().encode(reminder.trigger))
        try Finding.unless(stored == reminder.trigger, "\(reminder.trigger) became \(stored)")
    }
}
