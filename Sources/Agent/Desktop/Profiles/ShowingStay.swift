// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// How long a notification is to be on the screen.
struct ShowingStay: Hashable, Sendable {
    /// 0 is until somebody acts, nil is the server's choice.
    var seconds: Double?
    /// Of no interest once its time is over.
    var isTransient = false

    init(seconds: Double? = nil, isTransient: Bool = false) {
        self.seconds = seconds
        self.isTransient = isTransient
    }

    /// What the request says; what is only the server's affair is no matter of ours (`notify-send --expire-time`).
    ///
    /// What has buttons and names no time stays until somebody acts: how long a server shows what names none is between four
    /// seconds and for ever, and a question that goes by itself looks answered (quirk 56).
    init(of request: Request, offersChoice: Bool = false) {
        let presentation = request.presentation
        self.init(
            seconds: presentation.leavesExpiryToServer ? nil : presentation.expireAfter,
            isTransient: presentation.isTransient)
        let isForLater = presentation.isTransient || request.content.interruptionLevel == .passive
        if offersChoice, seconds == nil, !presentation.leavesExpiryToServer, !isForLater { seconds = 0 }
    }

    /// Seconds until its time is over; nil where that never is, or the server knows alone.
    var limit: Double? { seconds.flatMap { $0 > 0 ? $0 : nil } }
}
