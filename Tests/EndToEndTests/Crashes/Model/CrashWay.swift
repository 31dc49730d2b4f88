// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// All random choices of one life, independent of the timing of earlier lives: the same seed makes the same choices.
///
/// The actions and their requests are drawn from ``choices``, and depend on the requests that exist by then.
struct CrashWay: Hashable {
    /// How the application receives responses.
    enum Receiver: Hashable {
        case attaches
        /// It waits for the present requests, as `belfry ask` does.
        case waits
        /// It acknowledges no response.
        case fails
        case isAway
    }

    let kill: CrashKill
    /// The number of seconds without an agent before this life, if that causes no doubtful result.
    let down: Double
    let receiver: Receiver
    /// The number of seconds that pass after each turn.
    let turns: [Double]
    /// Whether a power cut takes the unsynced data of the store, and of its log.
    let losses: [Bool]
    /// The seed of the actions.
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
