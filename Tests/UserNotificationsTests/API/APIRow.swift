// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// One row of `un-api.tsv`, and a use of what it names: that the use compiles is the test.
struct APIRow: Sendable {
    let type: String
    let spelling: String
    /// What is seen at run time: a raw value, a default or a constant; nil where the compiler has said it all.
    let observe: @Sendable () -> String?

    init(_ type: String, _ spelling: String, observe: @escaping @Sendable () -> String?) {
        self.type = type
        self.spelling = spelling
        self.observe = observe
    }

    /// Every use there is.
    static let all: [APIRow] =
        rowsOfCenter + rowsOfDelegate + rowsOfOptions + rowsOfContent + rowsOfMutableContent + rowsOfEnums
        + rowsOfTriggers
        + rowsOfActions + rowsOfSettings + rowsOfErrors + rowsOfRequests + rowsOfOthers + rowsOfFiles

    /// A use of the center that is compiled, not run.
    static func compiles(_ use: (UNUserNotificationCenter) async throws -> Void) {}

    /// A request for uses that are not run.
    static var request: UNNotificationRequest {
        UNNotificationRequest(identifier: "a", content: UNNotificationContent(), trigger: nil)
    }

    /// A value as the table writes it.
    static func described(_ value: Any) -> String {
        switch value {
        case let text as String: "\"\(text)\""
        case let level as UNNotificationInterruptionLevel: ".\(level)"
        case let list as [Any] where list.isEmpty: "[]"
        case let dictionary as [AnyHashable: Any] where dictionary.isEmpty: "[:]"
        default: "\(value)"
        }
    }
}
