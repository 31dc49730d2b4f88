// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The machine's source of power, and the person's wish to save power.
package enum PowerState: Hashable, Sendable {
    /// The machine is plugged in, or its power supply is unknown.
    case external
    case battery
    /// The person has switched battery saving on.
    case saver

    /// Factor by which all pauses between fixes are multiplied.
    var factor: Double {
        switch self {
        case .external: 1
        case .battery: 2
        case .saver: 4
        }
    }
}

/// A decision how often, and how accurately, the machine's position is needed.
///
/// The crossing of a place's border is noticed after ``pause`` at the latest.
struct DutyPlan: Hashable, Sendable {
    /// Metres from the last fix to the nearest border, less the fix's accuracy; nil if the distance is unknown.
    let slack: Double?
    /// The machine's speed in metres per second.
    let speed: Double
    let isStill: Bool
    /// Whether the last fix is accurate enough to tell that the machine is near a border.
    let isPrecise: Bool
    let power: PowerState

    /// Metres to the border within which positions are needed all the time.
    static let nearSlack = 500.0
    /// Seconds of a pause between fixes near a border, after GeoClue has ceased to report positions.
    static let nearPause: TimeInterval = 60
    /// Seconds between fixes far from borders or at a standstill, before ``PowerState``'s factor: at most 13 an hour.
    static let pauses: ClosedRange<TimeInterval> = 300...1800
    /// Speed in metres per second that a machine is assumed to reach at any time: 120 km/h.
    static let usualSpeed = 33.0

    /// Whether GeoClue must report positions all the time, without pauses.
    var isContinuous: Bool { !isStill && isNear }

    private var isNear: Bool { isPrecise && slack.map { $0 < Self.nearSlack } ?? false }

    /// Seconds until the next fix.
    var pause: TimeInterval {
        let pause: TimeInterval
        if isStill {
            pause = Self.pauses.upperBound
        } else if isNear {
            pause = Self.nearPause
        } else {
            let time = (slack ?? 0) / max(2 * speed, Self.usualSpeed)
            pause = min(max(time, Self.pauses.lowerBound), Self.pauses.upperBound)
        }
        return pause * power.factor
    }

    /// Returns the next fix's accuracy level; `available` is the best level of the machine's sources, nil if unknown.
    func level(available: AccuracyLevel?) -> AccuracyLevel {
        let level: AccuracyLevel =
            switch slack {
            // GeoClue uses a satellite receiver only at `exact`, so a machine with a receiver begins at this level.
            case nil: available == .exact ? .exact : .street
            case let slack? where slack > 20_000: .city
            case let slack? where slack >= 2_000: .neighborhood
            case let slack? where slack < Self.nearSlack && available == .exact: .exact
            default: .street
            }
        return power == .saver ? min(level, .neighborhood) : level
    }
}
