// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The options of `AddAll`.
package struct AddOptions: Hashable, Sendable, Decodable {
    /// A refused request makes all be refused.
    package var allOrNothing = false
    /// Refuses requests that fire at once while there is no notification server.
    package var noQueue = false
    /// Refuses requests that fire at once and can't be answered now, because the server has no buttons or no text
    /// field.
    package var answerable = false
    /// Waits for the notification server's number of requests that fire at once, and returns it.
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
    /// The agent asks the delegate before it presents a notification.
    package var willPresent = false
    /// Requests whose responses are delivered; nil means all of the application's.
    package var identifiers: [String]?
    /// Additions of these requests whose responses are delivered; nil means all.
    package var instances: [String]?
    /// The delegate also receives the expiry of ``identifiers``.
    package var expired = false
    /// The delegate can ask a person at a terminal for text.
    package var prompts = false
    /// Requests added as ``instances`` are removed when the connection closes without detaching.
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
            throw Refusal.invalidRequest("instances needs identifiers")
        }
        expired = try container.decodeIfPresent(Bool.self, forKey: .expired) ?? false
        prompts = try container.decodeIfPresent(Bool.self, forKey: .prompts) ?? false
        guard !prompts || identifiers != nil else {
            throw Refusal.invalidRequest("prompts needs identifiers")
        }
        withdraws = try container.decodeIfPresent(Bool.self, forKey: .withdraws) ?? false
        guard !withdraws || instances != nil else {
            throw Refusal.invalidRequest("withdraws needs instances")
        }
    }
}

/// The options of `Log`.
package struct LogOptions: Hashable, Sendable, Decodable {
    /// Cursor after which events are returned; by default all events, including imported ones.
    package var since = Int64.min
    /// Limit for the number of events.
    package var limit: Int = 1000
    /// Returns the newest ``limit`` events instead of the oldest.
    package var newest = false
    /// Returns only events of this request.
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
