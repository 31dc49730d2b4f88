// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
@testable import PushDistributor
import Testing

/// The check before a day counts.
@Suite struct ClockCheckTests {
    private let noon = Date(timeIntervalSince1970: 1_800_000_000)
    private let start = ContinuousClock.now

    @Test func `a clock is trusted after an hour in which nobody set it`() {
        var check = ClockCheck(at: noon, start)
        #expect(check.isPassed(at: noon + 3599, start + .seconds(3599)) == false)
        // Time synchronisation corrects it a little.
        #expect(check.isPassed(at: noon + 3620, start + .seconds(3600)) == true)
        #expect(check.isPassed(at: noon + 9e6, start + .seconds(9e6)) == true)
    }

    @Test(arguments: [-1e9, -60, 60, 8 * 86_400] as [Double])
    func `a clock that was set must prove itself anew`(jump: Double) {
        var check = ClockCheck(at: noon, start)
        #expect(check.isPassed(at: noon + 7200 + jump, start + .seconds(7200)) == false)
        #expect(check.isPassed(at: noon + 10_000 + jump, start + .seconds(10_000)) == false)
        #expect(check.isPassed(at: noon + 10_800 + jump, start + .seconds(10_800)) == true)
    }
}
