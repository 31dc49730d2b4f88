// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Receives the positions, crossings and errors of a ``CLLocationManager``.
///
/// Every method is optional.
///
/// **Thread.** The methods run on the main thread if the program has a running main loop: `RunLoop.main.run()`,
/// `dispatchMain()`, an `async` main function, or GLib's default main loop (GTK). Otherwise they run on a serial queue
/// of this module, as if on the main actor. They are called in the order of the events.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// Tells the delegate new positions; the last position is the newest.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

    /// Tells the delegate a ``CLError``: that the person has not allowed the application to use the location, or that
    /// no position is known for now.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

    /// Tells the delegate the permission, once after the delegate is set and after each decision of the person.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

    /// Tells the permission to a delegate without ``locationManagerDidChangeAuthorization(_:)``.
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

    /// Tells the delegate that the machine has entered a monitored region.
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

    /// Tells the delegate that the machine has left a monitored region.
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

    /// Tells the delegate that the agent monitors a region from now on.
    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

    /// Tells the delegate that a region is not monitored, with a ``CLError``.
    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error)

    /// Tells the delegate the result of ``CLLocationManager/requestState(for:)``.
    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)
}

extension CLLocationManagerDelegate {
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}

    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}

    /// Calls ``locationManager(_:didChangeAuthorization:)``, the older form of this method.
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
    }

    public func locationManager(
        _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
    ) {}

    public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}

    public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}

    public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {}

    public func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {}

    public func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {}
}
