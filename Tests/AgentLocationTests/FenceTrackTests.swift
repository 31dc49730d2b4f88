// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AgentLocation

@Suite struct FenceTrackTests {
    /// Adds up the scores of tracks with the seeds, every other one at a low rate.
    private func score(_ seeds: Range<UInt64>, radii: [Double]? = nil) -> (due: Int, missing: Int, others: Int) {
        var sum = (due: 0, missing: 0, others: 0)
        for seed in seeds {
            var track = radii.map { FenceTrack(seed: seed, radii: $0) } ?? FenceTrack(seed: seed)
            let isLowRate = seed % 8 >= 4
            let score = track.score(every: isLowRate ? 25 : 3, isLowRate: isLowRate)
            sum = (sum.due + score.due, sum.missing + score.missing, sum.others + score.others)
        }
        return sum
    }

    @Test func `a thousand tracks make the crossings that are due, and no others`() {
        let score = score(0..<1000)

        #expect(score.due > 2000)
        #expect(score.missing == 0)
        #expect(score.others == 0)
    }

    // With fixes that are 15 metres wrong, a halt on the border of a small circle may look like a crossing.
    @Test func `nearly all crossings of a small circle come once, too`() {
        let score = score(0..<1000, radii: [100])

        #expect(score.missing * 100 <= score.due)
        #expect(score.others * 50 <= score.due)
    }
}
