// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// A request as a caller gives it: what needs a clock or a store is still open.
package struct RequestDraft: Sendable {
    /// The request without its trigger; the identifier is empty where one is to be made.
    package var request: Request
    /// Nil is "at once", unless there is a ``sentence``.
    package var trigger: TriggerDraft?
    /// Time words, then the title.
    package var sentence: String?
    /// Early warnings, as durations in words.
    package var before: [String]
    /// What its policy says, in words.
    package var policy: PolicyDraft

    /// The trigger is that of the pending request, perhaps changed.
    package var keepsTrigger: Bool {
        switch trigger {
        case .keep, .change: true
        case .exact, .words, nil: false
        }
    }
}

extension RequestDraft: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case trigger, sentence, before
    }

    private static let keys = Request.keys
        .subtracting([Request.CodingKeys.parentIdentifier.rawValue, Request.CodingKeys.leadTime.rawValue])
        .union(CodingKeys.allCases.map(\.rawValue))

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: Self.keys)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let draftKeys = try decoder.container(keyedBy: Request.CodingKeys.self)
        if let identifier = try draftKeys.decodeIfPresent(String.self, forKey: .identifier), identifier.isEmpty {
            throw DecodingError.dataCorruptedError(
                forKey: .identifier, in: draftKeys,
                debugDescription: "is empty; it must be 1 to \(Limits.identifierBytes) bytes. Left out, one is made")
        }
        request = Request(
            identifier: try draftKeys.decodeIfPresent(String.self, forKey: .identifier) ?? "",
            content: try Content(from: decoder), presentation: try Presentation(from: decoder),
            responsePlan: try ResponsePlan(from: decoder),
            instance: try draftKeys.decodeIfPresent(String.self, forKey: .instance) ?? "")
        trigger = try container.decodeIfPresent(TriggerDraft.self, forKey: .trigger)
        sentence = try container.decodeIfPresent(String.self, forKey: .sentence)
        before = try container.decodeIfPresent([String].self, forKey: .before) ?? []
        policy = try PolicyDraft(from: decoder)
    }
}
