// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// The terminal is asked with `p=?`, for its name and for its attributes, in this order. Every terminal answers the last
// question, so a terminal without the protocol is recognized by this answer alone, as kitty's documentation recommends.
// A terminal that never answers is recognized by the timeout.
//
// A report must have the identifier of a notification that stands in the terminal. Identifiers contain a random number,
// and each is used for one notification, so a report that somebody pasted, or a late one, has no effect.

/// State of handing notifications on to the terminal's desktop, without input or output of its own.
package struct TerminalRelay: Sendable {
    private enum Phase {
        /// The relay waits for its plan; the server owns its name already, so a notification may arrive.
        case starting
        case off
        case asking(otherwise: TerminalProtocol?, name: String?, support: TerminalSupport?)
        /// The program was suspended before the terminal answered.
        case interrupted(otherwise: TerminalProtocol?)
        case handingOn(TerminalProtocol, through: Multiplexer?)
    }

    /// A notification that the terminal shows.
    private struct Standing {
        let identifier: String
        let notification: ReceivedNotification
        let buttons: [ReceivedNotification.Action]
        /// Whether the terminal has removed the notification after a press that did not close it in this program.
        var isGone = false
    }

    /// Longest time to wait for the terminal's answers.
    package static let answerTime = Duration.seconds(3)
    /// Longest time to wait, before the program ends or is suspended, for reports that the shell would read as keys.
    package static let settlingTime = Duration.milliseconds(500)

    private var phase = Phase.starting
    private let session: String
    private var lastNumber = 0
    private var standing: [UInt32: Standing] = [:]
    /// Notifications that arrived before the terminal answered, the oldest first; empty in later phases.
    private var waiting: [ReceivedNotification] = []
    /// Identifiers of notifications whose closing reports are still to come.
    private var closing: Set<String> = []
    private var isSettling = false
    private var hasStopped = false
    /// Tells whether the relay has ever asked the terminal, so that the terminal may answer.
    package private(set) var hasAsked = false

    /// Creates a relay whose identifiers contain the number `session`: a random number, except in tests.
    package init(session: UInt64 = .random(in: .min ... .max)) {
        self.session = "belfry-\(String(session, radix: 16))"
    }

    /// Tells whether the terminal may report presses and closed notifications.
    package var expectsReports: Bool {
        switch phase {
        case .starting, .off, .interrupted: !closing.isEmpty
        case .asking: true
        case .handingOn(let form, _): form.isReporting
        }
    }

    /// Tells whether the terminal's answers to the relay's questions are still to come.
    package var isAsking: Bool { if case .asking = phase { true } else { false } }

    /// Starts the relay according to the plan.
    package mutating func start(_ plan: RelayPlan) -> [Effect] {
        switch plan {
        case .off(let reason):
            phase = .off
            waiting = []
            return reason.map { [.say($0)] } ?? []
        case .use(let form, let multiplexer): return begin(form, through: multiplexer)
        case .ask(let form):
            hasAsked = true
            phase = .asking(otherwise: form, name: nil, support: nil)
            let questions = "\u{1B}]99;i=\(session):p=?;\u{1B}\\\u{1B}[>0q\u{1B}[c"
            return [.write(Array(questions.utf8)), .wait(Self.answerTime)]
        }
    }

    /// Handles a report of the terminal.
    package mutating func handle(_ report: TerminalReport) -> [Effect] {
        switch report {
        case .support(let support, let identifier):
            guard identifier == session, case .asking(let form, let name, _) = phase else { return [] }
            phase = .asking(otherwise: form, name: name, support: support)
        case .name(let name):
            guard case .asking(let form, _, let support) = phase else { return [] }
            phase = .asking(otherwise: form, name: name, support: support)
        case .attributes: return isAsking ? decide() : []
        case .pressed(let identifier, let button): return press(identifier, button)
        case .closed(let identifier): return close(identifier)
        case .untracked(let identifier):
            closing.remove(identifier)
            return settle()
        }
        return []
    }

    /// Handles the end of the time that ``Effect/wait(_:)`` set.
    package mutating func timeIsUp() -> [Effect] {
        if isSettling {
            closing = []
            return isAsking ? decide() : settle()
        }
        return isAsking ? decide() : []
    }

    /// Hands a notification on to the terminal; it may be new or replace an earlier notification.
    package mutating func show(_ notification: ReceivedNotification) -> [Effect] {
        if hasStopped { return [] }
        switch phase {
        case .off, .interrupted: return []
        case .starting, .asking:
            waiting.removeAll { $0.id == notification.id }
            waiting.append(notification)
            return []
        case .handingOn(let form, let multiplexer):
            return isSettling ? [] : write(notification, form, multiplexer)
        }
    }

    /// Withdraws a notification from the terminal, if the terminal can; a waiting notification is not handed on.
    package mutating func takeAway(_ id: UInt32) -> [Effect] {
        waiting.removeAll { $0.id == id }
        guard let old = standing.removeValue(forKey: id), case .handingOn(let form, let multiplexer) = phase,
            case .osc99(let support) = form, support.takesBack
        else { return [] }
        if support.reportsDismissal { awaitClosing(of: old.identifier) }
        return [.write(NotificationSequences.closing(old.identifier, through: multiplexer))]
    }

    /// Withdraws all notifications from the terminal.
    package mutating func takeAllAway() -> [Effect] {
        waiting = []
        return standing.keys.sorted().flatMap { takeAway($0) }
    }

    /// Asks the terminal again if the program was suspended before the terminal answered.
    package mutating func resume() -> [Effect] {
        guard case .interrupted(let form) = phase, !isSettling, !hasStopped else { return [] }
        return start(.ask(otherwise: form))
    }

    /// Hands no more notifications on, because the program ends: nobody would read the terminal's reports.
    package mutating func stop() { hasStopped = true }

    /// Withdraws all notifications before the program ends or is suspended; ``Effect/settled`` follows when the
    /// terminal has confirmed the withdrawals, or ``settlingTime`` is over.
    package mutating func settleAll() -> [Effect] {
        let effects = takeAllAway()
        isSettling = true
        let end = settle()
        return effects + (end.isEmpty ? [.wait(Self.settlingTime)] : end)
    }
}

extension TerminalRelay {
    /// Maximum number of identifiers of withdrawn or pressed notifications whose closing reports are awaited.
    private static let mostClosing = 256

    private mutating func decide() -> [Effect] {
        guard case .asking(let otherwise, let name, let support) = phase else { return [] }
        phase = .off
        // The program is about to stop or end, so the terminal's answers are not used; ``resume()`` asks again.
        if isSettling {
            phase = .interrupted(otherwise: otherwise)
            waiting = []
            return settle()
        }
        if let support { return [.wait(nil)] + begin(.osc99(support), through: nil) }
        // A multiplexer answers with its own name, even if no variable names the multiplexer, as over a second ssh.
        if let inner = ["tmux", "screen", "zellij"].first(where: { name?.lowercased().hasPrefix($0) == true }) {
            waiting = []
            return [.wait(nil), .say(RelayPlan.insideText(inner))]
        }
        if let form = name.flatMap(TerminalProtocol.known) ?? otherwise {
            return [.wait(nil)] + begin(form, through: nil)
        }
        waiting = []
        return [.wait(nil), .say(RelayPlan.unknownText)]
    }

    private mutating func begin(_ form: TerminalProtocol, through multiplexer: Multiplexer?) -> [Effect] {
        // A multiplexer types the terminal's reports into the pane that is open when the reports arrive.
        let form = multiplexer == nil ? form : form.withoutReports
        phase = .handingOn(form, through: multiplexer)
        let way = multiplexer.map { ", through \($0.rawValue)" } ?? ""
        let early = waiting
        waiting = []
        return [.say("Notifications are handed on to this terminal (\(form.name)\(way)).")]
            + early.flatMap { write($0, form, multiplexer) }
    }

    private mutating func write(
        _ notification: ReceivedNotification, _ form: TerminalProtocol, _ multiplexer: Multiplexer?
    ) -> [Effect] {
        let buttons = NotificationSequences.buttons(of: notification)
        let old = standing[notification.id].flatMap { $0.isGone ? nil : $0 }
        // A replacement keeps the identifier, unless the terminal has removed the old notification, or still shows
        // other buttons: a late press on an old button must not invoke the new button with the same number.
        let hasOtherButtons = form.hasButtons && old.map { $0.buttons != buttons } == true
        if let old, !form.replaces, !hasOtherButtons, !Self.isNews(notification, after: old.notification) { return [] }
        let closing = hasOtherButtons ? takeAway(notification.id) : []
        let kept = hasOtherButtons ? nil : old?.identifier
        if kept == nil { lastNumber += 1 }
        let identifier = kept ?? "\(session)-\(lastNumber)"
        standing[notification.id] = Standing(identifier: identifier, notification: notification, buttons: buttons)
        let writer = NotificationSequences(notification, through: multiplexer)
        return closing + [.write(writer.bytes(form, identifier: identifier))]
    }

    /// Tells whether a terminal that can't replace a notification gets `new`: only with a new text and no progress.
    private static func isNews(_ new: ReceivedNotification, after old: ReceivedNotification) -> Bool {
        new.hints.value == nil && (new.summary, new.body) != (old.summary, old.body)
    }

    private mutating func awaitClosing(of identifier: String) {
        if closing.count < Self.mostClosing { closing.insert(identifier) }
    }

    /// Returns the effects of a press on a notification, or on its button with this number.
    private mutating func press(_ identifier: String, _ button: Int?) -> [Effect] {
        guard case .handingOn(let form, _) = phase, form.isReporting, !isSettling,
            let (id, pressed) = standing.first(where: { $0.value.identifier == identifier }), !pressed.isGone
        else { return [] }
        // Desktops remove a notification after a press on it, so its closing report is no dismissal.
        standing[id]?.isGone = true
        if case .osc99(let support) = form, support.reportsDismissal { awaitClosing(of: identifier) }
        guard let button else {
            let isAnswerable = pressed.notification.actions.contains { $0.key == ReceivedNotification.defaultKey }
            return isAnswerable ? [.invoke(key: ReceivedNotification.defaultKey, id: id)] : []
        }
        guard pressed.buttons.indices.contains(button - 1) else { return [] }
        return [.invoke(key: pressed.buttons[button - 1].key, id: id)]
    }

    private mutating func close(_ identifier: String) -> [Effect] {
        if closing.remove(identifier) != nil { return settle() }
        guard case .handingOn(.osc99(let support), _) = phase, support.reportsDismissal,
            let (id, closed) = standing.first(where: { $0.value.identifier == identifier }), !closed.isGone
        else { return [] }
        standing[id] = nil
        return [.dismiss(id: id)]
    }

    private mutating func settle() -> [Effect] {
        guard isSettling, closing.isEmpty, !isAsking else { return [] }
        isSettling = false
        return [.wait(nil), .settled]
    }
}
