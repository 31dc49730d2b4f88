// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The meaning of a `NotificationClosed` signal caused by neither Belfry nor an answer (quirks 19–24 of `quirks.tsv`).
extension ServerProfile {
    /// A close signal and the circumstances that are known about it.
    struct Closing: Hashable, Sendable {
        let reason: UInt32
        /// Seconds that the notification was on the screen.
        let elapsed: Double
        let stay: DisplayDuration
        /// Whether other close signals, an expected replacement or the server's exit make this close's cause uncertain.
        var isDoubtful = false

        /// Whether the notification was on the screen for as long as its request asked.
        var isInTime: Bool { stay.limit.map { elapsed >= $0 - ServerProfile.timeError } ?? false }
    }

    private static let expiredReason: UInt32 = 1
    /// The close reason that a server reports after a call of `CloseNotification`.
    package static let closedByCall: UInt32 = 3
    /// The allowed difference between the server's clock and the agent's, in seconds, bus latency included.
    private static let timeError = 0.3
    /// The shortest time on the screen, in seconds, that counts as expired if the server's timeout is unknown.
    private static let shortestTime = 1.0

    /// Returns the cause of a close signal; a doubtful close never counts as a dismissal.
    func end(of closing: Closing) -> CloseCause {
        if closing.reason == Self.expiredReason { return expiry(closing) }
        if dismissals.contains(closing.reason) {
            let isOurs = closing.isDoubtful || dismissesTransient && closing.stay.isTransient
            return isOurs ? .unknown : .dismissed
        }
        // Some servers send the last reason, 4, for every close.
        if closing.isInTime { return .expired }
        let isPlain = (3...4).contains(closing.reason) && !dismissals.isEmpty
        return isPlain ? .closed : .unknown
    }

    /// The longest delay between a close signal and the action signal that explains it (quirk 20: LXQt).
    static let longestSettleTime = Duration.seconds(1)
    /// The longest time between closes of two notifications at which the second makes the first doubtful (quirk 23).
    private static let bulkSettleTime = Duration.milliseconds(250)

    /// Returns how long to wait for signals that can change a close's meaning; nil if none can.
    ///
    /// Only a dismissal may be reported at once, because a caller may wait for the report.
    func settleTime(of closing: Closing) -> Duration? {
        guard answersBeforeClosing, end(of: closing) == .dismissed else { return Self.longestSettleTime }
        return closesInBulk ? Self.bulkSettleTime : nil
    }

    /// Whether the server closed a notification too early by its own timeout, so that it must be presented again.
    func tookTooSoon(_ closing: Closing) -> Bool {
        guard case .fixed(let seconds) = timeouts, closing.reason == Self.expiredReason, canBeEnded,
            !closing.isDoubtful, closing.stay.seconds != nil, !closing.isInTime
        else { return false }
        // The close came at the server's own timeout: only by coincidence can the person have caused the close.
        if closing.elapsed >= seconds - Self.timeError { return true }
        // While the server is in Do Not Disturb, a question or a notification that stays was perhaps never drawn.
        return saysExpiredForDropped && (closing.stay.seconds == 0 || closing.stay.isQuestion)
    }

    /// Whether the person can close notifications of this server; otherwise a notification that is presented again
    /// after each close would never end.
    var canBeEnded: Bool { !dismissals.isEmpty || drawnButtons != .none }

    private func expiry(_ closing: Closing) -> CloseCause {
        if closing.isInTime { return .expired }
        if saysExpiredForDismissed {
            if closing.elapsed < (ownTime(of: closing.stay) ?? 0) - Self.timeError {
                return closing.isDoubtful ? .unknown : .dismissed
            }
            return closing.stay.seconds == 0 ? .unknown : .expired
        }
        // A notification that stays has no timeout that could be over.
        if closing.stay.seconds == 0 { return .closed }
        if saysExpiredForDropped, closing.elapsed < (ownTime(of: closing.stay) ?? Self.shortestTime) - Self.timeError {
            return .closed
        }
        return closing.isDoubtful ? .closed : .expired
    }

    /// Returns the server's own timeout in seconds; nil if it isn't known.
    private func ownTime(of stay: DisplayDuration) -> Double? {
        switch timeouts {
        case .fixed(let seconds): seconds
        case .honoured: stay.seconds == 0 ? .infinity : stay.seconds ?? defaultTime
        case .ignored: stay.isTransient ? nil : .infinity
        }
    }
}
