// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// A notification as received by `Notify`.
package struct ReceivedNotification: Hashable, Sendable {
    /// An action that the person can choose.
    package struct Action: Encodable, Hashable, Sendable {
        /// Identifier, returned unchanged in `ActionInvoked`.
        package let key: String
        package let label: String
    }

    /// Display time of the notification.
    package enum Timeout: Hashable, Sendable {
        case serverDefault
        case never
        case after(Duration)
    }

    /// Number that the server assigns to the notification; 0 before the assignment.
    package internal(set) var id: UInt32
    /// The unique bus name of the program that sent the notification.
    package let sender: String
    package let appName: String
    /// Number of the notification to replace, as sent; 0 replaces no notification.
    package let replacesID: UInt32
    package let appIcon: String
    package let summary: String
    package let body: String
    package let actions: [Action]
    package let hints: NotificationHints
    package let timeout: Timeout

    /// Tells whether the person can type a reply.
    package var offersReply: Bool { actions.contains { $0.key == Self.replyKey } }

    package static let defaultKey = "default"
    package static let replyKey = "inline-reply"

    /// Errors in parts that are dropped, one sentence each: a key without a label, a timeout below -1, an invalid hint.
    package let slips: [String]

    /// Reads the arguments of `Notify`.
    ///
    /// An invalid part is dropped, and the rest of the notification is used; see ``slips``.
    ///
    /// - Throws: `InvalidArgs` for a wrong number or type of arguments.
    package init(arguments: [Value], sender: String, id: UInt32 = 0) throws {
        guard arguments.count == 8, let appName = arguments[0].string,
            case .uint32(let replacesID) = arguments[1], let appIcon = arguments[2].string,
            let summary = arguments[3].string, let body = arguments[4].string,
            let actions = arguments[5].strings,
            case .dictionary(let hints, key: .string, value: .variant) = arguments[6],
            case .int32(let timeout) = arguments[7]
        else { throw BusError.invalidArguments("Notify takes (susssasa{sv}i).") }
        var slips: [String] = []
        if !actions.count.isMultiple(of: 2) {
            slips.append("actions has \(actions.count) strings; it takes pairs of key and label.")
        }
        if timeout < -1 { slips.append("expire_timeout is \(timeout); it must be -1, 0 or a number of milliseconds.") }
        (self.id, self.sender, self.appName) = (id, sender, appName)
        (self.replacesID, self.appIcon, self.summary) = (replacesID, appIcon, summary)
        self.body = body
        self.actions = stride(from: 0, to: actions.count - 1, by: 2).map {
            Action(key: actions[$0], label: actions[$0 + 1])
        }
        self.hints = NotificationHints(Self.named(hints))
        self.slips = slips + self.hints.slips
        self.timeout =
            switch timeout {
            case ..<0: .serverDefault
            case 0: .never
            default: .after(.milliseconds(Int(timeout)))
            }
    }

    /// Returns the hints by name, each unwrapped from one variant.
    private static func named(_ hints: [Value: Value]) -> [String: Value] {
        var named: [String: Value] = [:]
        for case (.string(let name), .variant(let value)) in hints { named[name] = value }
        return named
    }
}
