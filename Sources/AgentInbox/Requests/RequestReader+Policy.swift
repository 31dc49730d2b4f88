// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import NotificationModel
import TimeExpressions
import Triggers

extension RequestReader {
    /// Reads a policy from its words.
    ///
    /// - Throws: ``NotificationModel/Refusal`` that names the key.
    func policy(_ draft: PolicyDraft) throws -> Policy {
        var policy = Policy()
        policy.isWaking = draft.wake ?? false
        if let words = draft.ifMissed {
            guard let missed = MissedPolicy(words, duration: duration) else {
                throw Refusal.invalidRequest("ifMissed is \"\(words)\"; it must be show, skip, digest or digest:2h")
            }
            policy.ifMissed = missed
        }
        if let words = draft.nag {
            guard let nag = Nag(words, duration: duration) else {
                throw Refusal.invalidRequest(
                    "nag is \"\(words)\"; it must be a duration of at least 1m, such as 5m or, three times, 5mx3")
            }
            policy.nag = nag
        }
        if let words = draft.leeway {
            guard let leeway = duration(words), leeway <= Policy.longestLeeway else {
                throw Refusal.invalidRequest("leeway is \"\(words)\"; it must be a duration of at most 1d, such as 5m")
            }
            policy.leeway = leeway
        }
        if let words = draft.expires {
            let moment = try expression(.expression, words, zone: nil, of: "expires")
            guard !moment.trigger.repeats else {
                throw Refusal.invalidRequest("expires is \"\(words)\"; it must be one moment")
            }
            policy.expires = moment.nextDate
        }
        return policy
    }

    /// Refuses a request that expires before it is due, because it could never be shown.
    func check(_ policy: Policy, due: Date?) throws {
        guard let expires = policy.expires, let due, expires <= due else { return }
        throw Refusal.invalidRequest(
            "expires is \(expires.rfc3339(in: timeZone)), before the request is due at \(due.rfc3339(in: timeZone))")
    }

    private func duration(_ words: String) -> Double? {
        try? TimeExpression.parseLength(words, .init(now: now, timeZone: timeZone))
    }
}
