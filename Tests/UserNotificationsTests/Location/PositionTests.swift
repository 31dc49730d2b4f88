// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

/// The values of CoreLocation, as Apple documents them.
@Suite struct PositionTests {
    private let berlin = CLLocation(latitude: 52.52, longitude: 13.405)
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    @Test func `a place without measurements has an accuracy of 0, and neither course nor speed`() {
        #expect(berlin.coordinate.latitude == 52.52 && berlin.coordinate.longitude == 13.405)
        #expect(berlin.horizontalAccuracy == 0)
        #expect(berlin.verticalAccuracy == -1)
        #expect(berlin.course == -1 && berlin.speed == -1)
        #expect(abs(berlin.timestamp.timeIntervalSinceNow) < 60)
    }

    @Test(
        arguments: [
            (48.8566, 2.3522, 877_500.0),  // Paris
            (52.52, 13.405, 0),
            (52.521, 13.405, 111.2),
            (-33.8688, 151.2093, 16_095_000),  // Sydney
        ] as [(Double, Double, Double)])
    func `a distance is that along the globe`(latitude: Double, longitude: Double, metres: Double) {
        let other = CLLocation(latitude: latitude, longitude: longitude)
        #expect(abs(berlin.distance(from: other) - metres) <= metres * 0.002)
        #expect(berlin.distance(from: other) == other.distance(from: berlin))
    }

    @Test func `a distance may cross the date line`() {
        let east = CLLocation(latitude: -17, longitude: 179.99)
        #expect(east.distance(from: CLLocation(latitude: -17, longitude: -179.99)) < 2_200)
    }

    @Test func `a position is archived with all its values, and copied`() throws {
        let position = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: -33.9, longitude: 151.2), altitude: 12, horizontalAccuracy: 5,
            verticalAccuracy: 3, course: 90, courseAccuracy: 2, speed: 1.5, speedAccuracy: 0.5, timestamp: date)
        let copies = [try archived(position), try #require(position.copy() as? CLLocation)]
        for copy in copies {
            #expect(copy.coordinate.latitude == -33.9 && copy.coordinate.longitude == 151.2)
            #expect(copy.altitude == 12 && copy.horizontalAccuracy == 5 && copy.verticalAccuracy == 3)
            #expect(copy.course == 90 && copy.courseAccuracy == 2)
            #expect(copy.speed == 1.5 && copy.speedAccuracy == 0.5)
            #expect(copy.timestamp == date)
        }
    }

    @Test func `the shorter initialisers leave the rest unknown`() {
        let place = CLLocationCoordinate2D(latitude: 1, longitude: 2)
        let still = CLLocation(
            coordinate: place, altitude: 3, horizontalAccuracy: 4, verticalAccuracy: 5, timestamp: date)
        let moving = CLLocation(
            coordinate: place, altitude: 3, horizontalAccuracy: 4, verticalAccuracy: 5, course: 6, speed: 7,
            timestamp: date)
        #expect(still.course == -1 && still.speed == -1 && still.altitude == 3)
        #expect(moving.course == 6 && moving.speed == 7 && moving.speedAccuracy == -1)
    }

    @Test func `a description has Apple's form`() {
        #expect(
            berlin.description.hasPrefix("<+52.52000000,+13.40500000> +/- 0.00m (speed -1.00 mps / course -1.00) @ "))
    }
}

/// The constants of CoreLocation, which programs store as numbers.
@Suite struct LocationConstantTests {
    @Test func `the permission has Apple's numbers`() {
        let statuses: [CLAuthorizationStatus] = [
            .notDetermined, .restricted, .denied, .authorizedAlways, .authorizedWhenInUse,
        ]
        #expect(statuses.map(\.rawValue) == [0, 1, 2, 3, 4] as [Int32])
        #expect(CLAuthorizationStatus.authorized == .authorizedAlways)
        #expect([CLAccuracyAuthorization.fullAccuracy, .reducedAccuracy].map(\.rawValue) == [0, 1])
        #expect([CLRegionState.unknown, .inside, .outside].map(\.rawValue) == [0, 1, 2])
    }

    @Test func `accuracies and filters have Apple's numbers`() {
        let accuracies = [
            kCLLocationAccuracyBestForNavigation, kCLLocationAccuracyBest, kCLLocationAccuracyNearestTenMeters,
            kCLLocationAccuracyHundredMeters, kCLLocationAccuracyKilometer, kCLLocationAccuracyThreeKilometers,
        ]
        #expect(accuracies == [-2, -1, 10, 100, 1000, 3000])
        #expect(kCLDistanceFilterNone == -1)
        #expect(CLLocationDistanceMax == .greatestFiniteMagnitude)
    }

    @Test func `errors have Apple's domain and numbers`() {
        let codes: [CLError.Code] = [
            .locationUnknown, .denied, .network, .headingFailure, .regionMonitoringDenied, .regionMonitoringFailure,
            .regionMonitoringSetupDelayed, .regionMonitoringResponseDelayed,
        ]
        #expect(codes.map(\.rawValue) == Array(0...7))
        #expect(CLError.Code.promptDeclined.rawValue == 18)
        let error: any Error = CLError(.denied)
        #expect((error as NSError).domain == "kCLErrorDomain")
        #expect((error as NSError).code == 1)
        #expect((error as? CLError)?.code == .denied)
        #expect(CLError.denied == .denied)
    }

    @Test func `a manager begins with Apple's defaults`() {
        let manager = CLLocationManager()
        #expect(manager.desiredAccuracy == kCLLocationAccuracyBest)
        #expect(manager.distanceFilter == kCLDistanceFilterNone)
        #expect(manager.delegate == nil)
        #expect(manager.accuracyAuthorization == .fullAccuracy)
        #expect(manager.maximumRegionMonitoringDistance == 400_000)
        #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
        #expect(!CLLocationManager.isMonitoringAvailable(for: CLRegion.self))
    }
}
