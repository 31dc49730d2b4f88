// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import NotificationModel

/// How long a notification is to be on the screen.
package struct ShowingStay: Hashable, Sendable {
    /// 0 is until somebody acts, nil is the server's choice.
    package var seconds: Double?
    /// Of no interest once its time is over.
    var isTransient = false
    /// Whether it has buttons: who does not see it can't answer.
    var isQuestion = false

    init(seconds: Double? = nil, isTransient: Bool = false) {
        self.seconds = seconds
        self.isTransient = isTransient
    }

    /// What the request says; what is only the server's affair is no matter of ours (`notify-send --expire-time`).
    ///
    /// What has buttons, is critical or time-sensitive and names no time stays until somebody acts: how long a server shows
    /// what names none is between four seconds and for ever, and a question that goes by itself looks answered (quirk 56).
    package init(of request: Request, offersChoice: Bool = false) {
        let presentation = request.presentation
        self.init(
            seconds: presentation.leavesExpiryToServer ? nil : presentation.expireAfter,
            isTransient: presentation.isTransient)
        isQuestion = offersChoice
        let isForLater = presentation.isTransient || request.content.interruptionLevel == .passive
        let isPressing = offersChoice || request.content.interruptionLevel.isPressing
        if isPressing, seconds == nil, !presentation.leavesExpiryToServer, !isForLater { seconds = 0 }
    }

    /// Seconds until its time is over; nil where that never is, or the server knows alone.
    package var limit: Double? { seconds.flatMap { $0 > 0 ? $0 : nil } }
}

extension InterruptionLevel {
    /// Whether it is not to be missed.
    fileprivate var isPressing: Bool {
        switch self {
        case .passive, .active: false
        case .timeSensitive, .critical: true
        }
    }
}
