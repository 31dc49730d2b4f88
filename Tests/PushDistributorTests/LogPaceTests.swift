// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import PushDistributor
import Testing

/// The limit on lines of the log.
@Suite struct LogPaceTests {
    @Test func `faults of others make one line an hour, which counts those in between`() {
        let start = ContinuousClock.now
        var pace = LogPace()
        #expect(pace.add(0, at: start) == nil)
        #expect(pace.add(2, at: start) == 2)
        for second in 1..<3600 { #expect(pace.add(at: start + .seconds(second)) == nil) }
        #expect(pace.add(0, at: start + .seconds(3600)) == 3599)
        #expect(pace.add(0, at: start + .seconds(9000)) == nil)
        #expect(pace.add(at: start + .seconds(9001)) == 1)
    }
}
