// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import Synchronization

/// Passes positions, errors and decisions from the ``LocationHub`` to a manager's delegate.
extension CLLocationManager {
    /// Tells the delegate a position, if the program wants updates and the machine has moved far enough.
    func take(_ location: CLLocation) {
        let isNews = state.withLock { state in
            guard state.isUpdating else { return false }
            if let told = state.told, location.distance(from: told) < state.distanceFilter { return false }
            (state.told, state.hasBegun) = (location, true)
            return true
        }
        guard isNews else { return }
        tell { $1.locationManager($0, didUpdateLocations: [location]) }
    }

    /// Tells the delegate why no position comes, if the program wants updates; with `atStart`, tells the reason once
    /// for each start of updates, and only before the first position.
    func fail(_ error: CLError, atStart: Bool = false) {
        let isNews = state.withLock { state in
            guard state.isUpdating, !(atStart && state.hasBegun) else { return false }
            state.hasBegun = true
            return true
        }
        if isNews { tell { $1.locationManager($0, didFailWithError: error) } }
    }

    /// Tells the delegate the answer to a request for one position, unless a later call has cancelled the request.
    func found(_ result: Result<CLLocation, CLError>, for number: Int) {
        let isWanted = state.withLock { state in
            guard state.request == number else { return false }
            state.request = 0
            return true
        }
        guard isWanted else { return }
        switch result {
        case .success(let location): tell { $1.locationManager($0, didUpdateLocations: [location]) }
        case .failure(let error): tell { $1.locationManager($0, didFailWithError: error) }
        }
    }

    /// Tells the delegate the permission; with `ifOwed`, only if this delegate has not been told yet.
    func tellPermission(ifOwed: Bool = false) {
        let isWanted = state.withLock { state in
            defer { state.owesPermission = false }
            return state.owesPermission || !ifOwed
        }
        if isWanted { tell { $1.locationManagerDidChangeAuthorization($0) } }
    }

    /// Calls the delegate, if there is one, on the thread for delegates.
    func tell(_ body: @escaping @Sendable (CLLocationManager, any CLLocationManagerDelegate) -> Void) {
        hub.mainLoop.perform { [weak self] _ in
            guard let self, let delegate = state.withLock({ Unisolated($0.delegate) }).value else { return }
            let receiver = Unisolated(delegate)
            MainActorJob.run { body(self, receiver.value) }
        }
    }
}
