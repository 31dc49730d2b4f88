// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Triggers

/// Decides when the machine's position is taken, by one GeoClue client for all places that is stopped between fixes.
///
/// A pure state machine: the agent passes it events, and carries out the effects.
///
///     idle ◀──no places── (any)
///       └─▶ connecting ─▶ sampling ─▶ sleeping ─time, hint─▶ sampling
///               │            ├─▶ continuous (near a border) ─still, silent, far─▶ sleeping
///               │            └─no fix at any level─▶ backingOff ─time, hint─▶ sampling
///               └─no reply─▶ backingOff ─time, hint, late reply─▶ connecting, sampling
///
///     (a client exists) ─AccessDenied─▶ denied, disabled          continuous, sampling ─Active=false─▶ disabled
///
/// A hint is an event that may mean a move of the machine: the machine was woken, has another network, or was unlocked.
package struct LocationCycle: Sendable {
    package enum Phase: Hashable, Sendable {
        /// There is no place to watch, no GeoClue client and no alarm.
        case idle
        /// GeoClue is making the client; no reply until the date means that no agent of GeoClue runs.
        case connecting(until: Date)
        /// The GeoClue client is started for one fix, which must come before the date.
        case sampling(AccuracyLevel, until: Date)
        /// The client is started, because the machine is near a border; the phase ends if no fix comes before the date.
        case continuous(AccuracyLevel, until: Date)
        /// The client is stopped until the date.
        case sleeping(until: Date)
        /// The last attempt to take a fix has failed, see ``LocationCycle/trouble``.
        case backingOff(until: Date)
        /// GeoClue's configuration forbids its use. There is no client or alarm; an attempt at a fix follows a hint, a
        /// new place, or a restart of GeoClue.
        case denied
        /// The person has switched location off. Without a date the GeoClue client stays started, and reports positions
        /// when location is on again.
        case disabled(until: Date?)

        var deadline: Date? {
            switch self {
            case .idle, .denied: nil
            case .connecting(let date), .sampling(_, let date), .continuous(_, let date): date
            case .sleeping(let date), .backingOff(let date): date
            case .disabled(let date): date
            }
        }
    }

    /// The state of the client at GeoClue.
    enum Client: Hashable, Sendable {
        case none
        /// GeoClue's reply with the client has not come yet.
        case awaited
        case stopped
        /// The client is started; GeoClue reports only later that the client is active.
        case started(AccuracyLevel, timeThreshold: UInt32, at: Date, isActive: Bool = false)
    }

    package internal(set) var phase = Phase.idle
    package internal(set) var trouble: LocationTrouble?
    var client = Client.none
    var circles: Set<Circle> = []
    var estimate = LocationEstimate()
    var search = LevelSearch()
    var power = PowerState.external
    /// Best level of accuracy that the machine's sources have; nil until GeoClue has reported the level.
    var available: AccuracyLevel?
    /// Number of GeoClue's failures since the last good fix, such as missing replies, but not searches without a fix.
    var failures = 0
    /// Date of the last fix, or of the last failed attempt to take one.
    var attempted: Date?

    package init() {}

    /// Handles an event at the wall clock's date `now`, and returns the effects to carry out, in order.
    package mutating func handle(_ event: Event, at now: Date) -> [Effect] {
        // An alarm that has fired is no longer set.
        let alarm = event == .timer ? nil : phase.deadline
        let told = trouble
        var effects = respond(to: event, at: now)
        if phase.deadline != alarm { effects.append(phase.deadline.map { .wake(at: $0) } ?? .cancelWake) }
        if trouble != told { effects.append(.report(trouble)) }
        return effects
    }

    private mutating func respond(to event: Event, at now: Date) -> [Effect] {
        switch event {
        case .fencesChanged(let list): return changeCircles(to: Set(list.map(\.watched)), at: now)
        case .candidateFound: shortenPause(to: now + FenceEngine.shortestConfirmation)
        case .timer: return timePassed(at: now)
        case .clientCreated: return clientCreated(at: now)
        case .noReply: return connectionFailed(.noAgent, at: now)
        case .noService: return connectionFailed(.noService, at: now)
        case .accessDenied(let reason): return accessDenied(reason, at: now)
        case .daemonVanished: daemonVanished(at: now)
        case .daemonAppeared: return daemonAppeared(at: now)
        case .activeChanged(let isActive): activeChanged(isActive, at: now)
        case .availableLevelChanged(let level):
            if available != level { search.restart() }
            available = level
        case .fix(let fix): return receive(fix, at: now)
        case .resumed:
            // The machine's sleep doesn't count towards the time in which a fix must come.
            if case .sampling(let level, _) = phase { phase = .sampling(level, until: now + Self.sampleTime) }
            return takeHint(at: now)
        case .unlocked: return takeHint(at: now)
        case .networkChanged:
            search.restart()
            return takeHint(at: now)
        case .powerChanged(let state):
            power = state
            replanPause()
        }
        return []
    }
}
