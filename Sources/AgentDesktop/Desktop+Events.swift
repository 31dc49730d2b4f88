// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
package import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials

/// Events that wait until the one before them has been handled, with all of its effects.
struct EventInbox {
    var events: [PresentationEvent] = []
    var isBeingEmptied = false
}

/// Events in, effects out.
extension Desktop {
    /// Hands an event to the queue, and carries out what follows.
    ///
    /// An effect may have a result at once: that is handled behind the effects that are left.
    func feed(_ event: PresentationEvent) {
        events.events.append(event)
        guard !events.isBeingEmptied else { return }
        events.isBeingEmptied = true
        while !events.events.isEmpty {
            let event = events.events.removeFirst()
            let now = Moment(date: clock.now, steady: clock.sinceBoot)
            for effect in queue.handle(event, at: now) { perform(effect) }
        }
        events.isBeingEmptied = false
        waitForTime()
        settled()
    }

    private func perform(_ effect: PresentationEffect) {
        switch effect {
        case .send(let call): ServerCaller(server: server).send(call, on: self)
        case .tell(let notice): NoticeBoard().tell(notice, on: self)
        // In the store's queue when this returns, by `Task.immediate`: a removal that the bus brings right after a press
        // would otherwise overtake it, and the press would be lost.
        case .write(let change, let occurrence, let ticket):
            start { await PresentationWriter(occurrence: occurrence, ticket: ticket).write(change, on: $0) }
        case .read(.prompt(let id, let prompt, let buttons)):
            prompts[id] = start { await PromptSession(prompt: prompt, buttons: buttons).run(on: $0) }
        case .read(let inquiry) where inquiry.beginsPresentation:
            // Why: later than this turn, so that a program's call is answered before what it has added is presented.
            Task { await PresentationReader().read(inquiry, on: self) }
        case .read(let inquiry): start { await PresentationReader().read(inquiry, on: $0) }
        }
    }

    /// Begins something in this very turn, which ends by itself.
    @discardableResult
    func start(_ work: @escaping @Sendable (isolated Desktop) async -> Void) -> Task<Void, Never> {
        Task.immediate { await work(self) }
    }

    // MARK: - Time

    /// Looks at the time anew: the machine may have slept, and a timer does not count that.
    package func waitAnew() {
        deadline.cancel()
        waitForTime()
    }

    /// Sets the one timer to the earliest deadline; without a deadline there is no timer.
    private func waitForTime() {
        deadline.wait(until: queue.wake(), by: clock, on: loop) { [weak self] in
            self?.assumeIsolated {
                $0.deadline.cancel()
                $0.feed(.timePassed)
            }
        }
    }

    // MARK: - Signals

    /// A signal of the notification interface, from whomever.
    func received(_ message: Message) {
        guard let signal = ServerSignal(message, at: clock.now) else { return }
        feed(.signal(signal, isAwaited: server == nil && mayBeAwaited(message)))
    }

    /// Takes the signals of a server that came before this agent heard for itself.
    package func buffer(_ messages: [Message]) {
        for message in messages {
            guard let signal = ServerSignal(message, at: clock.now) else { continue }
            feed(.signal(signal, isAwaited: true))
        }
    }

    /// Whether it is of a server that is there and has not said yet what it can do.
    private func mayBeAwaited(_ message: Message) -> Bool {
        guard message.cost < Self.signalCost else { return false }
        let greeted = link?.assumeIsolated { $0.greeted }
        // At first it is not known who the server is.
        return greeted == message.sender || greeted == nil && !lookup.hasAsked
    }
}

extension PresentationInquiry {
    /// Whether it is the first step from the queue to the screen.
    fileprivate var beginsPresentation: Bool {
        switch self {
        case .backlog, .examination: true
        case .completeServer, .application, .preparation, .previews, .adoption, .lookup, .lost, .prompt: false
        }
    }
}

extension ServerSignal {
    /// Lenient about what follows the number: one server adds the typed text to its actions (quirk 28).
    fileprivate init?(_ message: Message, at date: Date) {
        guard let sender = message.sender, case .uint32(let number)? = message.arguments.first else { return nil }
        let rest = message.arguments.dropFirst()
        let event: ShownNotification.Event? =
            switch (message.member, rest.first) {
            case ("ActionInvoked", .string(let key)):
                .actionInvoked(key: key, text: rest.dropFirst().first?.string, at: date)
            case ("NotificationReplied", .string(let text)): .textReplied(text, at: date)
            case ("ActivationToken", .string(let token)): .activationToken(token, at: date)
            case ("NotificationClosed", .uint32(let reason)): .closed(reason: reason, at: date)
            // Budgie's before 10.6.2.
            case ("NotificationClosed", .int32(let reason)) where reason >= 0:
                .closed(reason: UInt32(reason), at: date)
            default: nil
            }
        guard let event else { return nil }
        self.init(sender: sender, number: number, event: event)
    }
}
