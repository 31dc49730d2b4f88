// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import EventLoop
import Foundation
import NotificationServer
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

/// A real agent, a notification server, and GeoClue, which stamps its positions with the test's clock.
struct LocationWorld {
    let agent: TestAgent
    let server: ScriptedServer
    let geoClue: ScriptedGeoClue

    static func with(_ body: (LocationWorld) async throws -> Void) async throws {
        let loop = EventLoop.onOwnThread(named: "GeoClue")
        defer { loop.stop() }
        try await withPrivateBus { system in
            let address = String(system.prefix { $0 != "," })
            let geoClue = try await ScriptedGeoClue(on: address, loop: loop)
            try await withAgentAndServer(environment: environment(address)) { agent, server in
                try await body(LocationWorld(agent: agent, server: server, geoClue: geoClue))
            }
            await geoClue.leave()
        }
    }

    /// The environment of an agent with this system bus.
    private static func environment(_ address: String) -> [String: String] {
        ["BELFRY_NOW": "2026-11-27T08:00:00Z", "DBUS_SYSTEM_BUS_ADDRESS": address]
    }

    var environment: [String: String] { Self.environment(geoClue.address) }

    /// A hub as in a program, on the bus of this agent.
    func hub(app: String = TestAgent.app) -> LocationHub {
        LocationHub(agent: CenterClient(bus: .at(agent.bus)), app: app)
    }

    /// Moves the machine to metres north of the middle of the map, after some seconds, and waits until the agent knows.
    func walk(to north: Double, after seconds: Double = 10) async throws {
        if seconds > 0 { try await agent.clock.advance(seconds) }
        let now = Date(timeIntervalSince1970: try await agent.clock.now())
        try await geoClue.move(to: .init(north: north), at: now)
        guard geoClue.started > 0 else { return }
        let stamp = now.timeIntervalSince1970.rounded(.down)
        let proxy = agent.proxy()
        try await withDeadline { while try await proxy.location()["dateUnix"]?.double != stamp {} }
    }

    /// Waits until GeoClue's client runs.
    func waitForStart() async throws { while try await !geoClue.steps.next().hasPrefix("start") {} }

    /// A circle around the middle of the map.
    static func home(_ identifier: String = "home", radius: Double = 200) -> CLCircularRegion {
        let center = CLLocationCoordinate2D(
            latitude: ScriptedGeoClue.Position.latitude, longitude: ScriptedGeoClue.Position.longitude)
        return CLCircularRegion(center: center, radius: radius, identifier: identifier)
    }
}
