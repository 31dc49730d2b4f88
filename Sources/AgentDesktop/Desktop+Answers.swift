// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentMachine
import AgentRules
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
package import NotificationStore

/// From what the server says to what it means.
extension Desktop {
    // MARK: - Removal

    /// Takes off the screen what a program has removed from the delivered list.
    package func remove(_ removed: [Occurrence]) {
        for occurrence in removed {
            endPrompts(of: occurrence)
            withdraw(occurrence.id)
            if showings[occurrence.id] != nil {
                handle(.removed, of: occurrence.id)
            } else if let place = occurrence.server ?? occurrence.kept {
                // Expired ones may live on in the server's own list (quirk 13). Where there is no server now, or a new one is
                // being met, the store has the number as unclosed.
                closeIfOver(place)
            }
        }
    }

    /// Closes what is over; nothing where its server has gone, or shows another of ours under this number.
    func closeIfOver(_ place: ServerNumber) {
        if place.owner == server?.place, occurrences[place.number] == nil { closeOnServer(place.number) }
    }

    func closeOnServer(_ number: UInt32) {
        guard let server else { return }
        guard server.profile.leavesClosedOnScreen else { return sendClose(number, to: server) }
        endAtOnce(number, on: server)
    }

    func sendClose(_ number: UInt32, to server: ServerLink.Server) {
        let message = NotifyCall.message("CloseNotification", to: server.owner, [.uint32(number)])
        // Some servers answer with an error where it is gone already; there is nothing to do about either.
        _ = connection.assumeIsolated { connection in
            connection.start(message, timeout: .seconds(5)) { [weak self] _ in
                self?.assumeIsolated { $0.noteClosed(number, on: server) }
            }
        }
    }

    /// Its server has heard that it is to close it, or has closed it by itself.
    private func noteClosed(_ number: UInt32, on server: ServerLink.Server) {
        store.noteClosed(ServerNumber(owner: server.place, number: number))
    }

    // MARK: - The machine and its steps

    func handle(_ event: ShownNotification.Event, of id: Int64) {
        guard var showing = showings[id] else { return }
        let before = showing.machine.phase
        let steps = showing.machine.handle(event)
        showings[id] = showing
        if case .closed(let reason, _) = event { noteClosed(id, reason, in: before) }
        for step in steps { take(step, of: id) }
        endProgressUnlessShown(id)
    }

    // What is to be written is in the store's queue when this returns, by `Task.immediate`: a removal that the bus
    // brings right after the press would otherwise overtake it, and the press would be lost.
    private func take(_ step: ShownNotification.Step, of id: Int64) {
        guard let showing = showings[id] else { return }
        let occurrence = showing.occurrence
        let isListed = !unlisted.contains(id)
        switch step {
        case .answer(.snooze(let words), _):
            unwritten.insert(id)
            Task.immediate {
                await snooze(occurrence, words, showing.facts(.action))
                unwritten.remove(id)
            }
        case .answer(let choice, let token) where choice.isIncomplete:
            complete(choice, of: occurrence, token: token)
        case .answer(let choice, let token):
            let response = response(choice, to: occurrence, token: token)
            unwritten.insert(id)
            Task.immediate {
                await answered(occurrence, response, showing.facts(choice.end))
                unwritten.remove(id)
            }
        case .answerFormer(let former, let choice, let token):
            guard let former = showing.formers[former] else { return }
            guard !choice.isIncomplete else { return complete(choice, of: former, token: token) }
            let response = response(choice, to: former, token: token)
            Task.immediate { await answered(former, response, showing.facts(choice.end)) }
        case .expire:
            // Who waits is told that nobody has answered.
            letGo(of: id)
            Task.immediate { await expired(occurrence, staysListed: isListed, showing.facts(.expired)) }
        case .unpresent(let reason, let end):
            let why: PropertyListValue = reason.map { .integer(Int64($0)) } ?? Self.serverGone
            Task.immediate { await unpresent(occurrence, staysListed: isListed, because: why, showing.facts(end)) }
        case .dismiss:
            Task.immediate { await dismissed(occurrence, showing.facts(.dismissed)) }
        case .rest:
            startTimer(.rest, of: id, after: rest(of: showing)) { $0.handle(.timer(.rest), of: id) }
        case .showAgain:
            endRest(of: id)
        case .awaitServer:
            awaitServer(for: id)
        case .close:
            // Not where a newer showing is on its way to this very number: it would be closed, not the older one.
            if let number = showing.number, !showings.values.contains(where: { $0.isOnItsWay(to: number) }) {
                closeOnServer(number)
            }
        case .sendAgain:
            putBack(id)
        case .start(let timer, let delay):
            startTimer(timer, of: id, after: delay) { $0.timeIsUp(timer, delay, of: id) }
        case .forget:
            // Behind what is being written of it.
            if let number = showing.number, let server { noteClosed(number, on: server) }
            forget(id)
        }
    }

    private func timeIsUp(_ timer: ShownNotification.Timer, _ delay: Duration, of id: Int64) {
        if timer == .closeAnswered, unwritten.contains(id) {
            // Closed before it is written, the answer could be lost without a trace.
            startTimer(timer, of: id, after: delay) { $0.timeIsUp(timer, delay, of: id) }
        } else {
            handle(.timer(timer), of: id)
        }
    }

    func startTimer(
        _ timer: ShownNotification.Timer, of id: Int64, after delay: Duration,
        _ work: @escaping @Sendable (isolated Desktop) -> Void
    ) {
        showings[id]?.timers[timer]?.cancel()
        showings[id]?.timers[timer] = clock.timer(after: delay, on: loop) { [weak self] in
            self?.assumeIsolated { work($0) }
        }
    }

    func forget(_ id: Int64) {
        unlisted.remove(id)
        parked.forgetStrays(of: id)
        shownByHand.remove(id)
        endCall(of: id)
        tellNumber(nil, of: id)
        comingAgain[id] = nil
        guard let showing = showings.removeValue(forKey: id) else { return }
        showing.timers.values.forEach { $0.cancel() }
        if let number = showing.number, occurrences[number] == id { occurrences[number] = nil }
        if showing.hidesAt != nil { waitForTime() }
        lookForRoom()
    }

    // MARK: - On disk, then told

    func response(
        _ choice: ShownNotification.Choice, to occurrence: Occurrence, token: String?
    ) -> Response {
        // Where nobody can be asked for more, it is a button as any other.
        if case .whenUnlocked(_, let choice) = choice { return response(choice, to: occurrence, token: token) }
        let (kind, identifier, text): (Response.Kind, String, String?) =
            switch choice {
            case .action(let identifier): (.action, identifier, nil)
            case .text(let identifier, let text): (.text, identifier, text)
            case .open: (.default, Action.defaultIdentifier, nil)
            case .dismiss: (.dismiss, Action.dismissIdentifier, nil)
            case .snooze(let words): (.action, SnoozeAction.identifier(words), nil)
            case .asks(let question): (.action, question.identifier, nil)
            case .whenUnlocked: (.action, "", nil)
            }
        return Response(
            kind: kind, actionIdentifier: identifier, userText: text, date: clock.now, activationToken: token,
            notification: occurrence.notification)
    }

    /// Writes the answer down, and then tells; `facts` are what the log says of it.
    func answered(_ occurrence: Occurrence, _ response: Response, _ facts: [String: PropertyListValue]) async {
        let receivers = await neighbours.receivers(response)
        await put(response, to: receivers, about: occurrence, facts)
    }

    /// To the disk, and then to the receivers; a newer showing of the same notification ends with it.
    private func put(
        _ response: Response, to receivers: [Receiver], about occurrence: Occurrence,
        _ facts: [String: PropertyListValue]
    ) async {
        CrashPoint.reached(.beforeResponseCommit)
        let newer = await keep(occurrence) { desktop, store, id, now in
            let answered = try await store.answerAnyShowing(
                id, with: response, receivers: receivers, facts: facts, at: now)
            CrashPoint.reached(.afterResponseCommit)
            if let answered { await desktop.neighbours.deliver(answered.items) }
            return answered?.newer
        }
        if let newer = newer ?? nil { endedEarly(newer) }
    }

    private func dismissed(_ occurrence: Occurrence, _ facts: [String: PropertyListValue]) async {
        let response = response(.dismiss, to: occurrence, token: nil)
        if let command = response.notification.request.responsePlan.command(for: response.eventName) {
            // `on` asks for a command, and for that alone: the application hears of no dismissal.
            await put(response, to: [.command(command)], about: occurrence, facts)
        } else {
            // What the log says of a dismissal that is a response, too.
            let detail = facts.merging(["actionIdentifier": .string(response.actionIdentifier)]) { $1 }
            let isGone = await keep(occurrence) { _, store, id, now in
                try await store.markGone(id, event: .dismissed, detail: detail, at: now)
            }
            // It may have been about to come anew: that ends with it.
            if isGone == false { await put(response, to: [], about: occurrence, facts) }
        }
        // Nobody asked to be told of a dismissal, but who waits for an answer must not wait on.
        await neighbours.tellWaiting(response)
    }

    private func expired(
        _ occurrence: Occurrence, staysListed: Bool, _ facts: [String: PropertyListValue]
    ) async {
        let response = Response(
            kind: .expired, actionIdentifier: "", date: clock.now, notification: occurrence.notification)
        let command = occurrence.notification.request.responsePlan.command(for: response.eventName)
        let isNews = await keep(occurrence) { desktop, store, id, now in
            let items = try await store.expire(
                id, with: response, receivers: command.map { [.command($0)] } ?? [], staysListed: staysListed,
                facts: facts, at: now)
            CrashPoint.reached(.afterResponseCommit)
            if let items { await desktop.neighbours.deliver(items) }
            return items != nil
        }
        // Removed, replaced or answered meanwhile: nobody waits for its end any more.
        if isNews == true { await neighbours.tellWaiting(response) }
    }

    private func snooze(
        _ occurrence: Occurrence, _ words: String, _ facts: [String: PropertyListValue]
    ) async {
        await keep(occurrence) { desktop, store, id, now in
            let until = try SnoozeAction.date(words, now: now, in: desktop.clock.timeZone)
            try await store.snooze(occurrence: id, until: until, facts: facts, at: now)
            CrashPoint.reached(.afterSnoozeCommit)
            await desktop.neighbours.expect(until)
        }
        await neighbours.tellWaiting(response(.snooze(words), to: occurrence, token: nil))
    }
}
