// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// Zones that are named by a place, which is the last part of their names: `Tokyo`, `New York`, `Buenos Aires`.
enum PlaceZone {
    private static let areas = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
        "America/Argentina", "America/Indiana", "America/Kentucky", "America/North_Dakota", "US", "Brazil",
        "Canada", "Chile", "Mexico",
    ]
    /// Words in the middle of a name that begin with a small letter: `Port_of_Spain`, `Port-au-Prince`.
    private static let small: Set = ["of", "es", "au"]

    /// Returns the zones of a place; of several zones whose clocks show the same in the coming two years, only one.
    static func zones(of place: [String], near now: Date) -> [Zone] {
        guard (1...4).contains(place.count), let name = name(place) else { return [] }
        var found: [Zone] = []
        for zone in (areas.map { "\($0)/\(name)" } + [name]).lazy.compactMap({ Zone(named: $0) })
        where !found.contains(where: { isSame($0, zone, near: now) }) {
            found.append(zone)
        }
        return found
    }

    /// Returns the zones of the place after `in` and its name's word count: the longest known name of up to four words.
    static func read(_ reader: WordReader, at distance: Int, near now: Date) -> (zones: [Zone], count: Int)? {
        for count in (1...4).reversed() where reader.position + distance + count <= reader.words.count {
            let zones = zones(of: (0..<count).map { reader[distance + $0] }, near: now)
            if !zones.isEmpty { return (zones, count) }
        }
        return nil
    }

    /// Returns a place as the names of zones write it; nil for words that no such name contains.
    private static func name(_ place: [String]) -> String? {
        var parts: [String] = []
        for word in place.map({ $0.lowercased().filter { $0 != "." && $0 != "'" && $0 != "’" } }) {
            guard word.utf8.count > 1, word.utf8.allSatisfy({ (97...122).contains($0) || $0 == 45 }) else { return nil }
            let pieces = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            parts.append(pieces.map { small.contains($0) ? $0 : $0.capitalized }.joined(separator: "-"))
        }
        // Names of one word with three letters, such as EST, are abbreviations.
        guard let first = parts.first, parts.count > 1 || first.utf8.count > 3 else { return nil }
        return parts.joined(separator: "_")
    }

    private static func isSame(_ one: Zone, _ other: Zone, near now: Date) -> Bool {
        (0..<104).allSatisfy {
            let date = now + Double($0) * 7 * 86_400
            return one.secondsFromGMT(for: date) == other.secondsFromGMT(for: date)
        }
    }
}
