// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentLocation
import DBus
import NotificationStore
import Triggers

/// Methods for programs that follow the location while they run.
extension PlaceService {
    /// Follows the location for the caller's connection; the new options replace earlier ones.
    ///
    /// If the application wants positions or regions and the person has not decided about it, the person is asked.
    ///
    /// - Returns: The present `permission`.
    /// - Throws: ``Triggers/Refusal`` for an impossible region, and for too many regions.
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
    /// Whether the program is told of each new position.
    var positions = false
    /// Whether the program is told of the person's decisions about its permission.
    var permission = false

    static let blank = MonitorOptions()
    static let codedKeys: CodedKeys<MonitorOptions> = [
        .value("regions", \.regions), .value("positions", \.positions), .value("permission", \.permission),
    ]

    /// Returns the monitor that the program asks for; nil if it wants to be told nothing.
    func monitor() throws(Refusal) -> LocationMonitor? {
        var monitor = LocationMonitor(wantsPositions: positions)
        for (index, region) in regions.enumerated() {
            let key = "regions[\(index)]"
            try region.validate(key)
            guard monitor.regions.updateValue(region, forKey: region.identifier) == nil else {
                throw .invalidRequest(
                    "\(key).identifier is \"\(region.identifier)\" like that of another region; it must be unique")
            }
        }
        return monitor.wantsLocation || permission ? monitor : nil
    }
}
