// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// How a life of the agent ends.
enum CrashKill: Hashable, CustomStringConvertible {
    /// At a step of its own, the n-th time that it gets there.
    case step(String, visit: Int)
    /// So many microseconds after it has begun to work.
    case moment(Int)
    /// So many microseconds after it was started.
    case starting(Int)
    /// By the notification server, which has shown something and not answered yet; at the n-th.
    case uponNotify(Int)
    /// By the receiver, which has a response in hand and has not acknowledged it yet.
    case uponDelivery
    /// While nothing is under way.
    case idle
    /// The power goes so many microseconds after it has begun to work: what was not synced is lost, wholly or in part.
    case powerCut(Int)

    /// Every step that `Sources/AgentFiles/CrashPoint.swift` names; a test holds the two together.
    static let steps = [
        "after-add-commit", "after-fire-commit", "after-notify", "after-number-commit", "before-response-commit",
        "after-response-commit", "after-delivery", "after-acknowledgement-commit", "after-removal-commit",
        "after-snooze-commit", "after-later-commit", "after-digest-commit",
    ]

    /// Every other one at a step, the rest at random.
    static func random(_ number: Int, using random: inout SeededGenerator) -> CrashKill {
        switch number % 6 {
        case 0, 2, 4:
            // In turn, so that each has its share; mostly the first time, as some are seldom.
            .step(steps[number / 2 % steps.count], visit: max(1, Int.random(in: -2...4, using: &random)))
        case 1: .moment(Int.random(in: 0...250_000, using: &random))
        case 3:
            number / 6 % 2 == 0
                ? .moment(Int.random(in: 0...40_000, using: &random))
                : .powerCut(Int.random(in: 0...300_000, using: &random))
        default:
            switch number / 6 % 4 {
            case 0: .starting(Int.random(in: 0...150_000, using: &random))
            case 1: .uponNotify(Int.random(in: 1...3, using: &random))
            case 2: .uponDelivery
            default: .idle
            }
        }
    }

    /// What the agent is started with.
    var environment: [String: String] {
        guard case .step(let name, let visit) = self else { return [:] }
        return ["BELFRYD_CRASH_AT": "\(name):\(visit)"]
    }

    /// The step's name.
    var step: String? {
        guard case .step(let name, _) = self else { return nil }
        return name
    }

    var description: String {
        switch self {
        case .step(let name, let visit): "to die \(name), \(visit)."
        case .moment(let time): "to die \(time) us after the start"
        case .starting(let time): "to die \(time) us into the start"
        case .uponNotify(let number): "to die at Notify \(number)"
        case .uponDelivery: "to die at DidReceive"
        case .idle: "to die idle"
        case .powerCut(let time): "to lose power \(time) us after the start"
        }
    }
}
