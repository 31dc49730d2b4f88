// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import NotificationStore

/// What the person is told of a store that had to be rescued, as a notification of Belfry's own.
struct StoreNews {
    let report: RescueReport
    let timeZone: TimeZone

    static let identifier = "belfry.store"

    var request: Request {
        var content = Content(title: title, body: sentences.joined(separator: " "))
        content.interruptionLevel = report.isWhole ? .active : .timeSensitive
        return Request(identifier: Self.identifier, content: content)
    }

    private var title: String {
        switch report.cause {
        case .damaged: "Your reminders were damaged on disk"
        case .missing: "The file with your reminders was missing"
        case .deleted: "The file with your reminders was deleted"
        }
    }

    private var sentences: [String] {
        let aside = report.asidePath.map { ["The file that was there is kept as \($0)."] } ?? []
        let count = "\(report.pending) \(report.pending == 1 ? "waits" : "wait") now"
        if report.cause == .deleted { return ["It was written anew; nothing is lost."] + aside }
        if report.isWhole { return ["All that was in it could be read; \(count)."] + aside }
        let backup = report.backupDate.map { date in
            let text = LocalTime(date, in: timeZone).description.prefix(16).replacing("T", with: " ")
            return [
                report.cause == .damaged
                    ? "What could not be read came from the backup of \(text);" : "The backup of \(text) was used;",
                "what is newer may be missing, and something may come a second time.",
            ]
        }
        let first = report.cause == .damaged ? ["What could be read was kept: \(count)."] : ["\(count)."]
        let rest = backup ?? ["There is no backup: something may be missing."]
        return first.map { $0.prefix(1).uppercased() + $0.dropFirst() } + rest + aside
    }
}
