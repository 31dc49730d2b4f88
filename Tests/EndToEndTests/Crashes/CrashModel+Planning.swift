// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// What is done next, to whom.
extension CrashModel {
    /// How many requests are pending or delivered at a time.
    private static let crowd = 14

    /// Some acts on different requests.
    mutating func plan(using random: inout SeededGenerator) -> [(identifier: String, act: CrashAct)] {
        var plan: [(String, CrashAct)] = []
        let live = requests.values.filter { $0.waiting != nil || $0.occurrence != nil }.map(\.identifier).sorted()
        for identifier in live.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)) {
            guard let request = requests[identifier], let act = act(on: request, using: &random) else { continue }
            plan.append((identifier, act))
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) where live.count < Self.crowd {
            let identifier = newIdentifier()
            requests[identifier] = CrashRequest(identifier: identifier)
            plan.append((identifier, addition(to: identifier, using: &random)))
        }
        return plan
    }

    private mutating func addition(to identifier: String, using random: inout SeededGenerator) -> CrashAct {
        requests[identifier]?.lastVersion += 1
        let version = requests[identifier]?.lastVersion ?? 0
        let reports = Bool.random(using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .add(version: version, seconds: nil, repeats: false, reportsDismissal: reports)
        case 1:
            let seconds = Double(Int.random(in: 1...90, using: &random))
            return .add(version: version, seconds: seconds, repeats: false, reportsDismissal: reports)
        default:
            let seconds = Double(Int.random(in: 60...200, using: &random))
            return .add(version: version, seconds: seconds, repeats: true, reportsDismissal: reports)
        }
    }

    private mutating func act(on request: CrashRequest, using random: inout SeededGenerator) -> CrashAct? {
        let number = Int.random(in: 0..<12, using: &random)
        // What was pressed already, and not heard, is on no screen any more.
        guard let occurrence = request.occurrence, occurrence.press == nil, number > 3,
            let showing = occurrence.showings.last
        else {
            switch number {
            case 0, 1, 2: return addition(to: request.identifier, using: &random)
            case 3, 4: return request.waiting == nil ? nil : .removePending
            case 5: return request.occurrence == nil ? nil : .removeDelivered
            case 6, 7:
                // With both, or one that repeats, snoozing makes a copy: the store's own tests have that.
                guard request.waiting?.interval == nil, request.waiting == nil || request.occurrence == nil else {
                    return nil
                }
                return .snooze(seconds: Double(Int.random(in: 1...200, using: &random)))
            default: return nil
            }
        }
        switch number {
        case 4: return .removeDelivered
        case 5: return .dismiss(showing.notification)
        case 6 where request.waiting == nil: return .press(label: "Snooze 5m", showing.notification)
        case 7 where request.waiting == nil: return .snooze(seconds: Double(Int.random(in: 1...200, using: &random)))
        case 8, 9: return .press(label: "Open", showing.notification)
        default: return .press(label: "yes", showing.notification)
        }
    }
}
