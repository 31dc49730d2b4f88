// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Synchronization
import Triggers

/// The location managers of a program, with one connection to the agent and one ``Wish`` for all that they want.
final class LocationHub: Sendable {
    static let shared: LocationHub = {
        // A sandboxed program can't read the file with the bus address of an agent in another session.
        let whereabouts = ApplicationIdentity.isSandboxed ? nil : AgentWhereabouts()
        return LocationHub(agent: CenterClient(whereabouts: whereabouts), app: ApplicationIdentity.find())
    }()

    let agent: CenterClient
    let app: String
    let mainLoop: MainLoop
    let state = Mutex(State())

    struct State: Sendable {
        var managers: [Weak] = []
        /// The monitored regions by their identifiers.
        var regions: [String: MonitoredRegion] = [:]
        /// The wish that was last sent to the agent; nil if the program wants no news.
        var wish: Wish?
        /// Number of the last wish; answers to earlier wishes are ignored.
        var number = 0
        /// The person's decision, as the agent last told it; nil while there is no ``wish``.
        var status: CLAuthorizationStatus?
        var location: CLLocation?
    }

    struct Weak: Sendable {
        weak var manager: CLLocationManager?
    }

    struct MonitoredRegion: Sendable {
        let region: CLRegion
        let model: Region
        /// Whether the delegates were told that the region is monitored, or why it is not monitored yet.
        var isTold = false
        /// Whether the agent has accepted the region.
        var isSettled = false
    }

    /// The news that the program wants from the agent, besides the person's decisions.
    struct Wish: Hashable {
        var regions: [Region]
        var positions: Bool
    }

    init(agent: CenterClient, app: String, grace: Duration = .seconds(3)) {
        (self.agent, self.app) = (agent, app)
        mainLoop = MainLoop(grace: grace)
    }

    // MARK: - Managers

    func add(_ manager: CLLocationManager) {
        state.withLock { state in
            state.managers.removeAll { $0.manager == nil }
            state.managers.append(Weak(manager: manager))
        }
    }

    /// The living managers, in the order of their creation.
    ///
    /// The references are released outside of the lock: releasing the last reference to a manager runs its `deinit`.
    var managers: [CLLocationManager] { state.withLock { $0.managers }.compactMap(\.manager) }

    /// Follows the permission for a manager whose delegate was set, and tells the delegate a known permission.
    func begin(_ manager: CLLocationManager) {
        manager.state.withLock { $0.owesPermission = true }
        refresh()
        if state.withLock({ $0.status }) != nil { manager.tellPermission(ifOwed: true) }
    }

    /// Tells the agent what the program wants, if that has changed.
    func refresh() {
        let managers = managers
        let positions = managers.contains { $0.state.withLock { $0.isUpdating } }
        let hasDelegate = managers.contains { $0.delegate != nil }
        state.withLock { state in
            let regions = state.regions.values.map(\.model).sorted { $0.identifier < $1.identifier }
            let isNeeded = hasDelegate || positions || !managers.isEmpty && !regions.isEmpty
            let wish = isNeeded ? Wish(regions: regions, positions: positions) : nil
            guard wish != state.wish else { return }
            state.wish = wish
            state.number += 1
            if wish == nil { state.status = nil }
            // The lock is held during this call, so that the last wish is also sent last.
            agent.attach(wish.map { attachment($0, state.number) })
        }
    }

    private func attachment(_ wish: Wish, _ number: Int) -> CenterClient.Attachment {
        let regions = wish.regions.compactMap { try? DictionaryCoding.properties(of: $0) }
        return CenterClient.Attachment(
            app: app,
            followingLocation: [
                "regions": .dictionaries(regions), "positions": .boolean(wish.positions), "permission": .boolean(true),
            ],
            event: { [weak self] arguments in self?.hear(arguments) },
            answered: { [weak self] result in self?.answered(result, to: number) })
    }

    // MARK: - Regions

    var regions: Set<CLRegion> { Set(state.withLock { $0.regions.values.map(\.region) }) }

    func startMonitoring(_ region: CLRegion, for manager: CLLocationManager) {
        guard let copy = region.copy() as? CLRegion else { return }
        do throws(Refusal) {
            guard let model = copy.model else {
                throw .invalidRequest("The region must be a CLCircularRegion.")
            }
            try model.validate()
            guard monitor(copy, model) else {
                throw Refusal(
                    .tooManyRequests, "This program monitors \(Self.mostRegions) regions, which is the limit.")
            }
            refresh()
        } catch {
            let reason = CLError(.regionMonitoringFailure, reason: error.message)
            manager.tell { $1.locationManager($0, monitoringDidFailFor: copy, withError: reason) }
        }
    }

    /// Adds a region, in place of a region with the same identifier; returns false if the program has too many regions.
    private func monitor(_ region: CLRegion, _ model: Region) -> Bool {
        state.withLock { state in
            let others = state.regions.count { $0.key != model.identifier }
            guard others < Self.mostRegions else { return false }
            state.regions[model.identifier] = MonitoredRegion(region: region, model: model)
            // The wish is sent again, so that the delegates are told again that a replaced region is monitored.
            state.wish = nil
            return true
        }
    }

    /// The largest number of regions that a program may monitor, as on Apple's systems; the agent has the same limit.
    private static let mostRegions = 20

    func stopMonitoring(_ region: CLRegion) {
        state.withLock { $0.regions[region.identifier] = nil }
        refresh()
    }
}
