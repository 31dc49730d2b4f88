// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel
import Triggers

/// Encodes the calls of `UNUserNotificationCenter` into the arguments of the agent's D-Bus methods.
enum CenterQuestion {
    /// Returns the arguments of `Add`; throws ``UNError`` or a refusal for a request that no agent accepts.
    static func add(_ request: UNNotificationRequest) throws -> [Value] { [.properties(try properties(request))] }

    /// Returns the arguments of `AddAll` for a request that is refused if it fires at once and no server runs.
    static func addOnlyIfShown(_ request: UNNotificationRequest) throws -> [Value] {
        [.dictionaries([try properties(request)]), .properties(["noQueue": .boolean(true)])]
    }

    private static func properties(_ request: UNNotificationRequest) throws -> [String: Value] {
        // The agent's message for an empty identifier suggests leaving the key out, which Apple's API doesn't allow.
        guard !request.identifier.isEmpty else {
            throw Refusal.invalidRequest(
                "The request's identifier is empty; use a unique one, such as UUID().uuidString")
        }
        let draft = try request.draft()
        // The bus can't carry text with U+0000. Without this check, the failed call would look like a missing agent.
        try draft.validate()
        try draft.trigger?.region?.validate("trigger.region")
        var properties = try DictionaryCoding.properties(of: draft)
        if let first = (request.trigger as? UNRuleNotificationTrigger)?.firstDate {
            properties["nextTriggerDateUnix"] = .double(first.timeIntervalSince1970)
        }
        return properties
    }

    /// - Throws: A refusal for an identifier with U+0000, which the bus can't carry and no request has.
    static func snooze(_ identifier: String, _ interval: TimeInterval) throws -> [Value] {
        guard !identifier.unicodeScalars.contains("\0") else {
            throw Refusal(.noSuchRequest, "The identifier contains the character U+0000, which is not allowed.")
        }
        return [.string(identifier), .double(interval)]
    }

    /// - Throws: ``UNError/Code/badgeInputInvalid``.
    static func badge(_ count: Int) throws -> [Value] {
        guard let count = UInt32(exactly: count), count <= UInt32(Int32.max) else {
            throw UNError(
                .badgeInputInvalid,
                userInfo: [NSLocalizedDescriptionKey: "The badge count is \(count); it must be from 0 to 2147483647."])
        }
        return [.uint32(count)]
    }

    /// Returns the arguments for the valid categories, and the errors of the invalid ones.
    ///
    /// An invalid category doesn't affect the valid ones.
    static func categories(
        _ categories: Set<UNNotificationCategory>
    ) -> (arguments: [Value], refused: [(identifier: String, error: any Error)]) {
        // The agent's list has an order but a set has none, so the categories are sorted by identifier.
        let (good, wrong) = Category.sorted(out: categories.sorted { $0.identifier < $1.identifier }.map(\.model))
        var refused: [(identifier: String, error: any Error)] = wrong.map { ($0.category.identifier, $0.refusal) }
        var dictionaries: [[String: Value]] = []
        for category in good {
            do {
                dictionaries.append(try DictionaryCoding.properties(of: category))
            } catch {
                refused.append((category.identifier, error))
            }
        }
        return ([.dictionaries(dictionaries)], refused)
    }

    static func authorization(_ options: UNAuthorizationOptions) -> [Value] {
        let words: [(UNAuthorizationOptions, String)] = [
            (.badge, "badge"), (.sound, "sound"), (.alert, "alert"), (.carPlay, "carPlay"),
            (.criticalAlert, "criticalAlert"),
            (.providesAppNotificationSettings, "providesAppNotificationSettings"), (.provisional, "provisional"),
            (.announcement, "announcement"), (.timeSensitive, "timeSensitive"),
        ]
        return [.strings(words.filter { options.contains($0.0) }.map(\.1))]
    }
}
