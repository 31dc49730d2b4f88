// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import NotificationModel

/// The events after the oldest kept change, by request: they tell whether a request is still as a command left it.
struct UndoStory {
    /// The kinds of events that log a change to a pending request.
    static let changing: Set<EventRecord.Kind> = [.set, .removed, .snoozed, .skipped]

    private struct Name: Hashable {
        let app: String
        let identifier: String
    }

    private var events: [Name: [(cursor: Int64, kind: EventRecord.Kind)]] = [:]

    init(in table: UndoTable) throws {
        try table.each(UndoQuery.events, []) { row in
            guard let kind = EventRecord.Kind(rawValue: row[3]) else { return true }
            events[Name(app: row[1], identifier: row[2]), default: []].append((row[0], kind))
            return true
        }
    }

    /// Returns the reason why a request is no longer as it was: an event about one of its names between two cursors;
    /// nil if no event has changed the request.
    func reason(_ app: String, _ names: [String], since first: Int64, upTo last: Int64 = .max) -> String? {
        let ending = Self.changing.union([.fired, .missed, .dropped])
        for name in names {
            let kinds = (events[Name(app: app, identifier: name)] ?? [])
                .filter { $0.cursor > first && $0.cursor <= last }.map(\.kind)
            if kinds.contains(where: ending.contains), let newest = kinds.last { return Self.words(newest) }
        }
        return nil
    }

    private static func words(_ kind: EventRecord.Kind) -> String {
        switch kind {
        case .answered, .acknowledged, .opened: "has been answered since"
        case .dismissed: "has been shown and dismissed since"
        case .command: "has run its command since"
        case .removed: "has been removed since"
        case .set: "has been changed since"
        case .snoozed: "has been snoozed since"
        case .skipped: "has been skipped since"
        case .missed: "has been due since"
        case .dropped: "could not be kept"
        default: "has been shown since"
        }
    }
}
