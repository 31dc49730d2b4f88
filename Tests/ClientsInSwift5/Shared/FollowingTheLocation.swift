// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program that follows the location, in the style of Apple's documentation.

import CoreLocation

final class LocationProvider: NSObject, CLLocationManagerDelegate {
    private let locationManager = CLLocationManager()
    private var lastLocation: CLLocation?

    override init() {
        super.init()
        locationManager.delegate = self
        locationManager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        locationManager.distanceFilter = 500
    }

    func start() {
        switch locationManager.authorizationStatus {
        case .notDetermined: locationManager.requestWhenInUseAuthorization()
        case .restricted, .denied: print("Location is not available.")
        case .authorizedWhenInUse, .authorizedAlways: locationManager.startUpdatingLocation()
        @unknown default: break
        }
    }

    func monitorRegionAtLocation(center: CLLocationCoordinate2D, identifier: String) {
        guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) else { return }
        let maxDistance = min(locationManager.maximumRegionMonitoringDistance, 1000)
        let region = CLCircularRegion(center: center, radius: maxDistance, identifier: identifier)
        region.notifyOnEntry = true
        region.notifyOnExit = false
        locationManager.startMonitoring(for: region)
        locationManager.requestState(for: region)
    }

    func stop() {
        locationManager.stopUpdatingLocation()
        for region in locationManager.monitoredRegions { locationManager.stopMonitoring(for: region) }
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        guard manager.authorizationStatus == .authorizedAlways, manager.accuracyAuthorization == .fullAccuracy else {
            return
        }
        manager.requestLocation()
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        guard let location = locations.last, location.horizontalAccuracy >= 0 else { return }
        if let lastLocation {
            print(
                "Moved by \(location.distance(from: lastLocation)) m",
                "in \(location.timestamp.timeIntervalSince(lastLocation.timestamp)) s"
            )
        }
        lastLocation = location
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        if let error = error as? CLError, error.code == .denied {
            manager.stopUpdatingLocation()
            return
        }
        print(error.localizedDescription)
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        if let region = region as? CLCircularRegion {
            print("Entered \(region.identifier) at \(region.center.latitude)")
        }
    }

    func locationManager(_ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion) {
        switch state {
        case .inside: print("inside")
        case .outside: print("outside")
        case .unknown: print("unknown")
        @unknown default: break
        }
    }

    func locationManager(_ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: Error) {
        print("Monitoring failed for region with identifier: \(region?.identifier ?? "none")")
    }
}

/// The style of the years before iOS 14.
final class OlderLocationDelegate: NSObject, CLLocationManagerDelegate {
    let manager = CLLocationManager()

    func begin() {
        if CLLocationManager.locationServicesEnabled(), CLLocationManager.authorizationStatus() != .denied {
            manager.delegate = self
            manager.requestAlwaysAuthorization()
        }
    }

    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
        if status == .authorizedAlways { manager.startUpdatingLocation() }
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        let speed: CLLocationSpeed = manager.location?.speed ?? -1
        print("Left \(region.identifier) with \(speed) m/s")
    }
}
