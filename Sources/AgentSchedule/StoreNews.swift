// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
import FoundationEssentials
package import NotificationModel
package import NotificationStore
package import Triggers

/// Belfry's own notification to the person about a store that had to be rescued.
package struct StoreNews {
    let report: RescueReport
    let timeZone: Zone
    var words = StoreWords.of()

    package init(report: RescueReport, timeZone: Zone, words: StoreWords = .of()) {
        self.report = report
        self.timeZone = timeZone
        self.words = words
    }

    static let identifier = "belfry.store"

    package var request: Request {
        var content = Content(title: title, body: sentences.joined(separator: " "))
        content.interruptionLevel = report.isWhole ? .active : .timeSensitive
        return Request(identifier: Self.identifier, content: content)
    }

    /// Returns the notification for a store that can't be written, so that nothing can fire.
    static func stuck(_ words: StoreWords = .of()) -> Request {
        var content = Content(title: words.stuck, body: words.unwritable)
        content.interruptionLevel = .timeSensitive
        return Request(identifier: identifier, content: content)
    }

    private var title: String {
        switch report.cause {
        case .damaged: words.damaged
        case .missing: words.missing
        case .deleted: words.deleted
        }
    }

    private var sentences: [String] {
        let aside = report.asidePath.map { [words.aside.replacing("{p}", with: $0)] } ?? []
        let waiting = words.waiting.replacing("{n}", with: "\(report.pending)")
        if report.cause == .deleted { return [words.rewritten] + aside }
        if report.isWhole { return [words.whole, waiting] + aside }
        let rest = report.backupDate.map { date in
            let text = LocalTime(date, in: timeZone).description.prefix(16).replacing("T", with: " ")
            return words.backup.replacing("{t}", with: text)
        }
        let kept = report.hasKeptSome ? words.kept : words.nothing
        return (report.cause == .damaged ? [kept] : []) + [rest ?? words.noBackup, waiting] + aside
    }
}
