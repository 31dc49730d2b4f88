// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel
import Triggers

/// The keys that a caller wants of each row of a list.
struct RowKeys: Sendable {
    /// The wanted keys; nil for every key.
    private let wanted: Set<String>?
    /// Whether a pending request's outline has all wanted keys, so that the whole request need not be read.
    let areOfOutline: Bool

    static let all = RowKeys()

    private init() { (wanted, areOfOutline) = (nil, false) }

    /// Checks the option `keys`; nil means every key.
    ///
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` for a key that no row has.
    init(_ keys: [String]?) throws(Refusal) {
        if let keys, let unknown = keys.first(where: { !Self.known.contains($0) }) {
            throw Refusal.invalidRequest(
                "keys has \"\(unknown)\", which no row has; there are \(Self.known.sorted().joined(separator: ", "))")
        }
        wanted = keys.map(Set.init)
        areOfOutline = wanted.map(Self.ofOutline.isSuperset) ?? false
    }

    func has(_ key: String) -> Bool { wanted?.contains(key) ?? true }

    /// Returns the wanted part of a row; a wanted key that the row lacks is no error.
    func part(of row: [String: Value]) -> [String: Value] { wanted == nil ? row : row.filter { has($0.key) } }

    private static let ofOutline: Set = [
        "identifier", "app", "title", "warnsOf", "snoozed", "when", "nextTriggerDate", "nextTriggerDateUnix",
        "waitsFor", "text",
    ]
    private static let known = Request.keys.union(Notification.codedKeys.names).union(ofOutline)
        .union(["dateUnix", "dueUnix", "state"])
}
