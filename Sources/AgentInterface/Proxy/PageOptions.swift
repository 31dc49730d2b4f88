// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

/// The options of `PendingPage` and `DeliveredPage`: a part of a list.
package struct PageOptions: Hashable, Sendable {
    /// Limit for the size of a page.
    package static let largestLimit = 10_000

    /// Identifiers of the requests to return; nil means all.
    package var identifiers: [String]?
    /// Prefix of the identifiers to return.
    package var prefix = ""
    /// Size of a page, 1 to ``largestLimit``.
    package var limit = 1000
    /// Position after which the page starts, from the previous page; empty for the first.
    package var after = ""
    /// The notification server's number of the notification to return, for `DeliveredPage` only.
    package var number: UInt32?

    package init(
        identifiers: [String]? = nil, prefix: String = "", limit: Int = 1000, after: String = "", number: UInt32? = nil
    ) {
        self.identifiers = identifiers
        self.number = number
        self.prefix = prefix
        self.limit = limit
        self.after = after
    }

    /// The dictionary of the D-Bus interface.
    package var dictionary: [String: Value] {
        var dictionary: [String: Value] = ["limit": .uint32(UInt32(clamping: limit))]
        if let identifiers { dictionary["identifiers"] = .strings(identifiers) }
        if !prefix.isEmpty { dictionary["prefix"] = .string(prefix) }
        if let number { dictionary["number"] = .uint32(number) }
        if !after.isEmpty { dictionary["after"] = .string(after) }
        return dictionary
    }
}

extension PageOptions: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case identifiers, prefix, limit, after, number
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifiers = try container.decodeIfPresent([String].self, forKey: .identifiers)
        prefix = try container.decodeIfPresent(String.self, forKey: .prefix) ?? ""
        limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? 1000
        after = try container.decodeIfPresent(String.self, forKey: .after) ?? ""
        number = try container.decodeIfPresent(UInt32.self, forKey: .number)
        guard (1...Self.largestLimit).contains(limit) else {
            throw Refusal.invalidRequest("limit is \(limit); it must be from 1 to \(Self.largestLimit)")
        }
        let chosen = [identifiers != nil, !prefix.isEmpty, number != nil].count { $0 }
        guard chosen <= 1 else {
            throw Refusal.invalidRequest("identifiers, prefix and number exclude each other")
        }
    }
}
