// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import NotificationModel
package import NotificationStore
package import Translations
package import Triggers

/// Belfry's own notification to the person about a store that had to be rescued.
package struct StoreNotification {
    let report: RescueReport
    let timeZone: Zone
    let catalog: MessageCatalog

    package init(report: RescueReport, timeZone: Zone, catalog: MessageCatalog = .own) {
        self.report = report
        self.timeZone = timeZone
        self.catalog = catalog
    }

    static let identifier = "belfry.store"

    package var request: Request {
        var content = Content(title: title, body: sentences.joined(separator: " "))
        content.interruptionLevel = report.isWhole ? .active : .timeSensitive
        return Request(identifier: Self.identifier, content: content)
    }

    /// Returns the notification for a store that can't be written, so that nothing can fire.
    static func stuck(_ catalog: MessageCatalog = .own) -> Request {
        let reason = catalog.text(
            "Their file can’t be written, maybe because the disk is full. They will be shown as soon as possible.")
        var content = Content(title: catalog.text("Reminders can’t be shown"), body: reason)
        content.interruptionLevel = .timeSensitive
        return Request(identifier: identifier, content: content)
    }

    private var title: String {
        switch report.cause {
        case .damaged: catalog.text("Your reminders were damaged on disk")
        case .missing: catalog.text("The file with your reminders was missing")
        case .deleted: catalog.text("The file with your reminders was deleted")
        }
    }

    private var sentences: [String] {
        let aside = report.asidePath.map { path in
            [catalog.text("The old file is kept as {path}.").replacing("{path}", with: path)]
        }
        let waiting = catalog.text("Waiting now: {count}.").replacing("{count}", with: "\(report.pending)")
        if report.cause == .deleted { return [catalog.text("It was written anew; nothing is lost.")] + (aside ?? []) }
        if report.isWhole { return [catalog.text("All of it could be read."), waiting] + (aside ?? []) }
        let kept =
            report.hasKeptSome
            ? catalog.text("What could be read was kept.") : catalog.text("Nothing in it could be read.")
        return (report.cause == .damaged ? [kept] : []) + [rest, waiting] + (aside ?? [])
    }

    /// The sentence that tells which backup replaced the lost part of the store, or that there is no backup.
    private var rest: String {
        guard let date = report.backupDate else { return catalog.text("There is no backup: something may be missing.") }
        let text = LocalTime(date, in: timeZone).description.prefix(16).replacing("T", with: " ")
        return catalog.text(
            "The lost part was restored from the backup of {time}: newer reminders may be missing, and some may be shown again."
        ).replacing("{time}", with: text)
    }
}
