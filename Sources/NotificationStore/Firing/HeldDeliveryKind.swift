// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The way in which a held-back request is delivered: in a digest, or by itself. The raw value is in the column
/// `place` of the table `missed`.
enum HeldDeliveryKind: Int, CaseIterable {
    /// The request is delivered in the digest of a flood.
    case flood = -1
    /// The request is delivered in the digest of missed and held-back requests.
    case digest = 0
    /// The request is delivered outside a digest, because it has its own buttons or a nag.
    case alone = 1
    /// The request belongs to a flood, and is delivered outside the flood's digest, because it is urgent.
    case timeSensitive = 2
    case critical = 3

    /// The kinds of requests that are delivered outside a digest, the most urgent first.
    static let byThemselves: [HeldDeliveryKind] = [.critical, .timeSensitive, .alone]

    /// The kinds whose requests all have the same interruption level.
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
