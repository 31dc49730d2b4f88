// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Triggers

/// A request that has fired (`UNNotification`).
package struct Notification: Hashable, Sendable {
    /// The id of the application that owns the request.
    package var app: String
    package var request: Request
    /// The date of delivery, which is displayed.
    package var date: Date
    /// The date at which it was due; equals ``date`` unless it was delivered late.
    package var due: Date

    package init(app: String, request: Request, date: Date, due: Date) {
        self.app = app
        self.request = request
        self.date = date
        self.due = due
    }

    /// Whole seconds between ``due`` and ``date``.
    package var late: Int { max(0, Int(date.timeIntervalSince(due))) }
}

/// The encoded form: the request's dictionary with `app`, `date`, `dateUnix`, `due`, `dueUnix` and `late` added.
extension Notification: Codable {
    private enum CodingKeys: String, CodingKey {
        case app, date, dateUnix, due, dueUnix, late
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            app: try container.value(.app, or: ""), request: try Request(from: decoder),
            date: Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .dateUnix)),
            due: Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .dueUnix)))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(app, forKey: .app)
        try container.encode(date.rfc3339(in: .current), forKey: .date)
        try container.encode(date.timeIntervalSince1970, forKey: .dateUnix)
        try container.encode(due.rfc3339(in: .current), forKey: .due)
        try container.encode(due.timeIntervalSince1970, forKey: .dueUnix)
        try container.encode(late, forKey: .late)
        try request.encode(to: encoder)
    }
}
