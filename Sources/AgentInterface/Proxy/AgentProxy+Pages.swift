// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// Lists, page by page: an application may have more pending than one message holds.
extension AgentProxy {
    /// Which of the agent's lists.
    package enum PagedList: Sendable {
        case pending, delivered
    }

    /// One page of a list.
    ///
    /// - Parameters:
    ///   - list: Which list.
    ///   - options: Which part of it.
    /// - Returns: The dictionaries, and what ``PageOptions/after`` of the next page is; empty at the end.
    /// - Throws: ``NotificationModel/Refusal``, ``DBus/BusError``.
    package func page(
        of list: PagedList, _ options: PageOptions
    ) async throws -> (rows: [[String: Value]], next: String) {
        let method: AgentMethod = list == .pending ? .pendingPage : .deliveredPage
        let reply = try await call(method, [.string(app), .properties(options.dictionary)])
        return (reply.first?.array?.compactMap(\.properties) ?? [], reply.dropFirst().first?.string ?? "")
    }

    /// Goes through a list, a page at a time.
    ///
    /// - Parameters:
    ///   - list: Which list.
    ///   - options: Which part of it; its limit is that of a page.
    ///   - body: Gets each page that is not empty, in order.
    /// - Throws: ``NotificationModel/Refusal``, ``DBus/BusError``, and what `body` throws.
    package func eachPage(
        of list: PagedList, _ options: PageOptions = PageOptions(limit: PageOptions.largestLimit),
        _ body: ([[String: Value]]) throws -> Void
    ) async throws {
        var options = options
        repeat {
            let (rows, next) = try await page(of: list, options)
            if !rows.isEmpty { try body(rows) }
            options.after = next
        } while !options.after.isEmpty
    }
}
