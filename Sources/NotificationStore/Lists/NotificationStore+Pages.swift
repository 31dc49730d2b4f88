// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Foundation
import GRDB

// An application may have more pending requests than one message can hold. An index by date would make every addition
// slower, so a page is chosen by the dates of all requests of an application, and only its few requests are read.

/// Lists that are read page by page.
extension NotificationStore {
    /// Lists a page of the pending requests, by due date and then by the order in which they were added.
    ///
    /// A request that changes between two pages may be missing from both pages, or be in both.
    ///
    /// - Parameters:
    ///   - app: The application's id; nil for every application.
    ///   - page: The part of the list.
    /// - Returns: The requests, and the position of the next page; nil at the end.
    /// - Throws: ``StoreError``.
    package func pending(
        app: String?, page: ListPage
    ) async throws -> (requests: [PendingRequest], end: ListPosition?) {
        let (rows, end) = try await read { try $0.pendingTable.pending(app: app, page: page) }
        return (try await readable(rows), end)
    }

    /// Lists the same page as ``pending(app:page:)``, with only what a list shows of each request.
    ///
    /// A page of outlines may have more requests than a page of whole requests, because an outline is smaller.
    ///
    /// - Parameters:
    ///   - app: The application's id; nil for every application.
    ///   - page: The part of the list.
    /// - Returns: The outlines, and the position of the next page; nil at the end.
    /// - Throws: ``StoreError``.
    package func pendingOutlines(
        app: String?, page: ListPage
    ) async throws -> (outlines: [PendingOutline], end: ListPosition?) {
        let (rows, end) = try await read { try $0.pendingTable.outlines(app: app, page: page) }
        let decoder = JSONDecoder()
        if let outlines = try? await offLoop(each: rows, { try $0.decoded(decoder) }) { return (outlines, end) }
        // A row of the page is damaged. Reading the whole requests sets that row aside.
        let (requests, last) = try await pending(app: app, page: page)
        return (requests.map(\.outline), last)
    }

    /// Lists a page of the delivered notifications that have not ended, the newest first.
    ///
    /// - Parameters:
    ///   - app: The application's id; nil for every application.
    ///   - page: The part of the list.
    /// - Returns: The occurrences, and the position of the next page; nil at the end.
    /// - Throws: ``StoreError``.
    package func delivered(
        app: String?, page: ListPage
    ) async throws -> (occurrences: [Occurrence], end: ListPosition?) {
        let (rows, end) = try await read { try $0.delivered(app: app, page: page) }
        return (try await readable(rows), end)
    }
}

extension PendingTable {
    func pending(app: String?, page: ListPage) throws -> (rows: [PendingRow], end: ListPosition?) {
        try cut(page, of: try places(app: app, page: page), by: Query.pendingPage)
    }

    fileprivate func outlines(app: String?, page: ListPage) throws -> (rows: [PendingOutlineRow], end: ListPosition?) {
        try cut(page, of: try places(app: app, page: page), by: Query.pendingOutlinePage)
    }

    /// Returns the sorted positions of the rows after the previous page: at least as many as may be on the page.
    private func places(app: String?, page: ListPage) throws -> [ListPosition] {
        var positions: [ListPosition] = []
        func note(_ row: Row) { positions.append(ListPosition(due: row[1], id: row[0])) }
        switch (app, page.identifiers) {
        case (let app?, let identifiers?):
            for identifier in Set(identifiers) { _ = try rows(Query.pendingNamedPlaces, [app, identifier], note) }
        case (nil, let identifiers?):
            for identifier in Set(identifiers) { _ = try rows(Query.pendingNamedPlacesAnywhere, [identifier], note) }
        case (let app?, nil) where page.prefix.isEmpty:
            if try row(Query.hasMostPending, [app], { $0[0] as Bool }) == true {
                positions = try soonest(of: page, app: app)
            } else {
                _ = try rows(Query.pendingPlacesOfApp, [app], note)
            }
        case (let app?, nil): _ = try rows(Query.pendingPlaces, [app, page.prefix, page.prefixEnd], note)
        case (nil, nil) where page.prefix.isEmpty: positions = try soonest(of: page)
        case (nil, nil): _ = try rows(Query.pendingPlacesAnywhere, [page.prefix, page.prefixEnd], note)
        }
        if let after = page.after { positions.removeAll { $0 <= after } }
        return positions.sorted()
    }

    /// Reads the first positions after the previous page, of all applications or of one with at least a quarter of the
    /// requests, in the order of an index.
    private func soonest(of page: ListPage, app: String? = nil) throws -> [ListPosition] {
        try [false, true].flatMap { moving in
            var positions: [ListPosition] = []
            let query: Query = app == nil ? .pendingPlacesByDate : .pendingPlacesOfAppByDate
            let first = page.after?.due ?? -1e12
            try each(query, app.map { [moving, first, $0] } ?? [moving, first]) { row in
                let position = ListPosition(due: row[1], id: row[0])
                if page.after.map({ position > $0 }) ?? true { positions.append(position) }
                return positions.count <= page.limit
            }
            return positions
        }
    }
}

extension Transaction {
    fileprivate func delivered(app: String?, page: ListPage) throws -> (rows: [OccurrenceRow], end: ListPosition?) {
        var positions: [ListPosition] = []
        func note(_ row: Row) { positions.append(ListPosition(id: row[0])) }
        switch (app, page.identifiers) {
        case (let app?, let identifiers?):
            for identifier in Set(identifiers) {
                _ = try rows(OccurrenceQuery.occurrenceNamedPlaces, [app, identifier], note)
            }
        case (nil, let identifiers?):
            for identifier in Set(identifiers) {
                _ = try rows(OccurrenceQuery.occurrenceNamedPlacesAnywhere, [identifier], note)
            }
        case (let app?, nil): _ = try rows(OccurrenceQuery.occurrencePlaces, [app, page.prefix, page.prefixEnd], note)
        case (nil, nil): _ = try rows(OccurrenceQuery.occurrencePlacesAnywhere, [page.prefix, page.prefixEnd], note)
        }
        if let after = page.after { positions.removeAll { $0 >= after } }
        return try cut(page, of: positions.sorted(by: >), by: OccurrenceQuery.occurrencePage)
    }
}

extension StatementAccess {
    /// Reads the rows of `positions` that fit into the page.
    ///
    /// - Parameters:
    ///   - page: The page, with its largest number of rows and its largest size.
    ///   - positions: The positions of rows that exist, in the order of the list.
    ///   - query: A statement that reads the rows whose ids are in a JSON array, in that order.
    /// - Returns: The rows, and the position of the last one; nil at the list's end.
    /// - Throws: An error of the database.
    fileprivate func cut<T: WeighedRow>(
        _ page: ListPage, of positions: [ListPosition], by query: some StatementFamily
    ) throws -> (rows: [T], end: ListPosition?) {
        let wanted = positions.prefix(page.limit)
        let ids = "[\(wanted.map { String($0.id) }.joined(separator: ","))]"
        var values: [T] = []
        var weight = 0
        try each(query, [ids]) { row in
            let value = try T(row)
            weight += value.weight
            guard weight <= page.bytes || values.isEmpty else { return false }
            values.append(value)
            return true
        }
        let isEnd = values.count == positions.count
        return (values, isEnd ? nil : wanted.prefix(values.count).last)
    }
}
