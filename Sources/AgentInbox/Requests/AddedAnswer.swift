// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Triggers

/// Keeps the answer of `AddAll` small enough for one message.
///
/// A caller that gets an error assumes that nothing was added. Therefore a call whose answer could be too large is
/// refused before anything is stored.
enum AddedAnswer {
    /// Largest size in bytes that a row of the answer has on the bus, without the row's identifier and advice.
    ///
    /// Advice is a row's text, words, notes and degraded keys.
    private static let rowBytes = 400
    /// The note of a row whose advice does not fit into the answer.
    static let leftOut = "details are left out: the answer is too long for them"

    /// Refuses a call whose answer may be too large, with `ContentTooLarge`.
    ///
    /// `texts` is the size in bytes of the identifiers, and of the messages about the requests that are refused.
    static func check(rows: Int, texts: Int = 0) throws(Refusal) {
        guard rows * rowBytes + texts > ListLimit.answerBytes else { return }
        throw .contentTooLarge(
            "the answer to \(rows) requests may be \(rows * rowBytes + texts) bytes; the limit is \(ListLimit.answerBytes), so add fewer at a time; nothing was added"
        )
    }

    /// Leaves out the advice of the last rows if the answer would be too large, and says so in those rows.
    static func fitting(_ outcomes: [Outcome]) -> [Outcome] {
        var room = ListLimit.answerBytes - outcomes.reduce(0) { $0 + rowBytes + $1.texts }
        return outcomes.map { outcome in
            room -= outcome.advice
            guard room < 0 else { return outcome }
            var short = outcome
            (short.text, short.when, short.degraded) = (nil, nil, nil)
            short.notes = [leftOut]
            return short
        }
    }
}

extension Outcome {
    /// Size in bytes of the row's texts that the answer never leaves out.
    fileprivate var texts: Int { identifier.utf8.count + (message?.utf8.count ?? 0) }

    /// Size of the row's advice in bytes on the bus.
    fileprivate var advice: Int {
        let lines = (notes ?? []) + (degraded ?? [])
        return lines.reduce((text?.utf8.count ?? 0) + (when?.utf8.count ?? 0) + 80) { $0 + $1.utf8.count + 8 }
    }
}
