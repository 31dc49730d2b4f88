// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The state machine of one notification on the screen.
///
/// A pure value: the queue feeds it what the server and the programs do, and carries
/// out the steps it returns. The first terminal event wins; whatever comes later changes nothing.
///
///     sending ──reply──▶ open ──action, reply──▶ answered ──closed──▶ over
///        │                 ├──closed by the server──▶ settling ──a moment──▶ over
///        │                 │                              └──late action──▶ answered
///        │                 ├──its time is over──▶ closing  └──too soon──▶ resting ──▶ shown again
///        └──removed──▶ closing ◀──removed────┘
///
/// Servers differ in what follows an action (nothing, one close, two, with any reason) and some send
/// the action after the close; `research/freedesktop-quirks.md` 18–27 is the list this serves. What a close means by itself
/// is the ``ServerProfile``'s to say.
package struct ShownNotification: Sendable {
    package private(set) var phase = Phase.sending
    package let buttons: Buttons
    private let profile: ServerProfile
    package let stay: ShowingStay
    /// The time when the server returned its number; nil before that.
    package var shownAt: Date?
    /// Signals of the server about it, without any text.
    package private(set) var signals: [String] = []
    private var token: (text: String, at: Date)?
    private var closing: ServerProfile.Closing?
    private var isBeingReplaced = false
    private var isGivingWay = false

    package init(
        buttons: Buttons, profile: ServerProfile = ServerProfile(name: ""), stay: ShowingStay = ShowingStay()
    ) {
        self.buttons = buttons
        self.profile = profile
        self.stay = stay
    }

    /// The time that the server may take to close an answered notification before the agent closes it.
    static let closeGrace = Duration.milliseconds(250)
    /// The time that a close may stay unconfirmed.
    static let forgetTime = Duration.seconds(5)
    /// The time, in seconds, that an activation token waits for its action.
    static let tokenLife: TimeInterval = 2
    /// Number of signals that are kept.
    private static let noted = 8

    package mutating func handle(_ event: Event) -> [Step] {
        note(event)
        switch (phase, event) {
        case (.over, _):
            return []
        case (_, .activationToken(let text, let date)):
            token = (text, date)
            return []
        case (_, .replacing):
            isBeingReplaced = true
            return []
        case (_, .givingWay):
            isGivingWay = true
            return []
        case (.sending, .replied):
            phase = .open
            return []
        case (.settling, .actionInvoked(Buttons.defaultKey, _, _)) where profile.sendsDefaultWhenClosed:
            return []
        case (.open, .actionInvoked(let key, let text, let date)),
            (.settling, .actionInvoked(let key, let text, let date)),
            (.resting, .actionInvoked(let key, let text, let date)):
            if let former = buttons.former(key: key), let choice = buttons.choice(key: key, text: nil) {
                return [.answerFormer(former, choice, activationToken: freshToken(at: date))]
            }
            guard let choice = buttons.choice(key: key, text: text) else { return [] }
            return answer(choice, at: date)
        case (.open, .textReplied(let text, let date)), (.settling, .textReplied(let text, let date)),
            (.resting, .textReplied(let text, let date)):
            guard let choice = buttons.choice(typed: text) else { return [] }
            return answer(choice, at: date)
        case (.open, .closed) where isGivingWay:
            phase = .closing
            return [.start(.forget, after: Self.forgetTime)]
        case (.open, .closed(let reason, let date)):
            phase = .settling(reason: reason)
            closing = ServerProfile.Closing(
                reason: reason, elapsed: shownAt.map { max(0, date.timeIntervalSince($0)) } ?? 0, stay: stay,
                isDoubtful: isBeingReplaced)
            guard let closing, let wait = profile.settleTime(of: closing) else {
                phase = .over
                return settled(reason)
            }
            return [.start(.settle, after: wait)]
        case (.settling, .closedWithOthers):
            closing?.isDoubtful = true
            return []
        case (.settling, .serverGone) where profile.leavesWhenEmpty && closing.map(profile.tookTooSoon) == true,
            (.resting, .serverGone) where profile.leavesWhenEmpty:
            phase = .over
            return [.unpresent(reason: nil), .awaitServer, .forget]
        case (.settling(let reason), .serverGone):
            if !profile.leavesWhenEmpty { closing?.isDoubtful = true }
            phase = .over
            return settled(reason)
        case (.settling, .timer(.settle)) where closing.map(profile.tookTooSoon) == true:
            phase = .resting
            return [.rest]
        case (.settling(let reason), .timer(.settle)), (.settling(let reason), .replaced),
            (.settling(let reason), .removed):
            phase = .over
            return settled(reason)
        case (.open, .timeIsOver):
            phase = .closing
            return [.expire, .close, .start(.forget, after: Self.forgetTime)]
        case (.resting, .timeIsOver):
            phase = .over
            return [.expire, .close, .forget]
        case (.resting, .timer(.rest)):
            phase = .over
            return [.showAgain]
        case (.resting, .removed):
            phase = .over
            return [.close, .forget]
        case (.open, .removed), (.sending, .removed):
            let isOnScreen = phase == .open
            phase = .closing
            return isOnScreen ? [.close, .start(.forget, after: Self.forgetTime)] : []
        case (.closing, .replied):
            return [.close, .start(.forget, after: Self.forgetTime)]
        case (.open, .replaced), (.sending, .replaced), (.resting, .replaced):
            phase = .over
            return [.forget]
        case (.open, .serverGone), (.resting, .serverGone):
            phase = .over
            return [.unpresent(reason: nil), .forget]
        case (.sending, .serverGone):
            phase = .over
            return [.sendAgain]
        case (.answered, .timer(.closeAnswered)):
            phase = .closing
            return [.close, .start(.forget, after: Self.forgetTime)]
        case (.answered, .closed), (.answered, .serverGone), (.answered, .replaced), (.closing, .closed),
            (.closing, .serverGone), (.closing, .replaced), (.closing, .timer(.forget)):
            phase = .over
            return [.forget]
        case (.sending, .actionInvoked), (.sending, .textReplied), (.sending, .closed), (.answered, .actionInvoked),
            (.answered, .textReplied), (.answered, .removed), (.closing, .actionInvoked), (.closing, .textReplied),
            (.closing, .removed), (.settling, .closed), (.resting, .closed), (_, .closedWithOthers), (_, .timeIsOver),
            (_, .replied), (_, .timer):
            return []
        }
    }

    /// Whether the server has closed it at once: nobody can have seen it.
    package var wasUnseen: Bool { closing.map { $0.elapsed < 1 } ?? false }

    /// Whether the person has dismissed it, as far as is known until a late action says otherwise.
    package var isDismissed: Bool {
        guard case .settling = phase, let closing, !profile.tookTooSoon(closing) else { return false }
        return profile.end(of: closing) == .dismissed
    }

    private mutating func answer(_ choice: Choice, at date: Date) -> [Step] {
        let wasClosed = phase != .open
        phase = wasClosed ? .over : .answered
        let follow: Step = wasClosed ? .forget : .start(.closeAnswered, after: Self.closeGrace)
        return [.answer(choice, activationToken: freshToken(at: date)), follow]
    }

    private func freshToken(at date: Date) -> String? {
        token.flatMap { abs(date.timeIntervalSince($0.at)) <= Self.tokenLife ? $0.text : nil }
    }

    /// Returns the steps of a close that no action has followed.
    private func settled(_ reason: UInt32) -> [Step] {
        switch closing.map(profile.end) {
        case .expired: [.expire, .forget]
        case .dismissed where buttons.reportsDismissal: [.answer(.dismiss, activationToken: nil), .forget]
        case .dismissed: [.dismiss, .forget]
        case let end: [.unpresent(reason: reason, end: end ?? .unknown), .forget]
        }
    }

    /// For the event log: our own keys and numbers, and nothing that anybody typed.
    private mutating func note(_ event: Event) {
        let word: String
        switch event {
        case .actionInvoked(let key, _, _):
            // A key of ours, and not what a server may have made of one.
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
