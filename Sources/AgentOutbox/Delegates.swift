// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import AgentRules

/// The connections of running applications, and of callers that wait for the responses to certain requests.
package struct Delegates {
    /// A connection that called `Attach`.
    package struct Entry: Hashable {
        /// The connection's unique name on the bus.
        let connection: String
        let app: String
        let options: AttachOptions
    }

    private(set) var entries: [Entry] = []

    /// Adds an entry or replaces its options; a newer delegate of an application replaces the older one.
    mutating func attach(_ entry: Entry) {
        let isDelegate = entry.options.identifiers == nil
        entries.removeAll {
            $0.app == entry.app && ($0.connection == entry.connection || isDelegate && $0.options.identifiers == nil)
        }
        entries.append(entry)
    }

    mutating func detach(_ connection: String, from app: String?) {
        entries.removeAll { $0.connection == connection && (app == nil || $0.app == app) }
    }

    /// Returns the entry of the running application itself; this entry gets all responses.
    func delegate(of app: String) -> Entry? {
        entries.first { $0.app == app && $0.options.identifiers == nil }
    }

    /// Returns the callers that wait for the answer to this request, or only to this instance of the request.
    func waiting(for identifier: String, instance: String = "", of app: String) -> [Entry] {
        entries.filter { $0.app == app && AwaitedAnswers.waits($0.options, for: identifier, instance) }
    }

    /// Returns the requests of an application whose answers a connection waits for.
    package func awaited(of app: String) -> AwaitedAnswers {
        AwaitedAnswers(options: entries.filter { $0.app == app && $0.options.identifiers != nil }.map(\.options))
    }

    func knows(_ connection: String) -> Bool { entries.contains { $0.connection == connection } }
}
