// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
import Triggers

/// A request as a caller gave it, before the agent parses the request's words and creates a missing identifier.
package struct RequestDraft: Sendable {
    /// The request without its trigger; the identifier is empty if the agent must create one.
    package var request: Request
    /// The trigger; nil means that the request fires at once, unless there is a ``sentence``.
    package var trigger: TriggerDraft?
    /// A sentence that has a time in words, followed by the title.
    package var sentence: String?
    /// Lead times of early warnings, as durations in words.
    package var before: [String]
    /// The policy, with durations and dates in words.
    package var policy: PolicyDraft
    /// Due date in the agent's list, for an interval or a snoozed request; for a rule, the rule's first date.
    package var nextDate: Date?
    /// True if the request was snoozed until ``nextDate`` when the agent listed it.
    package var isSnoozed: Bool

    /// True if the trigger of the replaced pending request is kept, possibly with changes.
    package var keepsTrigger: Bool {
        switch trigger {
        case .keep, .change: true
        case .exact, .words, .place, nil: false
        }
    }
}

extension RequestDraft: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case identifier, instance, trigger, sentence, before
        case nextDate = "nextTriggerDateUnix"
        case isSnoozed = "snoozed"
    }

    private static let keys = Request.keys.subtracting(["warnsOf", "leadTime", "remote", "drawing"])
        .union(CodingKeys.allCases.map(\.rawValue))

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: Self.keys)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let identifier = try container.decodeIfPresent(String.self, forKey: .identifier)
        if identifier?.isEmpty == true {
            throw DecodingError.dataCorruptedError(
                forKey: .identifier, in: container,
                debugDescription:
                    "is empty; it must be 1 to \(Limits.identifierBytes) bytes. Without the key the agent creates one")
        }
        request = Request(
            identifier: identifier ?? "",
            content: try Content(from: decoder), display: try DisplayHints(from: decoder),
            responsePlan: try ResponsePlan(from: decoder),
            instance: try container.value(.instance, or: ""))
        trigger = try container.decodeIfPresent(TriggerDraft.self, forKey: .trigger)
        sentence = try container.decodeIfPresent(String.self, forKey: .sentence)
        before = try container.value(.before, or: [])
        policy = try PolicyDraft(from: decoder)
        nextDate = try container.decodeIfPresent(Double.self, forKey: .nextDate).map(Date.init(timeIntervalSince1970:))
        isSnoozed = try container.value(.isSnoozed, or: false)
        try checkMoment(container)
    }

    /// Throws unless `nextTriggerDateUnix` and `snoozed`, which listed requests have, fit each other and the trigger.
    private func checkMoment(_ container: KeyedDecodingContainer<CodingKeys>) throws {
        let problem: (key: CodingKeys, text: String)? =
            switch (trigger, isSnoozed, nextDate) {
            case (_, true, nil): (.isSnoozed, "needs nextTriggerDateUnix")
            case (.words, true, _), (.keep, true, _), (.change, true, _):
                (.isSnoozed, "needs a trigger as the list commands print it, not one in words or keep")
            case (_, true, _), (_, _, nil), (.exact(.timeInterval), _, _), (.exact(.rule), _, _): nil
            default: (.nextDate, "needs trigger.timeInterval, trigger.rule or snoozed")
            }
        guard let problem else { return }
        throw DecodingError.dataCorruptedError(forKey: problem.key, in: container, debugDescription: problem.text)
    }
}

/// A request's policy as a caller gave it, with durations and dates in words.
package struct PolicyDraft: Hashable, Sendable, Decodable {
    /// Handling of a missed request: `show`, `skip`, `digest` or `digest:` and a duration.
    package var ifMissed: String?
    /// Interval between repeated reminders, optionally with `x` and the number of reminders, such as `5mx3`.
    package var nag: String?
    /// Date in words at which the request expires.
    package var expires: String?
    /// True if the machine is to be woken from sleep for the request.
    package var wake: Bool?
    /// Duration in words by which the notification may be late.
    package var leeway: String?
}
