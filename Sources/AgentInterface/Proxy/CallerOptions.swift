// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The options of `AddAll`.
package struct AddOptions: Hashable, Sendable, Decodable {
    /// The first refusal refuses all.
    package var allOrNothing = false
    /// Refuses requests that fire at once while there is no notification server.
    package var noQueue = false
    /// Refuses requests that fire at once and whose answers nobody could give now, for want of buttons or of a text field.
    package var answerable = false
    /// Waits until the server has named what fires at once, and tells its number.
    package var number = false

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case allOrNothing, noQueue, answerable, number
    }

    package init(
        allOrNothing: Bool = false, noQueue: Bool = false, answerable: Bool = false, number: Bool = false
    ) {
        self.allOrNothing = allOrNothing
        self.noQueue = noQueue
        self.answerable = answerable
        self.number = number
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        allOrNothing = try container.decodeIfPresent(Bool.self, forKey: .allOrNothing) ?? false
        noQueue = try container.decodeIfPresent(Bool.self, forKey: .noQueue) ?? false
        answerable = try container.decodeIfPresent(Bool.self, forKey: .answerable) ?? false
        number = try container.decodeIfPresent(Bool.self, forKey: .number) ?? false
    }
}

/// The options of `Attach`.
package struct AttachOptions: Hashable, Sendable, Decodable {
    /// Be asked before a notification is shown.
    package var willPresent = false
    /// Only the responses to these requests; nil is all of the application's.
    package var identifiers: [String]?
    /// Of these requests only the responses to these additions; nil is to any.
    package var instances: [String]?
    /// Be told when one of ``identifiers`` expires.
    package var expired = false
    /// There is a person at a terminal, who can be asked for words.
    package var prompts = false
    /// What was added as one of ``instances`` goes with the connection, unless that detaches first.
    package var withdraws = false

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case willPresent, identifiers, instances, expired, prompts, withdraws
    }
}

extension AttachOptions {
    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        willPresent = try container.decodeIfPresent(Bool.self, forKey: .willPresent) ?? false
        identifiers = try container.decodeIfPresent([String].self, forKey: .identifiers)
        instances = try container.decodeIfPresent([String].self, forKey: .instances)
        guard instances == nil || identifiers != nil else {
            throw Refusal.invalidRequest("instances goes with identifiers")
        }
        expired = try container.decodeIfPresent(Bool.self, forKey: .expired) ?? false
        prompts = try container.decodeIfPresent(Bool.self, forKey: .prompts) ?? false
        guard !prompts || identifiers != nil else {
            throw Refusal.invalidRequest("prompts goes with identifiers")
        }
        withdraws = try container.decodeIfPresent(Bool.self, forKey: .withdraws) ?? false
        guard !withdraws || instances != nil else {
            throw Refusal.invalidRequest("withdraws goes with instances")
        }
    }
}

/// The options of `Log`.
package struct LogOptions: Hashable, Sendable, Decodable {
    /// Only events after this cursor; left out, all, those that imports brought, too.
    package var since = Int64.min
    /// At most this many.
    package var limit: Int = 1000
    /// The newest ``limit`` ones instead of the oldest.
    package var newest = false
    /// Only of this request.
    package var identifier: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case since, limit, newest, identifier
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        since = try container.decodeIfPresent(Int64.self, forKey: .since) ?? .min
        limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? 1000
        newest = try container.decodeIfPresent(Bool.self, forKey: .newest) ?? false
        identifier = try container.decodeIfPresent(String.self, forKey: .identifier)
    }
}
