// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface

@testable import NotificationModel

extension Requests {
    /// Keys of the D-Bus interface, and texts that its readers know.
    static let words: [String] =
        Request.keys.sorted() + TriggerDraft.Family.allCases.map(\.rawValue) + [
            "sentence", "before", "timeInterval", "dateComponents", "rule", "keep", "repeats", "exceptions", "dates",
            "start", "timeZone", "until", "count", "weekday", "hour", "minute", "second", "day", "month", "year",
            "weekOfYear", "calendar", "name", "volume", "url", "options", "typeHint", "thumbnailTime",
            "thumbnailClippingRect", "textInput", "placeholder", "buttonTitle", "title", "systemImageName",
            "allOrNothing", "noQueue", "limit", "after", "identifiers", "destructive", "foreground",
            "authenticationRequired", "$data", "$date", "passive", "timeSensitive", "critical", "default", "dismiss",
            "10m", "tomorrow 9am", "every day 09:00", "Mon..Fri 09:00", "*/5 * * * *", "FREQ=DAILY;COUNT=3",
            "2026-11-21T12:00:00Z", "20261121T120000", "Europe/Berlin", "floating", "digest:2h", "5mx3", "skip",
            "https://example.org/", "file:///etc/passwd", "org.example.App", "belfry.digest", "tea", "", "true",
        ]
}
