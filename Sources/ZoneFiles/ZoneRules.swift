// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Offsets of a zone from UTC over time.
///
/// The rules are a pure value from a zone file, a POSIX line or a single offset. The type is a class because a zone
/// has some hundred changes and every trigger has a zone.
package final class ZoneRules: Sendable {
    /// The offset and the name of a zone's time between two changes.
    package struct Time: Hashable, Sendable {
        /// Offset in seconds east of Greenwich.
        package var offset: Int
        /// Abbreviation, such as `CET`, or `+0545` if there are no letters.
        package var name: String
    }

    /// Moments at which the zone's time changes, in seconds since 1970, in order.
    let changes: [Int]
    /// Index in `times` of the time after each change.
    let timesOfChanges: [UInt8]
    /// Times of the zone, at least one; the first applies before all changes.
    let times: [Time]
    /// Rules after the last change; nil if the time after that change stays.
    let footer: PosixZone?

    init(changes: [Int], timesOfChanges: [UInt8], times: [Time], footer: PosixZone?) {
        (self.changes, self.timesOfChanges, self.times, self.footer) = (changes, timesOfChanges, times, footer)
    }

    /// Creates rules with a fixed offset in seconds east of UTC.
    package convenience init(offset: Int, name: String) {
        self.init(changes: [], timesOfChanges: [], times: [Time(offset: offset, name: name)], footer: nil)
    }

    /// Creates the rules of a POSIX line.
    package convenience init(_ zone: PosixZone) {
        self.init(changes: [], timesOfChanges: [], times: [zone.standard], footer: zone)
    }

    /// UTC, with the abbreviation `UTC`.
    package static let utc = ZoneRules(offset: 0, name: "UTC")

    /// Tells whether the offset is 0 at every moment.
    package var isUTC: Bool {
        changes.isEmpty && times[0].offset == 0 && footer.map { $0.summer == nil && $0.standard.offset == 0 } ?? true
    }

    /// Returns the zone's offset and abbreviation at `moment`, which is in seconds since 1970.
    package func time(at moment: Int) -> Time {
        guard let last = changes.last, moment < last else {
            return footer?.time(at: moment) ?? times[Int(timesOfChanges.last ?? 0)]
        }
        return changes[0] > moment ? times[0] : times[Int(timesOfChanges[index(at: moment)])]
    }

    /// Returns the offset at a moment, in seconds east of Greenwich.
    package func offset(at moment: Int) -> Int { time(at: moment).offset }

    /// Returns the first change after a moment, even if only the abbreviation changes; nil if there is none.
    package func nextChange(after moment: Int) -> Int? {
        guard let last = changes.last, moment < last else { return footer?.nextChange(after: moment) }
        return changes[0] > moment ? changes[0] : changes[index(at: moment) + 1]
    }

    /// Returns the index of the last change at or before a moment, which must not be before the first change.
    private func index(at moment: Int) -> Int {
        var (low, high) = (0, changes.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if changes[middle] <= moment { low = middle } else { high = middle }
        }
        return low
    }
}

extension ZoneRules: Hashable {
    package static func == (one: ZoneRules, other: ZoneRules) -> Bool {
        one === other
            || one.changes == other.changes && one.timesOfChanges == other.timesOfChanges && one.times == other.times
                && one.footer == other.footer
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(changes.count)
        hasher.combine(times)
    }
}
