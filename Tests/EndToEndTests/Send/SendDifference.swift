// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// A difference between `belfry send` and notify-send: a row of the table in belfry-send(1).
enum SendDifference: Sendable {
    /// The body is cleaned.
    case markup(String)
    /// A hint of the specification gets its own type; nil: it is left out.
    case type(String, Value?)
    /// A flag that is false is left out.
    case `false`(String)
    /// The summary has no control characters.
    case control(String)
    /// A time below 0 becomes -1.
    case time
    /// The second of two actions with one name is left out.
    case twice([String])
    /// A variant in a list is replaced by its value.
    case variant(String, Value)

    /// The row's word in the manual.
    var row: String {
        switch self {
        case .markup: "markup"
        case .type: "type"
        case .false: "false"
        case .control: "control"
        case .time: "time"
        case .twice: "twice"
        case .variant: "variant"
        }
    }

    /// Rows that need more than one command line; other tests cover them.
    static let elsewhere: Set = ["file", "tag", "keys", "limits", "server", "held", "queue", "sandbox"]

    /// Converts the arguments of notify-send into the expected ones of `belfry send`.
    func apply(to seen: inout SeenNotification) {
        switch self {
        case .markup(let body): seen.body = body
        case .type(let name, let value), .variant(let name, let value as Value?): seen.hints[name] = value
        case .false(let name): seen.hints[name] = nil
        case .control(let summary): seen.summary = summary
        case .time: seen.time = -1
        case .twice(let actions): seen.actions = actions
        }
    }
}
