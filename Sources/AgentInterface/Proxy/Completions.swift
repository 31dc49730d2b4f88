// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import NotificationModel
package import Triggers

/// The values that `Completions` returns.
package enum CompletionKind: String, Hashable, CaseIterable, Sendable {
    /// Identifiers of requests, each with its title.
    case requests
    /// Applications, each with the number of its pending requests.
    case applications
    case categories
    /// Actions of categories and of delivered notifications, each with its title.
    case actions
    /// Keys of `config.toml`.
    case keys
    case places
}

/// A list whose requests `Completions` returns.
package enum CompletionList: String, Hashable, CaseIterable, Sendable {
    case pending, delivered
    /// Notifications that wait for a digest.
    case held
    /// Entries of the history.
    case ended
}

/// The options of `Completions`.
package struct CompletionOptions: Hashable, Sendable {
    /// Largest number of values in a reply: more than fits on a screen.
    package static let largestLimit = 200

    /// The lists whose requests are returned.
    package var lists: [CompletionList] = [.pending]
    /// The beginning that all returned values have; empty returns values with any beginning.
    package var prefix = ""
    /// Largest number of values in the reply, 1 to ``largestLimit``.
    package var limit = largestLimit

    package init(lists: [CompletionList] = [.pending], prefix: String = "", limit: Int = largestLimit) {
        (self.lists, self.prefix, self.limit) = (lists, prefix, limit)
    }

    /// The options as a dictionary of the D-Bus interface.
    package var dictionary: [String: Value] {
        [
            "lists": .strings(lists.map(\.rawValue)), "prefix": .string(prefix),
            "limit": .uint32(UInt32(clamping: limit)),
        ]
    }
}

extension CompletionOptions: KeyCoded {
    package static let blank = CompletionOptions()
    package static let codedKeys: CodedKeys<CompletionOptions> = [
        .value("lists", \.lists), .value("prefix", \.prefix), .value("limit", \.limit),
    ]

    package init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        try Request.check(limit, "limit", 1...Self.largestLimit)
    }
}

extension CompletionList: Codable {
    package init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        guard let list = CompletionList(rawValue: word) else {
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal.invalidRequest("lists has the unknown name \"\(word)\"; the names are \(known)")
        }
        self = list
    }
}

/// A value with which a shell completes a word.
package struct CompletionValue: Hashable, Sendable {
    package let value: String
    /// The text about the value for a person; empty if there is no such text. The text may have any characters.
    package let description: String

    package init(_ value: String, _ description: String = "") { (self.value, self.description) = (value, description) }

    /// Reads an entry of the reply; nil if the entry has no value.
    package init?(_ dictionary: [String: Value]) {
        guard let value = dictionary["value"]?.string else { return nil }
        self.init(value, dictionary["description"]?.string ?? "")
    }

    /// The value as a dictionary of the D-Bus interface.
    package var dictionary: [String: Value] {
        let value = ["value": Value.string(value)]
        return description.isEmpty ? value : value.merging(["description": .string(description)]) { $1 }
    }
}

extension AgentProxy {
    /// Fetches values for the completion of a word in a shell. The call doesn't start an agent.
    ///
    /// - Parameters:
    ///   - kind: The kind of values.
    ///   - options: The options of `Completions`.
    ///   - timeout: The time to wait for the reply; a person waits for the shell.
    /// - Returns: The values, in the order in which to offer them.
    /// - Throws: ``DBus/BusError``, also if no agent runs.
    package func completions(
        _ kind: CompletionKind, _ options: CompletionOptions, timeout: Duration = .seconds(1)
    ) async throws -> [CompletionValue] {
        let arguments: [Value] = [.string(app), .string(kind.rawValue), .properties(options.dictionary)]
        let call = AgentMethod.completions.call(arguments, autoStart: false)
        let reply = try await connection.call(call, timeout: timeout).arguments
        return reply.first?.array?.compactMap(\.properties).compactMap(CompletionValue.init) ?? []
    }
}
