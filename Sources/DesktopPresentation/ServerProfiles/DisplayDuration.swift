// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import NotificationModel

/// The time that a notification is to be on the screen.
package struct DisplayDuration: Hashable, Sendable {
    /// Seconds on the screen; 0 means until the person acts, nil leaves the time to the server.
    package var seconds: Double?
    /// Whether the notification is of no interest once its time is over.
    var isTransient = false
    /// Whether the notification has buttons, so that a person who misses it can't answer.
    var isQuestion = false

    init(seconds: Double? = nil, isTransient: Bool = false) {
        self.seconds = seconds
        self.isTransient = isTransient
    }

    /// Takes the request's display time; the time of `notify-send --expire-time` is left to the server.
    ///
    /// A notification without a time that has buttons, is critical or time-sensitive stays until the person acts:
    /// servers may hide it after 4 seconds, and then the notification looks answered (quirk 56 of `quirks.tsv`).
    package init(of request: Request, offersChoice: Bool = false) {
        let display = request.display
        self.init(seconds: display.leavesExpiryToServer ? nil : display.expireAfter, isTransient: display.isTransient)
        isQuestion = offersChoice
        let isForLater = display.isTransient || request.content.interruptionLevel == .passive
        let isPressing = offersChoice || request.content.interruptionLevel.isPressing
        if isPressing, seconds == nil, !display.leavesExpiryToServer, !isForLater { seconds = 0 }
    }

    /// The timeout in seconds; nil if the notification stays or the server chooses the timeout.
    package var limit: Double? { seconds.flatMap { $0 > 0 ? $0 : nil } }
}

extension InterruptionLevel {
    /// Whether notifications of this level must not be missed.
    fileprivate var isPressing: Bool {
        switch self {
        case .passive, .active: false
        case .timeSensitive, .critical: true
        }
    }
}
