// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Triggers

/// A future moment given in words, which the agent parses.
struct Moment {
    /// Seconds from the agent's current time to the moment; at least 0.001.
    let seconds: Double
    /// The moment as a text for a person: `Tue 2026-11-24 09:00 CET (in 2 d 23 h)`.
    let text: String
    /// The moment in RFC 3339 with offset, and in Unix seconds.
    private let date: (text: String, seconds: Double)

    /// Returns the moment as a dictionary for JSON: its `text`, the date as `key`, and Unix seconds as `key` + `Unix`.
    func properties(_ key: String) -> [String: Value] {
        ["text": .string(text), key: .string(date.text), "\(key)Unix": .double(date.seconds)]
    }

    /// Asks the agent to parse the words as a duration or, if that fails, as a date.
    ///
    /// - Throws: ``NotificationModel/Refusal`` that names the wrong word or says that the date never occurs;
    ///   ``Failure`` for an invalid `TZ`.
    init(_ words: String, by agent: AgentProxy) async throws {
        let explanation: [String: Value]
        do {
            explanation = try await agent.explain(["in": .string(words)], count: 1)
        } catch let refusal as Refusal where refusal.code == .invalidTrigger {
            let trigger = TriggerOptions.words("at", words, timeZone: try Environment.timeZone())
            explanation = try await agent.explain(trigger, count: 1)
        }
        guard let date = explanation["dates"]?.array?.first?.properties, let moment = date["dateUnix"]?.double else {
            throw Refusal.invalidTrigger("\"\(words)\" is a time that never comes")
        }
        seconds = max(0.001, moment - (explanation["nowUnix"]?.double ?? Date.now.timeIntervalSince1970))
        text = date["text"]?.string ?? ""
        self.date = (date["date"]?.string ?? "", moment)
    }
}
