// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An accuracy that GeoClue is asked for; the raw value is its number on D-Bus.
///
/// GeoClue scans for Wi-Fi networks every 10 seconds at ``street`` and better levels, and every 300 seconds at lower
/// levels. GeoClue does not use a source that is better than the level.
package enum AccuracyLevel: UInt32, Comparable, CaseIterable, Sendable {
    case none = 0
    case country = 1
    case city = 4
    case neighborhood = 5
    case street = 6
    case exact = 8

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The next better level; nil for the best.
    var next: AccuracyLevel? { Self.allCases.first { $0 > self } }
}
