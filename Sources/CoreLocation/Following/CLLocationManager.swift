// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import Synchronization
import Triggers

// Why: the type has many members, because it has those of Apple's class.
/// The permission to use the person's location, the machine's position, and the regions that a program monitors.
///
/// The agent has the positions from GeoClue, for all applications. The agent asks for positions only while a program or
/// a request needs them, more often near the border of a region, and every half hour while the machine stands still. A
/// position found by Wi-Fi is exact to some hundred metres. Most machines without Wi-Fi are found only by their network
/// address, which is exact to tens of kilometres.
///
/// **Permission.** The person decides about each application once, by a notification of the agent or with
/// `belfry location`. The permission also holds while the program doesn't run, so that it is
/// ``CLAuthorizationStatus/authorizedAlways``, as on macOS.
///
/// **Regions.** The manager monitors regions while the program runs. To have the program started for a crossing,
/// schedule a request with a `UNLocationNotificationTrigger`.
///
/// Managers may be used from any thread. A manager with a delegate keeps a connection to the agent open. The class is
/// Sendable because a lock guards its mutable state.
nonisolated open class CLLocationManager: NSObject, @unchecked Sendable {
    let hub: LocationHub
    let state = Mutex(State())

    struct State: @unchecked Sendable {
        // The lock guards the reference, hence the `@unchecked`.
        weak var delegate: (any CLLocationManagerDelegate)?
        var desiredAccuracy = kCLLocationAccuracyBest
        var distanceFilter = kCLDistanceFilterNone
        var isUpdating = false
        /// True if the delegate was told, or need not be told, that updates are denied or delayed.
        var hasBegun = false
        /// True if the delegate has not been told the permission yet.
        var owesPermission = false
        /// The last position that the delegate was told.
        var told: CLLocation?
        /// Number of the last request for one position; 0 if there is none.
        var request = 0
        var lastRequest = 0
    }

    /// Creates a manager; set its ``delegate`` at once.
    public override init() {
        hub = .shared
        super.init()
        hub.add(self)
    }

    init(hub: LocationHub) {
        self.hub = hub
        super.init()
        hub.add(self)
    }

    deinit {
        // The code that releases the manager may hold the hub's lock, so `refresh()` runs later on another thread.
        DispatchQueue.global().async { [hub] in hub.refresh() }
    }

    /// The manager's delegate; the reference is weak. Setting the property causes a call of the delegate's
    /// ``CLLocationManagerDelegate/locationManagerDidChangeAuthorization(_:)``.
    open var delegate: (any CLLocationManagerDelegate)? {
        get { state.withLock { Unisolated($0.delegate) }.value }
        set {
            let new = Unisolated(newValue)
            state.withLock { $0.delegate = new.value }
            if new.value != nil { hub.begin(self) } else { hub.refresh() }
        }
    }

    // MARK: - Permission

    /// The person's decision about this application; not determined if no agent can be reached.
    ///
    /// Without a delegate, reading the property asks the agent, and waits for at most one second.
    open var authorizationStatus: CLAuthorizationStatus { hub.status }

    /// Returns the person's decision about this application, see ``authorizationStatus-swift.property``.
    open class func authorizationStatus() -> CLAuthorizationStatus { LocationHub.shared.status }

    /// Always full accuracy, because the person can't choose less.
    open var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }

    /// Asks the person to allow the application to use the location, unless the person has decided.
    ///
    /// The agent asks by a notification, at most once a day.
    open func requestWhenInUseAuthorization() { hub.requestPermission() }

    /// Asks the person to allow the application to use the location, as ``requestWhenInUseAuthorization()`` does.
    open func requestAlwaysAuthorization() { hub.requestPermission() }

    /// Returns true if there is an agent that knows locations; waits for the agent's reply for at most one second.
    ///
    /// The machine's sources of positions may still find none; `belfry doctor` tells what the sources can do.
    open class func locationServicesEnabled() -> Bool { LocationHub.shared.hasAgent }

    // MARK: - Positions

    /// The accuracy that the program wants. The available sources determine the accuracy; the value has no effect.
    open var desiredAccuracy: CLLocationAccuracy {
        get { state.withLock { $0.desiredAccuracy } }
        set { state.withLock { $0.desiredAccuracy = newValue } }
    }

    /// The smallest distance in metres between two positions that the delegate is told; by default all are told.
    open var distanceFilter: CLLocationDistance {
        get { state.withLock { $0.distanceFilter } }
        set { state.withLock { $0.distanceFilter = newValue } }
    }

    /// The last position, which may be old; nil without a position or without permission.
    ///
    /// Before the first update, reading the property asks the agent, and waits for at most one second.
    open var location: CLLocation? { hub.location }

    /// Finds the position, and tells it to the delegate once; after about 20 seconds without a position, tells the
    /// delegate a ``CLError``.
    open func requestLocation() {
        let number = state.withLock { state in
            state.lastRequest += 1
            state.request = state.lastRequest
            return state.request
        }
        hub.findLocation { [weak self] result in self?.found(result, for: number) }
    }

    /// Tells each new position to the delegate until ``stopUpdatingLocation()``.
    open func startUpdatingLocation() {
        state.withLock { state in
            guard !state.isUpdating else { return }
            (state.isUpdating, state.hasBegun, state.told) = (true, false, nil)
        }
        hub.refresh()
    }

    /// Ends updates, and cancels a request for one position.
    open func stopUpdatingLocation() {
        state.withLock { ($0.isUpdating, $0.request) = (false, 0) }
        hub.refresh()
    }

    // MARK: - Regions

    /// The regions that this program monitors, with any manager.
    open var monitoredRegions: Set<CLRegion> { hub.regions }

    /// The largest radius of a region in metres.
    open var maximumRegionMonitoringDistance: CLLocationDistance { Circle.longestRadius }

    /// Returns true for ``CLCircularRegion`` and its subclasses.
    open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool { regionClass is CLCircularRegion.Type }

    /// Monitors a region while the program runs, in place of a region with the same identifier.
    ///
    /// An application may monitor 20 regions. A radius of less than 50 metres counts as 50. If the machine is in the
    /// region when the monitoring begins, that does not count as an entry. Errors are told to the delegate.
    open func startMonitoring(for region: CLRegion) { hub.startMonitoring(region, for: self) }

    /// Ends the monitoring of the region with the same identifier.
    open func stopMonitoring(for region: CLRegion) { hub.stopMonitoring(region) }

    /// Finds out whether the machine is in a region, which need not be monitored, and tells the delegate.
    open func requestState(for region: CLRegion) { hub.findState(of: region, for: self) }
}
