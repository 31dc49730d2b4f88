// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

extension LocationCycle {
    /// An event of the store, of GeoClue or of the machine, or the result of an effect.
    package enum Event: Hashable, Sendable {
        /// All circles that permitted, pending requests wait for.
        case fencesChanged([Circle])
        /// A fix has made a crossing probable, see ``FenceEngine``: the next fix is wanted soon.
        case candidateFound
        case timer

        // MARK: GeoClue

        /// GeoClue has made the client, possibly long after the call was given up.
        case clientCreated
        /// A call was not answered in time.
        case noReply
        /// The bus knows no GeoClue, and can't start it.
        case noService
        /// GeoClue refused a call with `AccessDenied`, see ``LocationTrouble/init(accessDenied:)``.
        case accessDenied(LocationTrouble)
        /// GeoClue's name has no owner any more: its clients are gone.
        case daemonVanished
        /// GeoClue's name has a new owner.
        case daemonAppeared
        /// The client's property `Active` has changed.
        case activeChanged(Bool)
        /// The manager's property `AvailableAccuracyLevel` has changed, or was read for the first time.
        case availableLevelChanged(AccuracyLevel)
        /// A position, announced by a signal or by a change of a property; the same position may be reported twice.
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

    /// An action for the owner of the cycle. Effects are carried out in order.
    package enum Effect: Hashable, Sendable {
        /// Calls the manager's `GetClient`, which returns the same client each time; the call has no timeout.
        case createClient
        /// Deletes the client if it exists, and gives up a pending call that makes the client.
        case deleteClient
        /// Sets the client's properties, and starts it. `timeThreshold` is in seconds.
        case start(AccuracyLevel, timeThreshold: UInt32)
        /// Stops the client.
        case stop
        /// Sets the alarm, instead of the former one; a date in the past means at once.
        case wake(at: Date)
        case cancelWake
        /// Passes the fix to each ``FenceEngine``; ``Event/candidateFound`` follows if an engine has a candidate.
        case evaluate(Fix, isLowRate: Bool)
        /// Reports the trouble with location; nil if there is none any more.
        case report(LocationTrouble?)
    }
}
