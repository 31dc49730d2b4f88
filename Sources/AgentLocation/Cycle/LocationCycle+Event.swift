// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

extension LocationCycle {
    /// An event of the store, of GeoClue or of the machine, or the result of an effect.
    package enum Event: Hashable, Sendable {
        /// All circles that permitted, pending requests wait for.
        case fencesChanged([Circle])
        /// A fix shows that the machine may have crossed a border, see ``FenceEngine``: the next fix is wanted soon.
        case candidateFound
        case timer

        // MARK: GeoClue

        /// GeoClue has made the agent's client, possibly long after the agent has given up its call of `GetClient`.
        case clientCreated
        /// GeoClue did not answer a call in time.
        case noReply
        /// The bus knows no GeoClue, and can't start it.
        case noService
        /// GeoClue refused a call with `AccessDenied`, see ``LocationTrouble/init(accessDenied:)``.
        case accessDenied(LocationTrouble)
        /// GeoClue's name has no owner any more: its clients are gone.
        case daemonVanished
        /// GeoClue's name has a new owner.
        case daemonAppeared
        /// The property `Active` of the GeoClue client has changed.
        case activeChanged(Bool)
        /// The property `AvailableAccuracyLevel` of GeoClue's manager has changed, or was read for the first time.
        case availableLevelChanged(AccuracyLevel)
        /// A position that GeoClue reports by a signal or a changed property; the same position may be reported twice.
        case fix(Fix)

        // MARK: The machine

        /// The machine was woken from sleep.
        case resumed
        /// The machine has another connection to a network, or to another access point.
        case networkChanged
        /// The person has unlocked the screen.
        case unlocked
        case powerChanged(PowerState)
    }

    /// An action that the agent carries out for the cycle. Effects are carried out in order.
    package enum Effect: Hashable, Sendable {
        /// Calls `GetClient` of GeoClue's manager, which returns the same client each time; the call has no timeout.
        case createClient
        /// Deletes the GeoClue client if it exists, and gives up a pending call of `GetClient`.
        case deleteClient
        /// Sets the properties of the GeoClue client, and starts the client. `timeThreshold` is in seconds.
        case start(AccuracyLevel, timeThreshold: UInt32)
        /// Stops the GeoClue client.
        case stop
        /// Sets the alarm that sends ``Event/timer``, instead of the former alarm; an alarm in the past fires at once.
        case wake(at: Date)
        case cancelWake
        /// Passes the fix to each ``FenceEngine``; ``Event/candidateFound`` follows if the fix may show a crossing.
        case evaluate(Fix, isLowRate: Bool)
        /// Reports why no usable position comes; nil if positions come again.
        case report(LocationTrouble?)
    }
}
