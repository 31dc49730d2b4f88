// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import DBus
import Foundation
import TestSupport

@testable import CoreLocation

/// A delegate that keeps a line for each call.
final class LocationRecorder: NSObject, CLLocationManagerDelegate, Sendable {
    let lines = Mailbox<String>()
    let positions = Mailbox<CLLocation>()

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        lines.put("permission \(manager.authorizationStatus.rawValue)")
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations { positions.put(location) }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        lines.put("error \((error as? CLError)?.code.rawValue ?? -1)")
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        lines.put("enter \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        lines.put("exit \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        lines.put("start \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        lines.put("failure \(region?.identifier ?? "") \((error as? CLError)?.code.rawValue ?? -1)")
    }

    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        lines.put("state \(region.identifier) \(state.rawValue)")
    }
}

extension PlaceWorld {
    /// A hub as in a program, on the bus of this agent.
    func hub(app: String = TestAgent.app) -> LocationHub {
        LocationHub(agent: CenterClient(bus: .at(agent.bus)), app: app)
    }

    /// A circle around the middle of the map.
    static func circle(_ identifier: String = "home", radius: Double = 200) -> CLCircularRegion {
        let center = CLLocationCoordinate2D(
            latitude: ScriptedGeoClue.Position.latitude, longitude: ScriptedGeoClue.Position.longitude)
        return CLCircularRegion(center: center, radius: radius, identifier: identifier)
    }
}
