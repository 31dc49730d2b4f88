// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// One row of `un-api.tsv`, and a use of its declaration: the test is that the use compiles.
struct APIRow: Sendable {
    let type: String
    let spelling: String
    /// A value to compare at run time: a raw value, a default or a constant; nil if compiling is the whole test.
    let observe: @Sendable () -> String?

    init(_ type: String, _ spelling: String, observe: @escaping @Sendable () -> String?) {
        self.type = type
        self.spelling = spelling
        self.observe = observe
    }

    /// All uses.
    static let all: [APIRow] =
        rowsOfCenter + rowsOfDelegate + rowsOfOptions + rowsOfContent + rowsOfMutableContent + rowsOfEnums
        + rowsOfTriggers
        + rowsOfActions + rowsOfSettings + rowsOfErrors + rowsOfRequests + rowsOfOthers + rowsOfFiles
        + rowsOfContentExtensions

    /// A use of the center that is compiled and not run.
    static func compiles(_ use: (UNUserNotificationCenter) async throws -> Void) {}

    /// A request for uses that are not run.
    static var request: UNNotificationRequest {
        UNNotificationRequest(identifier: "a", content: UNNotificationContent(), trigger: nil)
    }

    /// A value in the table's form.
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
