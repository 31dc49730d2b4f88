// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import DBus
package import DesktopPresentation
import FoundationEssentials
package import Triggers

/// A server that does not accept notifications, for `status` and `doctor`.
package struct ServerTrouble: Hashable, Sendable {
    /// The name that the server gives itself, else its unique name on the bus.
    var server: String
    var since: Date
    var error: String
    /// The time of the next try to present a notification; nil if that needs another server or new server capabilities.
    var next: Date?
    /// The number of notifications that the server refuses in every form.
    var refused = 0

    /// The time, in seconds, that a server may take to start or to exit before a failure is reported.
    static let patience: TimeInterval = 5

    /// Returns the dictionary for `Status`.
    package func properties(in timeZone: Zone) -> [String: Value] {
        var result: [String: Value] = [
            "server": .string(server), "since": .string(since.rfc3339(in: timeZone)), "error": .string(error),
        ]
        if let next { result["next"] = .string(next.rfc3339(in: timeZone)) }
        if refused > 0 { result["refused"] = .int64(Int64(refused)) }
        return result
    }

    func finding(in timeZone: Zone) -> Finding {
        let again = next.map { "next try at \($0.rfc3339(in: timeZone))" } ?? "next try with another server"
        let count = refused > 0 ? "; \(refused) rejected by the server and kept for a retry" : ""
        return Finding(
            "server.trouble", .problem,
            "\(server) has not accepted notifications since \(since.rfc3339(in: timeZone)): \(error)\(count); \(again)",
            advice: "Restart the notification server; \"belfry list --delivered\" shows the waiting notifications.")
    }
}

extension ServerLink {
    package typealias Server = ConnectedServer

    /// An owner of the server's name that does not report its capabilities.
    struct Silence: Hashable, Sendable {
        let owner: String
        let since: ContinuousClock.Instant
        var error: String
    }
}
