// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import TestSupport

/// Choosing the next actions and their requests.
extension CrashModel {
    /// The number of requests that are pending or delivered at a time.
    private static let crowd = 14

    /// Chooses actions on different requests; `bait` is the preparation for the step at which the life is to end.
    mutating func plan(
        _ bait: CrashBait?, using random: inout SeededGenerator
    ) -> [(identifier: String, act: CrashAct)] {
        var plan: [(String, CrashAct)] = []
        let live = requests.values.filter(\.isLive).map(\.identifier).sorted()
        for identifier in live.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)) {
            guard let request = requests[identifier], let act = act(on: request, using: &random) else { continue }
            plan.append((identifier, act))
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) where live.count < Self.crowd {
            plan.append(newRequest(using: &random))
        }
        if let baited = baited(bait, using: &random) {
            plan.removeAll { $0.0 == baited.identifier }
            plan.append(baited)
        }
        return plan
    }

    private mutating func newRequest(using random: inout SeededGenerator) -> (identifier: String, act: CrashAct) {
        let identifier = newIdentifier()
        requests[identifier] = CrashRequest(identifier: identifier)
        return (identifier, .add(addition(to: identifier, using: &random)))
    }

    /// Chooses an action that leads to the step at which the life is to end.
    private mutating func baited(
        _ bait: CrashBait?, using random: inout SeededGenerator
    ) -> (identifier: String, act: CrashAct)? {
        let shown = requests.values.filter { $0.occurrence != nil && $0.occurrence?.press == nil }
            .sorted { $0.identifier < $1.identifier }
        switch bait {
        case nil: return nil
        case .addition: return newRequest(using: &random)
        case .nag:
            let new = newRequest(using: &random)
            guard let version = requests[new.identifier]?.lastVersion else { return nil }
            let command = requests[new.identifier]?.isCommanded == true ? command : nil
            return (new.identifier, .add(CrashDraft(version: version, nag: CrashDraft.nagTime, command: command)))
        case .press, .response:
            let answered = shown.first { !$0.isCommanded && $0.waiting == nil && isOnScreen($0) }
            guard let request = answered, let showing = request.occurrence?.showings.last else { return nil }
            return (request.identifier, .press(label: "yes", showing.notification))
        case .removal: return shown.randomElement(using: &random).map { ($0.identifier, .removeDelivered) }
        case .snooze: return shown.randomElement(using: &random).map { ($0.identifier, .snooze(seconds: 40)) }
        }
    }

    private mutating func addition(to identifier: String, using random: inout SeededGenerator) -> CrashDraft {
        let trigger: CrashTrigger =
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4: .now
            case 4..<8: .after(Double(Int.random(in: 1...90, using: &random)))
            case 8..<10: .every(Double(Int.random(in: 60...200, using: &random)))
            case 10: .calendar(second: Int.random(in: 0..<60, using: &random))
            default: .rule(minutes: Int.random(in: 2...4, using: &random))
            }
        return draft(of: identifier, trigger, due: trigger.due(addedAt: now), using: &random)
    }

    /// Chooses a change of a pending request.
    private mutating func edit(of request: CrashRequest, using random: inout SeededGenerator) -> CrashDraft? {
        guard let due = [request.waiting, request.snoozed].compactMap(\.?.due).max() else { return nil }
        return draft(of: request.identifier, request.waiting?.draft.trigger ?? .now, due: due, using: &random)
    }

    private mutating func draft(
        of identifier: String, _ trigger: CrashTrigger, due: Double, using random: inout SeededGenerator
    ) -> CrashDraft {
        requests[identifier]?.lastVersion += 1
        var draft = CrashDraft(version: requests[identifier]?.lastVersion ?? 0)
        draft.trigger = trigger
        draft.asksText = Bool.random(using: &random)
        if Int.random(in: 0..<6, using: &random) == 0 { draft.picture = picture }
        draft.reportsDismissal = Bool.random(using: &random)
        draft.isCategorized = categories.version > 0 && Int.random(in: 0..<4, using: &random) == 0
        draft.skips = Int.random(in: 0..<3, using: &random) == 0
        if Int.random(in: 0..<5, using: &random) == 0 { draft.nag = CrashDraft.nagTime }
        if Int.random(in: 0..<6, using: &random) == 0 {
            // The option has whole seconds.
            draft.expires = due.rounded(.down) + Double(Int.random(in: 20...240, using: &random))
        }
        let isCommanded = requests[identifier]?.isCommanded == true
        if isCommanded { draft.command = command }
        if draft.nag == nil, draft.expires == nil, Int.random(in: 0..<(isCommanded ? 2 : 6), using: &random) == 0 {
            draft.stay = Double(Int.random(in: 5...60, using: &random))
        }
        return draft
    }

    private func isOnScreen(_ request: CrashRequest) -> Bool {
        request.occurrence?.showings.last.map { screen.contains($0.notification.id) } ?? false
    }

    // MARK: - The server's time

    /// The delay after the notification's time after which the server removes it, before the agent does so by its own
    /// clock. Sums of this number are exact.
    private static let serverTime = 0.75

    /// The next notification that the server itself removes within this many seconds, and the delay until then.
    ///
    /// Not one that the person has just acted on, nor one that another is about to replace.
    func nextEnd(
        within seconds: Double, butOf touched: Set<String>
    ) -> (identifier: String, notification: ReceivedNotification, pause: Double)? {
        let ends = requests.values.compactMap { request -> (identifier: String, ReceivedNotification, pause: Double)? in
            guard let occurrence = request.occurrence, occurrence.press == nil, occurrence.expired == nil,
                let end = occurrence.end, let showing = occurrence.showings.last, showing.closed == nil,
                isOnScreen(request), !touched.contains(request.identifier)
            else { return nil }
            let pause = end + Self.serverTime - now
            let next = [request.waiting, request.snoozed].compactMap(\.?.due).min() ?? .infinity
            // The agent waits a second for a press that may follow.
            guard pause > 0, pause < seconds - 1.1, next > now + pause else { return nil }
            return (request.identifier, showing.notification, pause)
        }
        return ends.min { ($0.pause, $0.identifier) < ($1.pause, $1.identifier) }
    }

    private mutating func act(on request: CrashRequest, using random: inout SeededGenerator) -> CrashAct? {
        let number = Int.random(in: 0..<15, using: &random)
        let pause = Double(Int.random(in: 1...200, using: &random))
        // A notification that was pressed or removed already, without an agent, is on no screen any more.
        guard let occurrence = request.occurrence, occurrence.press == nil, number > 3, isOnScreen(request),
            let showing = occurrence.showings.last
        else {
            switch number {
            case 0, 1: return .add(addition(to: request.identifier, using: &random))
            case 3, 4: return request.waiting == nil && request.snoozed == nil ? nil : .removePending
            case 5: return request.occurrence == nil ? nil : .removeDelivered
            case 6, 7: return .snooze(seconds: pause)
            case 2, 8, 9, 10: return edit(of: request, using: &random).map { .edit($0) }
            default: return nil
            }
        }
        switch number {
        case 4: return .removeDelivered
        case 5: return .dismiss(showing.notification)
        case 6: return .press(label: "Snooze 5m", showing.notification)
        case 7: return .snooze(seconds: pause)
        case 8, 9: return .press(label: "Open", showing.notification)
        case 12 where occurrence.draft.stay == nil: return .expire(showing.notification)
        case 10...13 where showing.notification.offersReply:
            return .reply("\(Int(now) % 1_000_000) ☕", showing.notification)
        default: return .press(label: "yes", showing.notification)
        }
    }
}
