// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Local times in a zone, as if they were UTC: computed by the test itself, not by the agent.
struct YearZone {
    let zone: TimeZone

    init(_ zone: TimeZone) { self.zone = zone }

    /// The local time at a moment.
    func reading(_ moment: Double) -> Double {
        moment + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment)))
    }

    /// The first moment with a local time, or the first one after the gap that contains it.
    func instant(_ target: Double) -> Double {
        // Without a change nearby, there is one offset. No zone is more than a day from UTC.
        let (before, after) = (reading(target - 86_400) + 86_400, reading(target + 86_400) - 86_400)
        if before == after { return target - (before - target) }
        return search(for: target)
    }

    /// The first second of three days at which the local time has reached a value.
    private func search(for target: Double) -> Double {
        var (before, after) = (target - 129_600, target + 129_600)
        // Local time goes back at a fold; if the time occurs twice, the loop below looks for the earlier moment.
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
