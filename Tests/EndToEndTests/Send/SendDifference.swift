// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// What arrives of `belfry send` otherwise than of notify-send: a row of the table in belfry(1).
enum SendDifference: Sendable {
    /// The body, cleaned.
    case markup(String)
    /// A hint of the specification in its own type; nil: left out.
    case type(String, Value?)
    /// A flag that is false is left out.
    case `false`(String)
    /// The summary without control characters.
    case control(String)
    /// A time below 0.
    case time
    /// The second of two actions with one name.
    case twice([String])
    /// A variant in a list has the type that its value has by itself.
    case variant(String, Value)

    /// The row's word.
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

    /// Rows about what no single command line shows; other tests are about them.
    static let elsewhere: Set = ["file", "tag", "keys", "limits", "server", "held", "queue", "sandbox"]

    /// What is expected to arrive, made from what notify-send has sent.
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
