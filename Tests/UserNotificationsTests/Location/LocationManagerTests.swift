// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

@testable import CoreLocation

/// `CLLocationManager` with a real agent and a scripted GeoClue.
@Suite struct LocationManagerTests {
    @Test func `the person is asked, and the delegate is told the permission before and after`() async throws {
        try await PlaceWorld.with { world in
            let (manager, recorder) = (CLLocationManager(hub: world.hub()), LocationRecorder())
            #expect(manager.authorizationStatus == .notDetermined)
            manager.delegate = recorder
            #expect(try await recorder.lines.next() == "permission 0")

            manager.requestWhenInUseAuthorization()
            let question = try await world.server.nextNotification()
            await world.server.press(question.key(of: "Allow"), on: question)
            #expect(try await recorder.lines.next() == "permission 3")
            #expect(manager.authorizationStatus == .authorizedAlways)

            try await world.agent.proxy().setLocationPermission("denied")
            #expect(try await recorder.lines.next() == "permission 2")
            #expect(world.geoClue.clients == 0)
        }
    }

    @Test func `one position is requested, or the error says why there is none`() async throws {
        try await PlaceWorld.with { world in
            let (manager, recorder) = (CLLocationManager(hub: world.hub()), LocationRecorder())
            try await world.agent.proxy().setLocationPermission("denied")
            manager.delegate = recorder
            #expect(try await recorder.lines.next() == "permission 2")
            manager.requestLocation()
            #expect(try await recorder.lines.next() == "error 1")
            #expect(manager.location == nil)

            try await world.agent.proxy().setLocationPermission("allowed")
            #expect(try await recorder.lines.next() == "permission 3")
            try await world.move(north: 300)
            manager.requestLocation()
            let position = try await recorder.positions.next()
            let middle = CLLocation(latitude: 52, longitude: 13)
            #expect(abs(position.distance(from: middle) - 300) < 1)
            #expect(position.horizontalAccuracy == 15 && position.speed == -1)
            #expect(position.timestamp == Date(timeIntervalSince1970: try await world.agent.clock.now()))
            #expect(manager.location === position)
            while try await world.geoClue.steps.next() != "delete" {}
        }
    }

    @Test func `updates come with each position that is far enough from the last`() async throws {
        try await PlaceWorld.with { world in
            try await world.agent.proxy().setLocationPermission("allowed")
            try await world.move(north: 0)
            let (manager, recorder) = (CLLocationManager(hub: world.hub()), LocationRecorder())
            manager.delegate = recorder
            manager.distanceFilter = 100
            manager.startUpdatingLocation()
            let middle = CLLocation(latitude: 52, longitude: 13)
            #expect(try await recorder.positions.next().distance(from: middle) < 1)
            // The client is stopped after the first position, and the next one shows that all are wanted.
            while try await world.geoClue.steps.next() != "stop" {}
            try await world.waitForStart()
            try await world.agent.clock.advance(10)
            try await world.move(north: 1)
            for north in [50.0, 150, 200, 300] { try await world.walk(to: north) }
            let second = try await recorder.positions.next().distance(from: middle)
            #expect(abs(second - 150) < 1)
            let third = try await recorder.positions.next().distance(from: middle)
            #expect(abs(third - 300) < 1)

            manager.stopUpdatingLocation()
            while try await world.geoClue.steps.next() != "delete" {}
            #expect(recorder.positions.takeAll().isEmpty)
        }
    }

    @Test func `a region is entered and left, but not entered at the start`() async throws {
        try await PlaceWorld.with { world in
            try await world.agent.proxy().setLocationPermission("allowed")
            try await world.move(north: 20)
            let (manager, recorder) = (CLLocationManager(hub: world.hub()), LocationRecorder())
            manager.delegate = recorder
            #expect(try await recorder.lines.next() == "permission 3")
            manager.startMonitoring(for: PlaceWorld.circle())
            #expect(try await recorder.lines.next() == "start home")
            #expect(manager.monitoredRegions == [PlaceWorld.circle()])
            try await world.waitForStart()
            for north in [0.0, 300, 500, 500] { try await world.walk(to: north) }
            #expect(try await recorder.lines.next() == "exit home")
            for north in [0.0, 0] { try await world.walk(to: north) }
            #expect(try await recorder.lines.next() == "enter home")

            manager.stopMonitoring(for: PlaceWorld.circle())
            while try await world.geoClue.steps.next() != "delete" {}
            #expect(manager.monitoredRegions.isEmpty)
            #expect(recorder.lines.takeAll().isEmpty)
        }
    }

    @Test func `a region that can't be monitored is told at once`() async throws {
        try await PlaceWorld.with { world in
            try await world.agent.proxy().setLocationPermission("denied")
            let (manager, recorder) = (CLLocationManager(hub: world.hub()), LocationRecorder())
            manager.delegate = recorder
            #expect(try await recorder.lines.next() == "permission 2")
            manager.startMonitoring(for: PlaceWorld.circle("huge", radius: 500_000))
            #expect(try await recorder.lines.next() == "failure huge 5")
            manager.startMonitoring(for: PlaceWorld.circle())
            #expect(try await recorder.lines.next() == "failure home 4")
            manager.requestState(for: PlaceWorld.circle())
            #expect(try await recorder.lines.next() == "failure home 4")
            for number in 1..<20 { manager.startMonitoring(for: PlaceWorld.circle("r\(number)")) }
            #expect(manager.monitoredRegions.count == 20)
            manager.startMonitoring(for: PlaceWorld.circle("one too many"))
            var line = ""
            while !line.hasPrefix("failure one") { line = try await recorder.lines.next() }
            #expect(line == "failure one too many 5")
        }
    }

    @Test(arguments: [(0.0, 1), (1_000, 2), (200, 0)])
    func `the state of a region is found without monitoring it`(north: Double, state: Int) async throws {
        try await PlaceWorld.with { world in
            try await world.agent.proxy().setLocationPermission("allowed")
            try await world.move(north: north)
            let (manager, recorder) = (CLLocationManager(hub: world.hub()), LocationRecorder())
            manager.delegate = recorder
            #expect(try await recorder.lines.next() == "permission 3")
            manager.requestState(for: PlaceWorld.circle())
            #expect(try await recorder.lines.next() == "state home \(state)")
        }
    }

    @Test func `a new agent is told what the program monitors, and an agent forgets a program that ends`() async throws
    {
        try await PlaceWorld.with { world in
            try await world.agent.proxy().setLocationPermission("allowed")
            try await world.move(north: 600)
            let recorder = LocationRecorder()
            do {
                let manager = CLLocationManager(hub: world.hub())
                manager.delegate = recorder
                manager.startMonitoring(for: PlaceWorld.circle())
                try await world.waitForStart()
                try await world.agent.kill()
                try await world.agent.start(world.environment)
                try await world.waitForStart()
                for north in [600.0, 0, 0] { try await world.walk(to: north) }
                var line = ""
                while !line.hasPrefix("enter") { line = try await recorder.lines.next() }
                #expect(line == "enter home")
                withExtendedLifetime(manager) {}
            }
            while try await world.geoClue.steps.next() != "delete" {}
        }
    }

    @Test func `without an agent the permission is not determined, and errors say so`() async throws {
        try await withPrivateBus { bus async throws in
            let hub = LocationHub(agent: CenterClient(bus: .at(bus)), app: TestAgent.app)
            let (manager, recorder) = (CLLocationManager(hub: hub), LocationRecorder())
            manager.delegate = recorder
            #expect(try await recorder.lines.next() == "permission 0")
            manager.requestLocation()
            #expect(try await recorder.lines.next() == "error 2")
            manager.startMonitoring(for: PlaceWorld.circle())
            #expect(try await recorder.lines.next() == "failure home 6")
            #expect(manager.location == nil)
        }
    }
}
