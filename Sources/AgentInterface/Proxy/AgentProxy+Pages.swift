// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// Paged lists, because an application's pending requests may not fit into one message.
extension AgentProxy {
    /// The agent's lists.
    package enum PagedList: Sendable {
        case pending, delivered
    }

    /// Fetches a page of a list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - options: The part of the list.
    /// - Returns: The dictionaries, and ``PageOptions/after`` for the next page; empty at the end.
    /// - Throws: ``NotificationModel/Refusal``, ``DBus/BusError``.
    package func page(
        of list: PagedList, _ options: PageOptions
    ) async throws -> (rows: [[String: Value]], next: String) {
        let method: AgentMethod = list == .pending ? .pendingPage : .deliveredPage
        let reply = try await call(method, [.string(app), .properties(options.dictionary)])
        return (reply.first?.array?.compactMap(\.properties) ?? [], reply.dropFirst().first?.string ?? "")
    }

    /// Fetches a list page by page.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - options: The part of the list; the limit applies to each page.
    ///   - body: Gets each page that isn't empty, in order.
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
