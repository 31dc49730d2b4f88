// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// A notification as a program handed it to `Notify`.
package struct ReceivedNotification: Hashable, Sendable {
    /// A choice that is offered to the person.
    package struct Action: Hashable, Sendable {
        /// Goes back in `ActionInvoked`, byte for byte.
        package let key: String
        package let label: String

        package init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

    /// How long it stays.
    package enum Timeout: Hashable, Sendable {
        case serverDefault
        case never
        case after(Duration)
    }

    /// The server's number; 0 until it has been given one.
    package internal(set) var id: UInt32
    /// The unique bus name of the program.
    package let sender: String
    package let appName: String
    /// The number it wants to replace, as it was sent; 0 for none.
    package let replacesID: UInt32
    package let appIcon: String
    package let summary: String
    package let body: String
    package let actions: [Action]
    package let hints: NotificationHints
    package let timeout: Timeout

    /// Whether a line of text can be typed as the answer.
    package var offersReply: Bool { actions.contains { $0.key == Self.replyKey } }

    package static let defaultKey = "default"
    package static let replyKey = "inline-reply"

    /// What was wrong and is left out: a key without its label, a timeout below -1, a wrong hint. A sentence for each.
    package let slips: [String]

    /// Reads the arguments of `Notify`.
    ///
    /// A slip costs what it is in, never the notification; see ``slips``.
    ///
    /// - Throws: `InvalidArgs` for another number or type of arguments.
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
        if timeout < -1 { slips.append("expire_timeout is \(timeout); it must be -1, 0 or milliseconds.") }
        self.id = id
        self.sender = sender
        self.appName = appName
        self.replacesID = replacesID
        self.appIcon = appIcon
        self.summary = summary
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

    /// By name, each taken out of its own variant and of no other.
    private static func named(_ hints: [Value: Value]) -> [String: Value] {
        var named: [String: Value] = [:]
        for case (.string(let name), .variant(let value)) in hints { named[name] = value }
        return named
    }
}
