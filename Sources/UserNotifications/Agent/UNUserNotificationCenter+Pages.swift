// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Dispatch

/// Lists that may be longer than one reply of the agent.
extension UNUserNotificationCenter {
    /// Fetches all pages; the handler gets the list on ``callOut``, empty if a page fails.
    func askPages(
        _ method: AgentMethod, after rows: [[String: Value]] = [], _ position: String = "",
        then handler: @escaping @Sendable ([[String: Value]]) -> Void
    ) {
        ask(method, [Self.options(after: position)]) { [weak self] result in
            guard let answer = try? result.get() else { return handler([]) }
            let all = rows + CenterAnswer.dictionaries(answer)
            guard let next = Self.next(of: answer), let self else { return handler(all) }
            askPages(method, after: all, next, then: handler)
        }
    }

    /// Fetches all pages and returns the list, empty if a page fails.
    func askPages(_ method: AgentMethod) async -> [[String: Value]] {
        var rows: [[String: Value]] = []
        var position: String? = ""
        while let after = position {
            guard let answer = try? await ask(method, [Self.options(after: after)]) else { return [] }
            rows += CenterAnswer.dictionaries(answer)
            position = Self.next(of: answer)
        }
        return rows
    }

    private static func options(after position: String) -> Value {
        .properties(PageOptions(limit: PageOptions.largestLimit, after: position).dictionary)
    }

    private static func next(of answer: [Value]) -> String? {
        guard let next = answer.dropFirst().first?.string, !next.isEmpty else { return nil }
        return next
    }
}
