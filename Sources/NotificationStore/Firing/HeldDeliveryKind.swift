// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// Delivery of a request that waits, by the column `place`: in a digest, or by itself, the more urgent first.
enum HeldDeliveryKind: Int, CaseIterable {
    /// In the digest of a flood.
    case flood = -1
    /// In the digest of what was missed or held back.
    case digest = 0
    /// By itself: it has buttons of its own, or a nag.
    case alone = 1
    /// By itself, of a flood.
    case timeSensitive = 2
    case critical = 3

    /// Places whose requests are delivered by themselves, the most urgent first.
    static let byThemselves: [HeldDeliveryKind] = [.critical, .timeSensitive, .alone]

    /// Places whose requests all have the same level.
    static let ofLevels: [(place: HeldDeliveryKind, level: InterruptionLevel)] = [
        (.critical, .critical), (.timeSensitive, .timeSensitive),
    ]

    init(of request: Request, reason: String) {
        let isFlood = reason == MissedRequest.floodReason
        self =
            switch request.content.interruptionLevel {
            case .critical where isFlood: .critical
            case .timeSensitive where isFlood: .timeSensitive
            case _ where request.comesAlone: .alone
            default: isFlood ? .flood : .digest
            }
    }
}
