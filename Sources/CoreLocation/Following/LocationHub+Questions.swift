// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Synchronization
import Triggers

/// Asks the agent single questions, besides the lasting ``Wish``.
extension LocationHub {
    /// Seconds in which the agent looks for a position; the connection waits a little longer for the reply.
    private static let patience = 20.0

    /// The person's decision: the last one that the agent told the program, or else the agent's answer within a second.
    var status: CLAuthorizationStatus {
        if let known = state.withLock({ $0.status }) { return known }
        return CLAuthorizationStatus(answer: awaitedAnswer(.settings) ?? [:], key: "location") ?? .notDetermined
    }

    /// Whether there is an agent that knows locations.
    var hasAgent: Bool { awaitedAnswer(.settings)?["location"] != nil }

    /// The last position that the program was told, or else the agent's answer within a second.
    var location: CLLocation? {
        if let known = state.withLock({ $0.location }) { return known }
        // Without permission, the question for the position would make the agent ask the person for the permission.
        guard status == .authorizedAlways else { return nil }
        return awaitedAnswer(.location, [.properties([:])]).flatMap { CLLocation(answer: $0) }
    }

    /// Makes the agent ask the person for the permission to use the location, by a call that needs this permission.
    func requestPermission() { agent.call(.location, [.string(app), .properties([:])]) { _ in } }

    /// Finds a new position; the handler is called once, on the thread of the ``CenterClient``.
    func findLocation(_ handler: @escaping @Sendable (Result<CLLocation, CLError>) -> Void) {
        let options: Value = .properties(["wait": .double(Self.patience)])
        agent.call(.location, [.string(app), options]) { [weak self] result in
            switch result {
            case .success(let values):
                let answer = values.first?.properties ?? [:]
                if answer["trouble"] == nil, let location = CLLocation(answer: answer) {
                    self?.state.withLock { $0.location = location }
                    return handler(.success(location))
                }
                let trouble = answer["trouble"]?.string
                handler(.failure(trouble.map { CLError(.locationUnknown, reason: $0) } ?? CLError(.locationUnknown)))
            case .failure(let error): handler(.failure(CLError(of: error)))
            }
        }
    }

    /// Finds out whether the machine is in a region, and tells the delegate of a manager.
    func findState(of region: CLRegion, for manager: CLLocationManager) {
        guard let copy = region.copy() as? CLRegion else { return }
        guard let model = copy.model, (try? model.validate()) != nil,
            let properties = try? DictionaryCoding.properties(of: model)
        else { return manager.tell { $1.locationManager($0, didDetermineState: .unknown, for: copy) } }
        var options: [String: Value] = ["region": .properties(properties)]
        if model.circle != nil { options["wait"] = .double(Self.patience) }
        agent.call(.location, [.string(app), .properties(options)]) { [weak manager] result in
            switch result {
            case .success(let values):
                let isInside = values.first?.properties?["inside"]?.bool
                let state: CLRegionState = isInside.map { $0 ? .inside : .outside } ?? .unknown
                manager?.tell { $1.locationManager($0, didDetermineState: state, for: copy) }
            case .failure(let refusal as Refusal) where refusal.code == .notAuthorized:
                let error = CLError(.regionMonitoringDenied, reason: refusal.message)
                manager?.tell { $1.locationManager($0, monitoringDidFailFor: copy, withError: error) }
            case .failure:
                manager?.tell { $1.locationManager($0, didDetermineState: .unknown, for: copy) }
            }
        }
    }

    /// Calls the agent and waits for a second; returns nil if the agent has not answered by then.
    private func awaitedAnswer(_ method: AgentMethod, _ arguments: [Value] = []) -> [String: Value]? {
        let answer = Mutex<[String: Value]?>(nil)
        let done = DispatchSemaphore(value: 0)
        agent.call(method, [.string(app)] + arguments) { result in
            let properties = (try? result.get())?.first?.properties
            answer.withLock { $0 = properties }
            done.signal()
        }
        _ = done.wait(timeout: .now() + 1)
        return answer.withLock { $0 }
    }
}
