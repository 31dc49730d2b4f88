// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
package import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials

/// Events that wait until the previous event and all of its effects have been handled.
struct EventInbox {
    var events: [PresentationEvent] = []
    var isBeingEmptied = false
}

/// Passing of events to the ``PresentationQueue``, and of their effects to the server, the store and the desktop.
extension Desktop {
    /// Passes an event to the ``PresentationQueue``, and carries out the effects that the queue returns.
    ///
    /// An effect may cause another event at once, which is handled after the remaining effects.
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
        // `Task.immediate` puts the write into the store's queue before this function returns. If it came later, the
        // removal of a notification right after a press could overtake it, and the press would be lost.
        case .write(let change, let occurrence, let ticket):
            start { await PresentationWriter(occurrence: occurrence, ticket: ticket).write(change, on: $0) }
        case .read(.prompt(let id, let prompt, let buttons)):
            prompts[id] = start { await PromptSession(prompt: prompt, buttons: buttons).run(on: $0) }
        case .read(let inquiry) where inquiry.beginsPresentation:
            // Why: this is a task of its own, so a program gets the reply to its call before its notification is shown.
            Task { await PresentationReader().read(inquiry, on: self) }
        case .read(let inquiry): start { await PresentationReader().read(inquiry, on: $0) }
        }
    }

    /// Starts a task; the work runs in this turn of the loop until it first suspends.
    @discardableResult
    func start(_ work: @escaping @Sendable (isolated Desktop) async -> Void) -> Task<Void, Never> {
        Task.immediate { await work(self) }
    }

    // MARK: - Time

    /// Sets the timer again, because timers do not count the time in which the machine slept.
    package func waitAnew() {
        deadline.cancel()
        waitForTime()
    }

    /// Sets the timer to the presentation queue's earliest deadline; without a deadline there is no timer.
    private func waitForTime() {
        deadline.wait(until: queue.wake(), by: clock, on: loop) { [weak self] in
            self?.assumeIsolated {
                $0.deadline.cancel()
                $0.feed(.timePassed)
            }
        }
    }

    // MARK: - Signals

    /// Handles a signal of the notification interface, from any sender.
    func received(_ message: Message) {
        guard let signal = ServerSignal(message, at: clock.now) else { return }
        feed(.signal(signal, isAwaited: server == nil && mayBeAwaited(message)))
    }

    /// Handles signals that arrived while this agent took over from another, before the desktop subscribed to signals.
    package func buffer(_ messages: [Message]) {
        for message in messages {
            guard let signal = ServerSignal(message, at: clock.now) else { continue }
            feed(.signal(signal, isAwaited: true))
        }
    }

    /// Tells whether a signal is small enough to buffer, and may be from a server that has yet to report capabilities.
    private func mayBeAwaited(_ message: Message) -> Bool {
        guard message.cost < Self.signalCost else { return false }
        let greeted = link?.assumeIsolated { $0.greeted }
        // Until the bus has said who owns the server's name, any sender may be the server.
        return greeted == message.sender || greeted == nil && !lookup.hasAsked
    }
}

extension PresentationInquiry {
    fileprivate var beginsPresentation: Bool {
        switch self {
        case .backlog, .examination: true
        case .completeServer, .application, .preparation, .previews, .adoption, .lookup, .lost, .prompt: false
        }
    }
}

extension ServerSignal {
    /// Decodes a server's signal, which may have further arguments: one server adds typed text to `ActionInvoked`
    /// (quirk 28 of `quirks.tsv`).
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
            // Budgie before 10.6.2 sends the closing reason as a signed number.
            case ("NotificationClosed", .int32(let reason)) where reason >= 0:
                .closed(reason: UInt32(reason), at: date)
            default: nil
            }
        guard let event else { return nil }
        self.init(sender: sender, number: number, event: event)
    }
}
