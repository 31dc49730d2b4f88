// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// A request that has fired (`UNNotification`).
package struct Notification: Hashable, Sendable {
    /// The id of the application that owns the request.
    package var app: String
    package var request: Request
    /// The date of delivery, which is displayed.
    package var date: Date
    /// The date at which the notification was due; equals ``date`` unless it was delivered late.
    package var due: Date

    package init(app: String, request: Request, date: Date, due: Date) {
        (self.app, self.request, self.date, self.due) = (app, request, date, due)
    }

    /// Whole seconds between ``due`` and ``date``.
    package var late: Int { max(0, Int(date.timeIntervalSince(due))) }
}

/// The encoded form: the request's dictionary with `app`, `date`, `dateUnix`, `due`, `dueUnix` and `late` added.
extension Notification: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = Notification(app: "", request: .blank, date: .distantPast, due: .distantPast)
    package static let codedKeys: CodedKeys<Notification> = [
        .value("app", \.app, isKept: true), .date("date", \.date), .date("due", \.due),
        CodedKey(
            ["late"], decode: { _, _ in }, encode: { try $1.encode($0.late, forKey: NamedKey(stringValue: "late")) }),
        .part(\.request),
    ]
}
