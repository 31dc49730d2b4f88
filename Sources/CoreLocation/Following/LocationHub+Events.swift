// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Synchronization
import Triggers

/// Handles the agent's signals and answers, which come on the thread of the ``CenterClient``.
extension LocationHub {
    /// Handles a signal `LocationEvent`.
    func hear(_ arguments: [Value]) {
        guard let kind = arguments.dropFirst().first?.string, let detail = arguments.last?.properties else { return }
        switch kind {
        case "permission":
            guard let status = CLAuthorizationStatus(answer: detail) else { return }
            set(status)
        case "position":
            guard let location = CLLocation(answer: detail) else { return }
            state.withLock { $0.location = location }
            for manager in managers { manager.take(location) }
        case "trouble":
            let error = CLError(.locationUnknown, reason: detail["trouble"]?.string ?? "")
            for manager in managers { manager.fail(error) }
        case "entered", "left":
            guard let name = detail["identifier"]?.string,
                let region = state.withLock({ $0.regions[name]?.region })
            else { return }
            for manager in managers {
                manager.tell {
                    if kind == "entered" {
                        $1.locationManager($0, didEnterRegion: region)
                    } else {
                        $1.locationManager($0, didExitRegion: region)
                    }
                }
            }
        default: break
        }
    }

    /// Handles the agent's answer to a ``Wish``, and the error if the agent refuses the wish or is absent.
    func answered(_ result: Result<[Value], any Error>, to number: Int) {
        guard state.withLock({ $0.number == number }) else { return }
        switch result {
        case .success(let answer): accepted(CLAuthorizationStatus(answer: answer.first?.properties ?? [:]))
        case .failure(let refusal as Refusal):
            failed(regions: .regionMonitoringFailure, updates: .locationUnknown, refusal.message, isFinal: true)
        case .failure(let error):
            let reason = "The notification agent can't be reached: \(error)"
            failed(regions: .regionMonitoringSetupDelayed, updates: .network, reason, isFinal: false)
        }
    }

    private func accepted(_ status: CLAuthorizationStatus?) {
        set(status ?? .notDetermined)
        let isDenied = status == .denied
        let new = state.withLock { state in
            let new = state.regions.filter { !$0.value.isSettled }
            for name in new.keys {
                state.regions[name]?.isSettled = true
                state.regions[name]?.isTold = true
            }
            return new.values.map(\.region).sorted { $0.identifier < $1.identifier }
        }
        for manager in managers {
            if isDenied { manager.fail(CLError(.denied), atStart: true) }
            for region in new {
                manager.tell {
                    if isDenied {
                        $1.locationManager(
                            $0, monitoringDidFailFor: region, withError: CLError(.regionMonitoringDenied))
                    } else {
                        $1.locationManager($0, didStartMonitoringFor: region)
                    }
                }
            }
        }
    }

    /// Tells the delegates the error once for each region and each start of updates. With `isFinal`, the agent would
    /// refuse the regions again, so the hub no longer asks for them.
    private func failed(regions: CLError.Code, updates: CLError.Code, _ reason: String, isFinal: Bool) {
        let new = state.withLock { state in
            let new = state.regions.filter { !$0.value.isTold || isFinal && !$0.value.isSettled }
            if state.status == nil { state.status = .notDetermined }
            for name in new.keys {
                if isFinal { state.regions[name] = nil } else { state.regions[name]?.isTold = true }
            }
            return new.values.map(\.region).sorted { $0.identifier < $1.identifier }
        }
        let (regionError, updateError) = (CLError(regions, reason: reason), CLError(updates, reason: reason))
        for manager in managers {
            manager.tellPermission(ifOwed: true)
            manager.fail(updateError, atStart: true)
            for region in new {
                manager.tell { $1.locationManager($0, monitoringDidFailFor: region, withError: regionError) }
            }
        }
        // Without the refused regions, the agent may accept the rest of the wish.
        if isFinal, !new.isEmpty { refresh() }
    }

    /// Stores the person's decision, and tells the delegates if the decision has changed.
    private func set(_ status: CLAuthorizationStatus) {
        let old = state.withLock { state in
            defer { state.status = status }
            return state.status
        }
        for manager in managers {
            manager.tellPermission(ifOwed: old == status || old == nil)
            if status == .denied, old != nil, old != .denied { manager.fail(CLError(.denied)) }
        }
    }
}
