// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import NotificationModel
package import Triggers

/// Fetches lists page by page, because an application's pending requests may not fit into one message.
extension AgentProxy {
    /// The agent's lists that are fetched page by page.
    package enum PagedList: Sendable {
        case pending, delivered
    }

    /// Fetches a page of a list; returns the dictionaries and the next page's ``PageOptions/after``, empty at the end.
    package func page(
        of list: PagedList, _ options: PageOptions
    ) async throws -> (rows: [[String: Value]], next: String) {
        try await page(begin(list, options))
    }

    private func begin(_ list: PagedList, _ options: PageOptions) async -> PendingReply {
        let method: AgentMethod = list == .pending ? .pendingPage : .deliveredPage
        return await connection.begin(method.call([.string(app), .properties(options.dictionary)]))
    }

    private func page(_ reply: PendingReply) async throws -> (rows: [[String: Value]], next: String) {
        do {
            let page = try await connection.reply(to: reply).arguments
            return (page.first?.array?.compactMap(\.properties) ?? [], page.dropFirst().first?.string ?? "")
        } catch let error as BusError {
            throw Refusal(error) ?? error
        }
    }

    /// Fetches a list page by page; `body` gets each page that isn't empty, in order.
    ///
    /// The first page has the limit of the options. With `isGrowing`, each further page has up to four times as many
    /// rows: the first rows can be printed at once, and a long list needs few calls. The agent makes the next page
    /// while `body` uses the present page. With `isGrowing`, the second page is requested only after `body` has used
    /// the first, because many people read no further than the first page.
    package func eachPage(
        of list: PagedList, _ options: PageOptions = PageOptions(limit: PageOptions.usualLimit),
        isGrowing: Bool = false, _ body: ([[String: Value]]) throws -> Void
    ) async throws {
        var options = options
        var page = try await firstPage(of: list, &options)
        if isGrowing, !page.rows.isEmpty { try body(page.rows) }
        var isUsed = isGrowing
        while true {
            options.after = page.next
            if isGrowing { options.limit = min(options.limit * 4, PageOptions.usualLimit) }
            let coming = page.next.isEmpty ? nil : await begin(list, options)
            if !isUsed, !page.rows.isEmpty { try body(page.rows) }
            guard let coming else { return }
            page = try await self.page(coming)
            isUsed = false
        }
    }

    /// Fetches the first page. An earlier version's agent, which doesn't know `keys`, is called again without `keys`.
    private func firstPage(
        of list: PagedList, _ options: inout PageOptions
    ) async throws -> (rows: [[String: Value]], next: String) {
        do {
            return try await page(of: list, options)
        } catch let refusal as Refusal where options.keys != nil && refusal.isUnknownKey("keys") {
            options.keys = nil
            return try await page(of: list, options)
        }
    }
}

/// The options of `PendingPage` and `DeliveredPage`, which select a part of a list.
package struct PageOptions: Hashable, Sendable {
    /// Largest number of requests that a page may have.
    package static let largestLimit = 10_000
    /// Number of requests of a page of a long list: large enough for few calls, and small enough for the agent to make
    /// a page while the program prints the previous page.
    package static let usualLimit = 1500

    /// Identifiers of the requests to return; nil means all.
    package var identifiers: [String]?
    /// Prefix of the identifiers of the requests to return.
    package var prefix = ""
    /// Largest number of requests on the page, 1 to ``largestLimit``.
    package var limit = 1000
    /// Position after which the page starts, from the reply with the previous page; empty for the first page.
    package var after = ""
    /// The notification server's number of the notification to return, for `DeliveredPage` only.
    package var number: UInt32?
    /// Keys of the rows to return; nil means all. The reply with a few keys (see the XML) comes several times faster.
    package var keys: [String]?

    package init(
        identifiers: [String]? = nil, prefix: String = "", limit: Int = 1000, after: String = "", number: UInt32? = nil,
        keys: [String]? = nil
    ) {
        (self.keys, self.identifiers, self.number) = (keys, identifiers, number)
        (self.prefix, self.limit, self.after) = (prefix, limit, after)
    }

    /// The options as a dictionary of the D-Bus interface.
    package var dictionary: [String: Value] {
        var dictionary: [String: Value] = ["limit": .uint32(UInt32(clamping: limit))]
        if let identifiers { dictionary["identifiers"] = .strings(identifiers) }
        if !prefix.isEmpty { dictionary["prefix"] = .string(prefix) }
        if let number { dictionary["number"] = .uint32(number) }
        if !after.isEmpty { dictionary["after"] = .string(after) }
        if let keys { dictionary["keys"] = .strings(keys) }
        return dictionary
    }
}

extension PageOptions: KeyCoded {
    package static let blank = PageOptions()
    package static let codedKeys: CodedKeys<PageOptions> = [
        .optional("identifiers", \.identifiers), .value("prefix", \.prefix), .value("limit", \.limit),
        .value("after", \.after), .optional("number", \.number), .optional("keys", \.keys),
    ]

    package init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        try Request.check(limit, "limit", 1...Self.largestLimit)
        let chosen = [identifiers != nil, !prefix.isEmpty, number != nil].count { $0 }
        guard chosen <= 1 else { throw Refusal.invalidRequest("identifiers, prefix and number exclude each other") }
    }
}
