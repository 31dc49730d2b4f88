// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reproducible random numbers: the same seed gives the same ones.
package struct SeededGenerator: RandomNumberGenerator {
    /// The seed of the environment's `BELFRY_SEED`; by default always the same, so that two runs can be compared.
    package static let seed = getenv("BELFRY_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_261_121

    private var state: UInt64

    /// Starts with a seed, by default that of the run.
    package init(seed: UInt64 = Self.seed) { state = seed }

    /// SplitMix64, by Sebastiano Vigna.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
