// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The end of a life of the agent.
enum CrashKill: Hashable, CustomStringConvertible {
    /// At one of its steps, when it gets there the n-th time.
    case step(String, visit: Int)
    /// This many microseconds after it has begun to work.
    case moment(Int)
    /// This many microseconds after it was started.
    case starting(Int)
    /// By the notification server, which has shown the n-th notification and not replied yet.
    case uponNotify(Int)
    /// By the receiver, which has got a response and not acknowledged it yet.
    case uponDelivery
    /// While the agent is idle.
    case idle
    /// The power fails this many microseconds after it has begun to work: data that was not synced is lost, completely
    /// or in part.
    case powerCut(Int)

    /// Every step that `Sources/AgentFiles/CrashPoint.swift` names; a test compares the two lists.
    static let steps = [
        "after-add-commit", "after-fire-commit", "after-notify", "after-number-commit", "before-response-commit",
        "after-response-commit", "after-delivery", "after-acknowledgement-commit", "after-removal-commit",
        "after-snooze-commit", "after-later-commit", "after-digest-commit",
    ]

    /// Every second life ends at a step, the others at random.
    static func random(_ number: Int, using random: inout SeededGenerator) -> CrashKill {
        switch number % 6 {
        case 0, 2, 4:
            // Each step has its turn, mostly at the first time, because some steps are rare.
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

    /// The environment of the agent.
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
