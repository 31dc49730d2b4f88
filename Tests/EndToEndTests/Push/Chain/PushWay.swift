// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// All random choices of one round, in which messages are sent and parts of their way die.
///
/// The choices depend on the seed and the round's number only. The moment at which a kill hits depends on the machine's
/// timing as well.
struct PushWay: Hashable, CustomStringConvertible {
    /// A part of the way from the provider to the person.
    enum Part: String, CaseIterable, Hashable {
        case agent, distributor, server, nginx, bus
    }

    /// The moment of a death.
    enum Moment: Hashable {
        /// This many microseconds after the first message was on its way.
        case after(Int)
        /// This many microseconds after the part, which was killed before, was started again.
        case starting(Int)
        /// When the notification server has shown a notification, and not replied yet.
        case uponNotify
        /// When the agent gets to this step.
        case step(String)

        /// Whether only a message that arrives leads to it.
        var needsArrival: Bool {
            switch self {
            case .uponNotify, .step: true
            case .after, .starting: false
            }
        }
    }

    let part: Part
    let moment: Moment
    /// The number of messages that are sent.
    let messages: Int
    /// Another part, which is killed so many microseconds later; nil for none.
    let other: Part?
    let pause: Int
    /// Microseconds for which the parts are dead.
    let down: Int
    /// Whether a bus returns at the same address.
    let returns: Bool
    /// The order in which the parts start again.
    let order: [Part]

    /// The steps of the agent at which a remote notification is in doubt.
    static let steps = ["after-add-commit", "after-notify", "after-number-commit"]

    /// - Parameters:
    ///   - number: The number of the round, counted over all rounds of this kind, so that each death has its turn.
    ///   - kind: The kind of the run.
    ///   - seed: The seed.
    init(_ number: Int, _ kind: PushRun.Kind, seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ UInt64(number + 1) &* 7919 &+ kind.number)
        let parts = kind.parts
        part = parts[number % parts.count]
        let moments = Self.moments(of: part, using: &random)
        moment = moments[number / parts.count % moments.count]
        messages = Int.random(in: 1...4, using: &random)
        let others = parts.filter { [part] in $0 != part && $0 != .bus }
        other = Bool.random(using: &random) ? others.randomElement(using: &random) : nil
        pause = Int.random(in: 0...30_000, using: &random)
        down = Int.random(in: 0...50_000, using: &random)
        returns = Bool.random(using: &random)
        order = Part.allCases.shuffled(using: &random)
    }

    var description: String {
        "\(part) \(moment)\(other.map { ", \($0) after \(pause) us" } ?? ""), down for \(down) us"
            + (part == .bus && !returns ? ", another address" : "")
    }

    private static func moments(of part: Part, using random: inout SeededGenerator) -> [Moment] {
        let after = Moment.after(Int.random(in: 0...60_000, using: &random))
        let starting = Moment.starting(Int.random(in: 0...150_000, using: &random))
        switch part {
        case .agent: return steps.map(Moment.step) + [after, .uponNotify, starting, after]
        case .distributor: return [after, starting, after]
        case .server: return [after, .uponNotify]
        case .nginx, .bus: return [after]
        }
    }
}
