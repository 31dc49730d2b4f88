// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import AgentRules

/// Which connections speak for which application, and which wait for one answer.
package struct Delegates {
    /// A connection that called `Attach`.
    package struct Entry: Hashable {
        /// Its unique name.
        let connection: String
        let app: String
        let options: AttachOptions

        package init(connection: String, app: String, options: AttachOptions) {
            self.connection = connection
            self.app = app
            self.options = options
        }
    }

    private(set) var entries: [Entry] = []

    /// Attaching again replaces the options; a newer delegate of an application takes the older one's place.
    mutating func attach(_ entry: Entry) {
        let isDelegate = entry.options.identifiers == nil
        entries.removeAll {
            $0.app == entry.app
                && ($0.connection == entry.connection || isDelegate && $0.options.identifiers == nil)
        }
        entries.append(entry)
    }

    mutating func detach(_ connection: String, from app: String?) {
        entries.removeAll { $0.connection == connection && (app == nil || $0.app == app) }
    }

    /// The running application itself.
    func delegate(of app: String) -> Entry? {
        entries.first { $0.app == app && $0.options.identifiers == nil }
    }

    /// Those who wait for the answer to this one request, or to this one adding of it.
    func waiting(for identifier: String, instance: String = "", of app: String) -> [Entry] {
        entries.filter { $0.app == app && AwaitedAnswers.waits($0.options, for: identifier, instance) }
    }

    /// The requests of an application whose answers a connection waits for.
    package func awaited(of app: String) -> AwaitedAnswers {
        AwaitedAnswers(options: entries.filter { $0.app == app && $0.options.identifiers != nil }.map(\.options))
    }

    func knows(_ connection: String) -> Bool { entries.contains { $0.connection == connection } }
}
