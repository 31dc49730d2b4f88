// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Readings of clocks in a zone, as if they were UTC: the test's own arithmetic, not the agent's.
struct YearZone {
    let zone: TimeZone

    init(_ zone: TimeZone) { self.zone = zone }

    /// What a clock shows at a moment.
    func reading(_ moment: Double) -> Double {
        moment + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment)))
    }

    /// When a clock first shows a reading, or the first moment after the gap that it is in.
    func instant(_ target: Double) -> Double {
        // Where no change is near, there is one offset. No zone is more than a day from UTC.
        let (before, after) = (reading(target - 86_400) + 86_400, reading(target + 86_400) - 86_400)
        if before == after { return target - (before - target) }
        return search(for: target)
    }

    /// The first second of three days at which the clock has come so far.
    private func search(for target: Double) -> Double {
        var (before, after) = (target - 129_600, target + 129_600)
        // Folds make it not quite monotonic; where the reading comes twice, the earlier one is looked for below.
        while after - before > 1 {
            let middle = ((before + after) / 2).rounded(.down)
            if reading(middle) >= target { after = middle } else { before = middle }
        }
        var candidate = after
        var probe = after - 10_800
        while probe < after {
            if reading(probe) == target { return probe }
            if reading(probe) > target, probe < candidate { candidate = probe }
            probe += 900
        }
        return candidate
    }
}
