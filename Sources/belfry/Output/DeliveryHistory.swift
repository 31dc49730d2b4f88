// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationModel

/// The event log by notification: when each fired, and its result.
///
/// The log has no titles, because texts are private.
enum DeliveryHistory {
    /// Event kinds that end a notification or change its state.
    private static let outcomes: Set = [
        "shown", "answered", "dismissed", "expired", "gone", "removed", "replaced", "snoozed",
    ]

    /// Returns a row for each firing, the newest first.
    static func rows(_ events: [[String: Value]]) -> [RowPrinter.Row] {
        var fired: [[String: Value]] = []
        var open: [String: Int] = [:]
        for event in events {
            let key = "\(event["app"]?.string ?? "")\0\(event["identifier"]?.string ?? "")"
            let kind = event["kind"]?.string ?? ""
            if kind == "fired" {
                open[key] = fired.count
                fired.append(event)
            } else if let index = open[key], outcomes.contains(kind) {
                fired[index]["kind"] = event["kind"]
                fired[index]["detail"] = event["detail"]
            }
        }
        return fired.reversed().map(row)
    }

    private static func row(_ entry: [String: Value]) -> RowPrinter.Row {
        let action =
            switch entry["detail"]?.properties?["actionIdentifier"]?.string {
            case nil: ""
            case Action.defaultIdentifier: " default"
            case Action.dismissIdentifier: " dismiss"
            case let identifier?: " \(identifier.onOneLine)"
            }
        let state = (entry["kind"]?.string ?? "") + action
        let titled = EventDates.readable(entry).merging(["title": .string(state)]) { $1 }
        return RowPrinter.Row(
            titled, time: RowPrinter.shortDate(entry["date"]?.string ?? ""), date: "date", title: "", state: state)
    }
}
