// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
import Synchronization

/// Who is shown one by one, and who is gathered because too many come at once.
///
/// One more is shown where fewer than ``FloodLimit/burst`` others of its application came in the seconds before it,
/// shown or not: who goes on flooding stays in the digest. What has buttons, nags or presses is counted apart, so that
/// no flood of plain ones holds it up. A newer one of the same request is an update and does not count.
///
/// It remembers as many of an application as its limit, and none that are older than its seconds. Asked by the inbox
/// and on the store's queue.
package final class FloodGate: Sendable {
    private struct Arrival {
        let identifier: String
        let date: Date
        let isAdmitted: Bool
    }

    private struct Lane: Hashable {
        let app: String
        let comesByItself: Bool
    }

    private struct State {
        var configuration: Configuration?
        var arrivals: [Lane: [Arrival]] = [:]
    }

    private let state = Mutex(State())

    /// How many lanes are kept before those that are over are looked for.
    private static let lanes = 64

    /// Without limits until ``use(_:)``.
    package init() {}

    package func use(_ configuration: Configuration) {
        state.withLock { $0.configuration = configuration }
    }

    package func admits(_ request: Request, of app: String, at now: Date) -> Bool {
        state.withLock { state in
            guard let configuration = state.configuration else { return true }
            let burst = configuration.burst(of: app)
            guard burst > 0 else { return true }
            // What lies ahead was before the clock was set back.
            func isRecent(_ arrival: Arrival) -> Bool {
                arrival.date <= now && now.timeIntervalSince(arrival.date) < configuration.flood.seconds
            }
            if state.arrivals.count > Self.lanes {
                state.arrivals = state.arrivals.filter { $0.value.last.map(isRecent) == true }
            }
            let lane = Lane(app: app, comesByItself: request.comesByItself)
            var recent = state.arrivals[lane, default: []].filter(isRecent)
            let known = recent.firstIndex { $0.identifier == request.identifier }
            let isAdmitted = known.map { recent[$0].isAdmitted } ?? (recent.count < burst)
            if let known { recent.remove(at: known) }
            recent.append(Arrival(identifier: request.identifier, date: now, isAdmitted: isAdmitted))
            state.arrivals[lane] = recent.suffix(burst)
            return isAdmitted
        }
    }
}
