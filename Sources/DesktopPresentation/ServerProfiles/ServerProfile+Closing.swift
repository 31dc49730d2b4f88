// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a `NotificationClosed` means that nobody asked for and no answer came with (quirks 19-24).
extension ServerProfile {
    /// A close, and what is known about it.
    struct Closing: Hashable, Sendable {
        let reason: UInt32
        /// Seconds that it was on the screen.
        let elapsed: Double
        let stay: ShowingStay
        /// Others were closed with it, a newer one was about to take its place, or the server went right afterwards.
        var isDoubtful = false

        /// Whether it has had the time that it asked for.
        var isInTime: Bool { stay.limit.map { elapsed >= $0 - ServerProfile.timeError } ?? false }
    }

    private static let expiredReason: UInt32 = 1
    /// The reason of what `CloseNotification` has closed.
    package static let closedByCall: UInt32 = 3
    /// How far the clocks of a server and ours may be apart, in seconds, with the way through the bus.
    private static let timeError = 0.3
    /// What has been on the screen for less has not expired, whatever its time was.
    private static let shortestTime = 1.0

    /// What cannot be told apart is never a dismissal.
    func end(of closing: Closing) -> ShowingEnd {
        if closing.reason == Self.expiredReason { return expiry(closing) }
        if dismissals.contains(closing.reason) {
            let isOurs = closing.isDoubtful || dismissesTransient && closing.stay.isTransient
            return isOurs ? .unknown : .dismissed
        }
        // Some say of every end that it is of the last kind.
        if closing.isInTime { return .expired }
        let isPlain = (3...4).contains(closing.reason) && !dismissals.isEmpty
        return isPlain ? .closed : .unknown
    }

    /// How long an action may come after the close that it caused (quirk 20: LXQt).
    static let longestSettleTime = Duration.seconds(1)
    /// How long another close may come that casts doubt on the first (quirk 23).
    private static let bulkSettleTime = Duration.milliseconds(250)

    /// How long to wait for what may change the meaning of a close; nil where nothing can.
    ///
    /// Only a dismissal is told at once: somebody may wait for it.
    func settleTime(of closing: Closing) -> Duration? {
        guard answersBeforeClosing, end(of: closing) == .dismissed else { return Self.longestSettleTime }
        return closesInBulk ? Self.bulkSettleTime : nil
    }

    /// Whether the server took it away by a time of its own, though it is to stay: it is to be shown again.
    func tookTooSoon(_ closing: Closing) -> Bool {
        guard case .fixed(let seconds) = timeouts, closing.reason == Self.expiredReason, canBeEnded,
            !closing.isDoubtful, closing.stay.seconds != nil, !closing.isInTime
        else { return false }
        // It has had the server's time: not the person, or only by chance at that very moment.
        if closing.elapsed >= seconds - Self.timeError { return true }
        // What is to stay, or to be answered, was perhaps not even shown: while nobody is to be disturbed.
        return saysExpiredForDropped && (closing.stay.seconds == 0 || closing.stay.isQuestion)
    }

    /// Whether the person has a way to end what is shown: what comes again without one would come for ever.
    var canBeEnded: Bool { !dismissals.isEmpty || drawnButtons != .none }

    private func expiry(_ closing: Closing) -> ShowingEnd {
        if closing.isInTime { return .expired }
        if saysExpiredForDismissed {
            if closing.elapsed < (ownTime(of: closing.stay) ?? 0) - Self.timeError {
                return closing.isDoubtful ? .unknown : .dismissed
            }
            return closing.stay.seconds == 0 ? .unknown : .expired
        }
        // What is to stay has no time that could be over.
        if closing.stay.seconds == 0 { return .closed }
        if saysExpiredForDropped, closing.elapsed < (ownTime(of: closing.stay) ?? Self.shortestTime) - Self.timeError {
            return .closed
        }
        return closing.isDoubtful ? .closed : .expired
    }

    /// After how many seconds the server takes one away by itself; nil where that isn't known.
    private func ownTime(of stay: ShowingStay) -> Double? {
        switch timeouts {
        case .fixed(let seconds): seconds
        case .honoured: stay.seconds == 0 ? .infinity : stay.seconds ?? defaultTime
        case .ignored: stay.isTransient ? nil : .infinity
        }
    }
}
