// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// The text-input actions of a notification, including those of its category.
struct TextActions {
    private let identifiers: Set<String>

    /// - Throws: Errors of the agent, which is asked for the category.
    init(of notification: [String: Value], _ agent: AgentProxy) async throws {
        var actions = Self.actions(of: notification)
        if let name = notification["categoryIdentifier"]?.string {
            let category = try await agent.categories().first { $0["identifier"]?.string == name }
            actions += category.map(Self.actions) ?? []
        }
        identifiers = Set(actions.filter(Self.asksForText).compactMap { $0["identifier"]?.string })
    }

    func contains(_ identifier: String) -> Bool { identifiers.contains(identifier) }

    private static func actions(of dictionary: [String: Value]) -> [[String: Value]] {
        (dictionary["actions"]?.array ?? []).compactMap(\.properties)
    }

    private static func asksForText(_ action: [String: Value]) -> Bool {
        action["textInputPlaceholder"] != nil || action["textInputButtonTitle"] != nil
    }
}
