// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
package import NotificationStore
package import Triggers

/// Handles the programs that follow the location while they run.
extension LocationService {
    /// Follows the location for a connection, in place of the connection's former monitor.
    ///
    /// If the machine is in a region from the start, an arrival in the region is reported only after a departure from
    /// it. Nothing is reported until the person has allowed the application to use the location. `tell` is called on
    /// the event loop for each event until ``endMonitor(_:)`` or ``endMonitors(of:)``.
    ///
    /// - Throws: ``Triggers/Refusal`` `tooManyRequests` if the application would monitor too many regions.
    package func follow(
        _ monitor: LocationMonitor, of key: LocationMonitor.Key, tell: @escaping @Sendable (LocationEvent) -> Void
    ) throws(Refusal) {
        let wantedPositions = monitors.wantsPositions(key)
        try monitors.set(monitor, of: key, tell: tell)
        changed()
        guard !wantedPositions, monitor.wantsPositions, allowedApps.contains(key.app) else { return }
        if let trouble = position.trouble { tell(.trouble(trouble)) }
    }

    /// Ends the monitor of a connection for one application.
    package func endMonitor(_ key: LocationMonitor.Key) {
        monitors.remove(key)
        changed()
    }

    /// Ends all monitors of a connection, which has left the bus.
    package func endMonitors(of connection: String) {
        monitors.remove(connection)
        changed()
    }

    /// Returns the side of a place's border on which the machine is now; nil if the side is not known.
    package func side(of region: Region) async -> FenceState.Side? {
        switch region.area {
        case .networks(let names):
            return await presentNetworks().map { $0.isDisjoint(with: names) ? .outside : .inside }
        case .circle(let circle):
            guard let fix = position.fix, fix.isFresh(at: clock.now), fix.isUsable(for: circle) else { return nil }
            return circle.side(of: fix)
        }
    }
}
