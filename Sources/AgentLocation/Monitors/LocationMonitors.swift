// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import NotificationStore
import Triggers

/// The programs that follow the location while they run. Nothing about them is stored.
struct LocationMonitors: Sendable {
    typealias Key = LocationMonitor.Key
    typealias Tell = @Sendable (LocationEvent) -> Void

    fileprivate struct Entry: Sendable {
        var monitor: LocationMonitor
        var tell: Tell
        /// The machine's side of each region's border, by the regions' identifiers.
        var states: [String: FenceState] = [:]
        /// The last position that the program was told.
        var told: Fix?
    }

    private var entries: [Key: Entry] = [:]

    // MARK: - Changes

    /// Adds or replaces a monitor. A region of the replaced monitor keeps its state.
    ///
    /// - Throws: ``Triggers/Refusal`` `tooManyRequests` if the application would monitor too many regions.
    mutating func set(_ monitor: LocationMonitor, of key: Key, tell: @escaping Tell) throws(Refusal) {
        let others = entries.filter { $0.key.app == key.app && $0.key != key }
        let count = others.reduce(0) { $0 + $1.value.monitor.regions.count }
        guard count + monitor.regions.count <= Limits.locationRequests else {
            throw Refusal(
                .tooManyRequests,
                "regions has \(monitor.regions.count) places, and app \"\(key.app)\" monitors \(count) by other "
                    + "connections; the limit is \(Limits.locationRequests)")
        }
        var entry = Entry(monitor: monitor, tell: tell)
        if let old = entries[key] {
            entry.states = old.states.filter { old.monitor.regions[$0.key]?.area == monitor.regions[$0.key]?.area }
            if monitor.wantsPositions { entry.told = old.told }
        }
        entries[key] = entry
    }

    mutating func remove(_ key: Key) { entries[key] = nil }

    mutating func remove(_ connection: String) { entries = entries.filter { $0.key.connection != connection } }

    // MARK: - What is watched

    /// Returns the circles to watch for these applications.
    ///
    /// If a program wants positions, the result includes a circle around the last position, near whose border positions
    /// are taken all the time. Before the first position, the result includes `probe`.
    func circles(of apps: Set<String>, fix: Fix?, probe: Circle) -> [Circle] {
        let allowed = entries.filter { apps.contains($0.key.app) }.values.map(\.monitor)
        let circles = allowed.flatMap { $0.regions.values.compactMap(\.circle) }
        guard allowed.contains(where: \.wantsPositions) else { return circles }
        let near = fix.map { Circle(center: $0.coordinate, radius: max($0.accuracy, Self.nearRadius)) }
        return circles + [near ?? probe]
    }

    /// Smallest radius in metres of the circle around the last position.
    private static let nearRadius = 100.0

    func wantsPositions(_ key: Key) -> Bool { entries[key]?.monitor.wantsPositions == true }

    /// Tells whether these applications monitor a region that is recognized by Wi-Fi networks.
    func haveNetworks(of apps: Set<String>) -> Bool {
        entries.contains {
            apps.contains($0.key.app) && $0.value.monitor.regions.values.contains { $0.networks != nil }
        }
    }

    /// Tells whether one of these applications follows the location.
    func haveWork(of apps: Set<String>) -> Bool {
        entries.contains { apps.contains($0.key.app) && $0.value.monitor.wantsLocation }
    }

    /// The number of connections that follow the location.
    var count: Int { entries.values.count { $0.monitor.wantsLocation } }

    /// Tells whether the last position shows a crossing of a circle's border, which the next position must confirm.
    var haveCandidates: Bool {
        entries.values.contains { entry in
            entry.states.contains { $0.value.candidate != nil && entry.monitor.regions[$0.key]?.circle != nil }
        }
    }

    /// Earliest date since which the machine misses the networks of a region that it was in; nil if it misses none.
    var absentSince: Date? {
        entries.values.flatMap { entry in
            entry.states.compactMap { name, state in
                entry.monitor.regions[name]?.networks == nil ? nil : state.candidate?.since
            }
        }.min()
    }

    // MARK: - News

    /// Compares a position with the regions, and sends the position to the programs that want positions.
    mutating func take(_ fix: Fix, of apps: Set<String>, at now: Date, isLowRate: Bool) {
        for key in entries.keys where apps.contains(key.app) {
            guard var entry = entries[key] else { continue }
            if entry.monitor.wantsPositions, fix.isFresh(at: now), entry.told != fix {
                entry.told = fix
                entry.tell(.position(fix))
            }
            entry.learn { region, state in
                guard let circle = region.circle else { return nil }
                var engine = FenceEngine(circle, state: state)
                defer { state = engine.state }
                return engine.handle(fix, at: now, isLowRate: isLowRate)?.side
            }
            entries[key] = entry
        }
    }

    /// Compares the Wi-Fi networks that the machine is connected to with the regions' networks.
    mutating func take(_ networks: Set<String>, of apps: Set<String>, at now: Date, absence: TimeInterval) {
        for key in entries.keys where apps.contains(key.app) {
            entries[key]?.learn { region, state in
                guard let names = region.networks else { return nil }
                return state.learn(isConnected: !networks.isDisjoint(with: names), at: now, absence: absence)
            }
        }
    }

    /// Restarts the time after which the machine counts as having left a region whose networks are missing.
    mutating func forgetAbsences() {
        for (key, entry) in entries {
            for (name, region) in entry.monitor.regions where region.networks != nil {
                entries[key]?.states[name]?.candidate = nil
            }
        }
    }

    /// Tells the programs that want positions why no positions arrive.
    func tell(_ trouble: LocationTrouble, of apps: Set<String>) {
        for (key, entry) in entries where apps.contains(key.app) && entry.monitor.wantsPositions {
            entry.tell(.trouble(trouble))
        }
    }

    /// Tells each program the person's decision about its application, if the decision has changed.
    func tell(_ permissions: [String: LocationPermission], before: [String: LocationPermission]) {
        for (key, entry) in entries {
            let answer = permissions[key.app]?.answer ?? .undecided
            if answer != before[key.app]?.answer ?? .undecided { entry.tell(.permission(answer)) }
        }
    }
}

extension LocationMonitors.Entry {
    /// Updates the side of each region's border by `body`; tells the program the crossings that it has asked for.
    fileprivate mutating func learn(_ body: (Region, inout FenceState) -> FenceState.Side?) {
        for (name, region) in monitor.regions.sorted(by: { $0.key < $1.key }) {
            guard let side = body(region, &states[name, default: FenceState()]), region.fires(on: side) else {
                continue
            }
            tell(LocationEvent(side, name))
        }
    }
}
