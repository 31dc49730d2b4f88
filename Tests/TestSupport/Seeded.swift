// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Random numbers that can be had again: the seed is printed, and taken from `BELFRY_TEST_SEED`.
package struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    /// Starts with a seed, by default the environment's, else a new one; it is printed with the test that uses it.
    package init(seed: UInt64? = nil, for test: String = #function) {
        let given = getenv("BELFRY_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
        state = seed ?? given ?? UInt64.random(in: 0...UInt64.max)
        if seed == nil { print("\(test): BELFRY_TEST_SEED=\(state)") }
    }

    /// SplitMix64, by Sebastiano Vigna.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
