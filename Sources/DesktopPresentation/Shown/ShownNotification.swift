// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The state machine of one notification on the screen.
///
/// A pure value: the queue feeds it what the server and the programs do, and carries out the steps it returns. The
/// first terminal event wins; later events change nothing.
///
///     sending ──reply──▶ open ──action, reply──▶ answered ──closed──▶ over
///                         ▲──────────kept────────────┘
///        │                 ├──closed by the server──▶ settling ──a moment──▶ over
///        │                 │                              └──late action──▶ answered
///        │                 ├──its time is over──▶ closing  └──too soon──▶ resting ──▶ shown again
///        └──removed──▶ closing ◀──removed────┘
///
/// Servers differ in what follows an action (nothing, one close, two, with any reason) and some send the action after
/// the close; see quirks 18–27 of `quirks.tsv`. The ``ServerProfile`` decides what a close without an action means.
package struct ShownNotification: Sendable {
    package private(set) var phase = Phase.sending
    package let buttons: Buttons
    private let profile: ServerProfile
    package let stay: DisplayDuration
    /// The time when the server returned the notification's number; nil before the server has returned it.
    package var shownAt: Date?
    /// The names of the server's last signals about the notification, with the keys and close reasons, but no texts.
    package private(set) var signals: [String] = []
    private var token: (text: String, at: Date)?
    private var closing: ServerProfile.Closing?
    private var isBeingReplaced = false
    private var isGivingWay = false
    /// Presses that follow the answer; the first of them is handled if a content extension keeps the notification.
    private var waiting: [Event] = []

    package init(
        buttons: Buttons, profile: ServerProfile = ServerProfile(name: ""), stay: DisplayDuration = DisplayDuration()
    ) {
        self.buttons = buttons
        self.profile = profile
        self.stay = stay
    }

    /// The time that the server may take to close an answered notification before the agent closes it.
    static let closeGrace = Duration.milliseconds(250)
    /// The time for which the server may leave a close unconfirmed before the agent forgets the notification.
    static let forgetTime = Duration.seconds(5)
    /// The time, in seconds, within which the action for an activation token must follow the token.
    static let tokenLife: TimeInterval = 2
    private static let noted = 8

    package mutating func handle(_ event: Event) -> [Step] {
        note(event)
        if phase == .over { return [] }
        switch event {
        case .activationToken(let text, let date): token = (text, date)
        case .replacing: isBeingReplaced = true
        case .givingWay: isGivingWay = true
        case .replied, .actionInvoked, .textReplied, .closed, .closedWithOthers, .timeIsOver, .removed, .replaced,
            .serverGone, .kept, .timer:
            return switch phase {
            case .sending: handleSending(event)
            case .open: handleOpen(event)
            case .settling(let reason): handleSettling(event, reason)
            case .resting: handleResting(event)
            case .answered: handleAnswered(event)
            case .closing: handleClosing(event)
            case .over: []
            }
        }
        return []
    }

    private mutating func handleSending(_ event: Event) -> [Step] {
        switch event {
        case .replied: phase = .open
        case .removed: phase = .closing
        case .replaced: return end([.forget])
        case .serverGone: return end([.sendAgain])
        default: break
        }
        return []
    }

    private mutating func handleOpen(_ event: Event) -> [Step] {
        switch event {
        case .actionInvoked(let key, let text, let date): return answer(key: key, text, at: date)
        case .textReplied(let text, let date): return answer(typed: text, at: date)
        case .closed where isGivingWay:
            phase = .closing
            return [.start(.forget, after: Self.forgetTime)]
        case .closed(let reason, let date):
            phase = .settling(reason: reason)
            closing = ServerProfile.Closing(
                reason: reason, elapsed: shownAt.map { max(0, date.timeIntervalSince($0)) } ?? 0, stay: stay,
                isDoubtful: isBeingReplaced)
            guard let closing, let wait = profile.settleTime(of: closing) else { return end(settled(reason)) }
            return [.start(.settle, after: wait)]
        case .timeIsOver: return [.expire] + close()
        case .removed: return close()
        case .replaced: return end([.forget])
        case .serverGone: return end([.unpresent(reason: nil), .forget])
        default: return []
        }
    }

    private mutating func handleSettling(_ event: Event, _ reason: UInt32) -> [Step] {
        let tookTooSoon = closing.map(profile.tookTooSoon) == true
        switch event {
        case .actionInvoked(Buttons.defaultKey, _, _) where profile.sendsDefaultWhenClosed: return []
        case .actionInvoked(let key, let text, let date): return answer(key: key, text, at: date)
        case .textReplied(let text, let date): return answer(typed: text, at: date)
        case .closedWithOthers:
            closing?.isDoubtful = true
            return []
        case .serverGone where profile.leavesWhenEmpty && tookTooSoon:
            return end([.unpresent(reason: nil), .awaitServer, .forget])
        case .serverGone:
            if !profile.leavesWhenEmpty { closing?.isDoubtful = true }
            return end(settled(reason))
        case .timer(.settle) where tookTooSoon:
            phase = .resting
            return [.rest]
        case .timer(.settle), .replaced, .removed: return end(settled(reason))
        default: return []
        }
    }

    private mutating func handleResting(_ event: Event) -> [Step] {
        switch event {
        case .actionInvoked(let key, let text, let date): answer(key: key, text, at: date)
        case .textReplied(let text, let date): answer(typed: text, at: date)
        case .serverGone where profile.leavesWhenEmpty: end([.unpresent(reason: nil), .awaitServer, .forget])
        case .serverGone: end([.unpresent(reason: nil), .forget])
        case .timeIsOver: end([.expire, .close, .forget])
        case .timer(.rest): end([.showAgain])
        case .removed: end([.close, .forget])
        case .replaced: end([.forget])
        default: []
        }
    }

    private mutating func handleAnswered(_ event: Event) -> [Step] {
        switch event {
        case .timer(.closeAnswered): return close()
        case .closed, .serverGone, .replaced: return end([.forget])
        case .kept:
            phase = .open
            return waiting.isEmpty ? [] : handleOpen(waiting.removeFirst())
        case .actionInvoked, .textReplied:
            // If a content extension keeps the notification, the next press counts, too.
            if waiting.count < Self.noted { waiting.append(event) }
            return []
        default: return []
        }
    }

    private mutating func handleClosing(_ event: Event) -> [Step] {
        switch event {
        case .replied: close()
        case .closed, .serverGone, .replaced, .timer(.forget): end([.forget])
        default: []
        }
    }

    /// Closes the notification, and forgets it if the server does not confirm the close.
    private mutating func close() -> [Step] {
        phase = .closing
        return [.close, .start(.forget, after: Self.forgetTime)]
    }

    private mutating func end(_ steps: [Step]) -> [Step] {
        phase = .over
        return steps
    }

    /// Whether the server closed the notification within a second, so that probably nobody has seen it.
    package var wasUnseen: Bool { closing.map { $0.elapsed < 1 } ?? false }

    /// Whether the person seems to have dismissed the notification; a press reported late may disprove that.
    package var isDismissed: Bool {
        guard case .settling = phase, let closing, !profile.tookTooSoon(closing) else { return false }
        return profile.end(of: closing) == .dismissed
    }

    private mutating func answer(key: String, _ text: String?, at date: Date) -> [Step] {
        if let former = buttons.former(key: key), let choice = buttons.choice(key: key, text: nil) {
            return [.answerFormer(former, choice, activationToken: freshToken(at: date))]
        }
        return buttons.choice(key: key, text: text).map { answer($0, at: date) } ?? []
    }

    private mutating func answer(typed text: String, at date: Date) -> [Step] {
        buttons.choice(typed: text).map { answer($0, at: date) } ?? []
    }

    private mutating func answer(_ choice: Choice, at date: Date) -> [Step] {
        let wasClosed = phase != .open
        // The person has clicked a notification without a default action, and no receiver asks for dismissals.
        if choice == .dismiss, !buttons.reportsDismissal {
            return wasClosed ? end([.dismiss, .forget]) : [.dismiss] + close()
        }
        phase = wasClosed ? .over : .answered
        let follow: Step = wasClosed ? .forget : .start(.closeAnswered, after: Self.closeGrace)
        return [.answer(choice, activationToken: freshToken(at: date)), follow]
    }

    private func freshToken(at date: Date) -> String? {
        token.flatMap { abs(date.timeIntervalSince($0.at)) <= Self.tokenLife ? $0.text : nil }
    }

    /// Returns the steps after a close that no press has explained.
    private func settled(_ reason: UInt32) -> [Step] {
        switch closing.map(profile.end) {
        case .expired: [.expire, .forget]
        case .dismissed where buttons.reportsDismissal: [.answer(.dismiss, activationToken: nil), .forget]
        case .dismissed: [.dismiss, .forget]
        case let end: [.unpresent(reason: reason, end: end ?? .unknown), .forget]
        }
    }

    /// Notes an event for the event log: the agent's keys and the reasons of closes, but no typed text.
    private mutating func note(_ event: Event) {
        let word: String
        switch event {
        case .actionInvoked(let key, _, _):
            // Only a key of the agent is noted: any other text comes from the server, and may be private.
            word = buttons.choice(key: key, text: nil) == nil ? "ActionInvoked" : "ActionInvoked \(key)"
        case .textReplied: word = "NotificationReplied"
        case .activationToken: word = "ActivationToken"
        case .closed(let reason, _): word = "NotificationClosed \(reason)"
        default: return
        }
        if signals.count == Self.noted { signals.removeFirst() }
        signals.append(word)
    }
}
