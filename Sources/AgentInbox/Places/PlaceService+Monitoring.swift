// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentLocation
import DBus
import NotificationStore
import Triggers

/// Programs that follow the location while they run.
extension PlaceService {
    /// Follows the location for the caller's connection, in place of what it followed before.
    ///
    /// The person is asked about an application that wants more than the person's decisions.
    ///
    /// - Returns: The present `permission`.
    /// - Throws: ``Triggers/Refusal`` for an impossible region, and for too many of them.
    func monitor(_ options: Value, of app: String, for caller: Caller) async throws -> [String: Value] {
        let options = try DictionaryCoding.decode(MonitorOptions.self, from: options)
        let monitor = try options.monitor()
        try await signals.follow(monitor, of: app, for: caller)
        let answer = await location.permission(of: app)
        if answer == .undecided, monitor?.wantsLocation == true { await location.ask(about: app) }
        return ["permission": .string(answer.rawValue)]
    }
}

/// The options of `MonitorLocation`.
private struct MonitorOptions: KeyCoded {
    /// The places whose borders are watched.
    var regions: [Region] = []
    /// Whether each new position is told.
    var positions = false
    /// Whether the person's decisions are told.
    var permission = false

    static let blank = MonitorOptions()
    static let codedKeys: CodedKeys<MonitorOptions> = [
        .value("regions", \.regions), .value("positions", \.positions), .value("permission", \.permission),
    ]

    /// Returns the wish of the program; nil if it wants nothing.
    func monitor() throws(Refusal) -> LocationMonitor? {
        var monitor = LocationMonitor(wantsPositions: positions)
        for (index, region) in regions.enumerated() {
            let key = "regions[\(index)]"
            try region.validate(key)
            guard monitor.regions.updateValue(region, forKey: region.identifier) == nil else {
                throw .invalidRequest(
                    "\(key).identifier is \"\(region.identifier)\" like another one; it must be unique")
            }
        }
        return monitor.wantsLocation || permission ? monitor : nil
    }
}
