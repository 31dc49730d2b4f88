// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// A model on the main actor that follows the location, and a double of the manager for tests.

import CoreLocation

@MainActor
final class WeatherModel: NSObject {
    private let manager: CLLocationManager
    private var continuation: CheckedContinuation<CLLocation, any Error>?

    init(manager: CLLocationManager = CLLocationManager()) {
        self.manager = manager
        super.init()
        manager.delegate = self
    }

    func currentLocation() async throws -> CLLocation {
        try await withCheckedThrowingContinuation { continuation in
            self.continuation = continuation
            manager.requestLocation()
        }
    }

    private func finish(_ result: Result<CLLocation, any Error>) {
        continuation?.resume(with: result)
        continuation = nil
    }
}

extension WeatherModel: @preconcurrency CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        if let location = locations.first { finish(.success(location)) }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        finish(.failure(error))
    }
}

@MainActor
final class GeofenceModel: NSObject, CLLocationManagerDelegate {
    var isHome = false

    nonisolated func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        Task { @MainActor in isHome = region.identifier == "home" }
    }

    nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        MainActor.assumeIsolated { isHome = false }
    }
}

final class FixedLocationManager: CLLocationManager, @unchecked Sendable {
    override var location: CLLocation? { CLLocation(latitude: 37.3349, longitude: -122.009) }
    override var authorizationStatus: CLAuthorizationStatus { .authorizedWhenInUse }
    override func requestLocation() { delegate?.locationManager(self, didUpdateLocations: [location].compactMap { $0 }) }
}

func region(around location: CLLocation, _ name: String) -> (CLRegion, CLError.Code, CLLocationDistance) {
    let region = CLCircularRegion(center: location.coordinate, radius: 100, identifier: name)
    return (region, .regionMonitoringFailure, location.distance(from: CLLocation(latitude: 0, longitude: 0)))
}
