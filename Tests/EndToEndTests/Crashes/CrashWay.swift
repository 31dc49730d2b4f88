// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// All that chance decides of one life, whatever the timing made of those before it: the same seed, the same way.
///
/// What is done to which request is drawn from ``choices``, and depends on what there is by then.
struct CrashWay: Hashable {
    /// What the application does about responses.
    enum Receiver: Hashable {
        case attaches
        /// Waits for the requests that there are, as `belfry ask` does.
        case waits
        /// Acknowledges nothing.
        case fails
        case isAway
    }

    let kill: CrashKill
    /// How many seconds no agent runs before it, where that makes nothing uncertain.
    let down: Double
    let receiver: Receiver
    /// How many seconds go by after each turn.
    let turns: [Double]
    /// Whether a power cut takes what was not synced of the store, and of its log.
    let losses: [Bool]
    /// The seed of what is done.
    let choices: UInt64

    /// The life of this number, counted over all runs, so that every kind of end has its share.
    init(_ number: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ UInt64(number + 1) &* 7919)
        kill = CrashKill.random(number, using: &random)
        let isDown = kill.step == "after-later-commit" || kill.step == "after-digest-commit"
        let pause = Double(Int.random(in: 70...300, using: &random))
        down = isDown || Int.random(in: 0..<4, using: &random) == 0 ? pause : 0
        let manners: [Receiver] = [.attaches, .attaches, .attaches, .waits, .fails, .isAway]
        let manner = manners.randomElement(using: &random) ?? .attaches
        let isNeeded =
            kill == .uponDelivery || kill.step == "after-delivery" || kill.step == "after-acknowledgement-commit"
        receiver = isNeeded ? .attaches : manner
        turns = (0..<4).map { _ in Double(Int.random(in: 2...45, using: &random)) }
        losses = (0..<2).map { _ in Bool.random(using: &random) }
        choices = random.next()
    }
}
