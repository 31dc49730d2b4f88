// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationModel

/// The event log by notification: when each fired, and its result.
///
/// The log has no titles, because texts are private.
struct DeliveryHistory {
    private let events: [[String: Value]]

    init(_ events: [[String: Value]]) { self.events = events }

    /// Event kinds that end a notification or change its state.
    private static let outcomes: Set = [
        "shown", "answered", "dismissed", "expired", "gone", "removed", "replaced", "snoozed",
    ]

    /// A row for each firing, the newest first.
    var rows: [RowPrinter.Row] {
        var fired: [[String: Value]] = []
        var open: [String: Int] = [:]
        for event in events {
            let key = "\(event["app"]?.string ?? "")\0\(event["identifier"]?.string ?? "")"
            let kind = event["kind"]?.string ?? ""
            if kind == "fired" {
                open[key] = fired.count
                var entry = event
                entry["kind"] = .string("fired")
                fired.append(entry)
            } else if let index = open[key], Self.outcomes.contains(kind) {
                fired[index]["kind"] = event["kind"]
                fired[index]["detail"] = event["detail"]
            }
        }
        return fired.reversed().map(Self.row)
    }

    private static func row(_ entry: [String: Value]) -> RowPrinter.Row {
        let action =
            switch entry["detail"]?.properties?["actionIdentifier"]?.string {
            case nil: ""
            case Action.defaultIdentifier: " default"
            case Action.dismissIdentifier: " dismiss"
            case let identifier?: " \(identifier.onOneLine)"
            }
        var titled = EventDates.readable(entry)
        titled["title"] = .string((entry["kind"]?.string ?? "") + action)
        let row = RowPrinter.Row(
            dictionary: titled, time: RowPrinter.shortDate(entry["date"]?.string ?? ""),
            columns: [
                entry["identifier"]?.string ?? "", entry["app"]?.string ?? "", entry["date"]?.string ?? "",
                entry["dateUnix"]?.double.map { String(Int64($0)) } ?? "", "", (entry["kind"]?.string ?? "") + action,
            ])
        return row
    }
}
