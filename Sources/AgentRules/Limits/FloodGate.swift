// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import SettingsFile
import Synchronization

/// The rate limit: if an application sends too many notifications at once, a digest lists those over the limit.
///
/// A notification passes if fewer than ``FloodLimit/burst`` others of its application came within the last
/// ``FloodLimit/seconds``, presented or not, so a continuing flood stays in the digest. Urgent or nagging notifications
/// and notifications with buttons are counted in a lane of their own, so that a flood of plain notifications can't keep
/// them off the screen. An update of a notification doesn't count as a new one.
///
/// The gate remembers at most `burst` recent arrivals in each lane. The inbox and the store's queue ask the same gate.
package final class FloodGate: Sendable {
    private struct Arrival {
        let identifier: String
        let date: Date
        let isAdmitted: Bool
    }

    private struct Lane: Hashable {
        enum Kind { case plain, byItself, remote }

        let app: String
        let kind: Kind
    }

    /// The rate limit for pushes (a number of pushes in a number of seconds), besides the general rate limit: a push
    /// server may be broken or hostile for long.
    private static let pushes = (burst: 60, seconds: 60.0)

    private struct State {
        var configuration: Configuration?
        var arrivals: [Lane: [Arrival]] = [:]

        mutating func admits(
            _ identifier: String, in lane: Lane, _ burst: Int, _ seconds: Double, at now: Date
        ) -> Bool {
            var recent = arrivals[lane, default: []].filter { FloodGate.isRecent($0, in: seconds, at: now) }
            let known = recent.firstIndex { $0.identifier == identifier }
            let isAdmitted = known.map { recent[$0].isAdmitted } ?? (recent.count < burst)
            if let known { recent.remove(at: known) }
            recent.append(Arrival(identifier: identifier, date: now, isAdmitted: isAdmitted))
            arrivals[lane] = recent.suffix(burst)
            return isAdmitted
        }
    }

    private let state = Mutex(State())

    /// Number of lanes (kinds of an application's notifications) above which lanes without recent arrivals are removed.
    private static let lanes = 64

    /// Creates a gate that admits every notification until ``use(_:)`` is called.
    package init() {}

    package func use(_ configuration: Configuration) { state.withLock { $0.configuration = configuration } }

    package func admits(_ request: Request, of app: String, at now: Date) -> Bool {
        state.withLock { state in
            guard let configuration = state.configuration else { return true }
            let burst = configuration.burst(of: app)
            guard burst > 0 else { return true }
            let seconds = configuration.flood.seconds
            if state.arrivals.count > Self.lanes {
                let longest = max(seconds, Self.pushes.seconds)
                state.arrivals = state.arrivals.filter { Self.isRecent($0.value.last, in: longest, at: now) }
            }
            let lane = Lane(app: app, kind: request.comesByItself ? .byItself : .plain)
            let isAdmitted = state.admits(request.identifier, in: lane, burst, seconds, at: now)
            guard request.isRemote else { return isAdmitted }
            let pushes = Lane(app: app, kind: .remote)
            return state.admits(request.identifier, in: pushes, Self.pushes.burst, Self.pushes.seconds, at: now)
                && isAdmitted
        }
    }

    /// Returns whether a notification's arrival counts for the rate limit; a future arrival predates a clock change.
    private static func isRecent(_ arrival: Arrival?, in seconds: Double, at now: Date) -> Bool {
        arrival.map { $0.date <= now && now.timeIntervalSince($0.date) < seconds } ?? false
    }
}

/// The rate limit of one application: `[flood]` of `config.toml`.
///
///     [flood]
///     burst = 20                              # number of notifications shown one by one; 0: no limit
///     perSeconds = 10                         # seconds in which these notifications are counted
///
/// Further notifications are gathered into a digest, updated at most every `perSeconds`. Twenty in ten seconds are more
/// than a person reads, and more than most servers keep on the screen (3 to 20: `quirks.tsv` 42 and 43). A script that
/// sends one notification each second, or updates the same notification a hundred times, stays below this limit.
package struct FloodLimit: Hashable, SettingsTable {
    /// The number of notifications presented one by one; 0 for no limit.
    var burst = 20
    /// The time span of the limit, from 1 second to an hour.
    package var seconds = 10.0

    package init() {}

    package static let keys: SettingsKeys<Self> = [
        "burst": { $0.burst = try burst($1, $2) },
        "perSeconds": { $0.seconds = Double(try number($1, $2, 1...3600)) },
    ]

    /// Parses the value of a key `burst`, in `[flood]` or in an application's table.
    ///
    /// - Throws: ``SettingsProblem`` that names the key.
    static func burst(_ value: SettingsValue, _ key: String) throws -> Int {
        try number(value, key, 0...1000, zero: " (no limit)")
    }
}
