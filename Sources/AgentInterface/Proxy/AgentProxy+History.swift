// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

extension AgentProxy {
    /// Fetches the history page by page, at most `count` entries; `body` gets each page that isn't empty, in order.
    package func eachHistoryPage(
        _ options: [String: Value] = [:], upTo count: Int = .max, _ body: ([[String: Value]]) throws -> Void
    ) async throws {
        var (options, left) = (options, count)
        while left > 0 {
            options["limit"] = .uint32(UInt32(min(left, PageOptions.largestLimit)))
            let reply = try await call(.history, [.string(app), .properties(options)])
            let rows = reply.first?.array?.compactMap(\.properties) ?? []
            let next = reply.dropFirst().first?.string ?? ""
            if !rows.isEmpty { try body(rows) }
            guard !next.isEmpty else { return }
            options["after"] = .string(next)
            left -= rows.count
        }
    }

    /// Fetches the dates of pending requests in the next days, the soonest first.
    ///
    /// - Parameters:
    ///   - days: The number of days, today included, 1 to 366.
    ///   - hidesTexts: Leaves out the titles that the screen lock may hide.
    /// - Returns: A row for each date.
    /// - Throws: ``Triggers/Refusal``, ``DBus/BusError``.
    package func agenda(days: UInt32, hidesTexts: Bool = false) async throws -> [[String: Value]] {
        let options: [String: Value] = ["days": .uint32(days), "hideTexts": .boolean(hidesTexts)]
        return try await call(.agenda, [.string(app), .properties(options)]).first?.array?.compactMap(\.properties)
            ?? []
    }

    /// Deletes the history of the application, or of all applications; returns the number of deleted entries.
    package func clearHistory() async throws -> Int {
        Int(try await call(.clearHistory, [.string(app)]).first?.int ?? 0)
    }
}
