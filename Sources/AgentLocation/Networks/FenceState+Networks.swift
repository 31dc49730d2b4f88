// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationStore

// A place with networks is reached as soon as the machine is connected to one of them. The place is left when no such
// network has come back for three minutes, because Wi-Fi is often lost for a moment.

extension FenceState {
    /// Learns whether the machine is connected to one of the place's networks.
    ///
    /// - Parameters:
    ///   - isConnected: Whether the machine is connected to such a network.
    ///   - now: The present date.
    ///   - absence: The seconds after which the place is left.
    /// - Returns: The side of the border to which the machine has come, inside or outside; nil if it has not crossed
    ///   the border, or if its side was not known before.
    package mutating func learn(isConnected: Bool, at now: Date, absence: TimeInterval) -> Side? {
        guard let side else {
            (self.side, candidate, seen) = (isConnected ? .inside : .outside, nil, now)
            return nil
        }
        guard !isConnected else {
            (candidate, seen) = (nil, now)
            guard side == .outside else { return nil }
            self.side = .inside
            return .inside
        }
        guard side == .inside else {
            (candidate, seen) = (nil, now)
            return nil
        }
        let since = candidate?.since ?? now
        guard now.timeIntervalSince(since) >= absence else {
            candidate = Candidate(side: .outside, since: since)
            return nil
        }
        (self.side, candidate, seen) = (.outside, nil, now)
        return .outside
    }
}
