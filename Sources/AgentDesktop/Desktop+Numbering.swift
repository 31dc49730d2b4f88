// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentMachine
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// From the reply of `Notify` to a number, to another try, or to what is given up.
extension Desktop {
    private static let refusedError = "org.freedesktop.DBus.Error.InvalidArgs"

    /// Runs on the loop, before any later message of the bus.
    func notifyAnswered(
        _ id: Int64, _ call: UInt64, _ result: Result<Message, BusError>, from server: ServerLink.Server
    ) {
        // After the server has gone, its occurrences are back in the queue already.
        guard self.server == server else { return }
        guard sent[id] == call, let showing = showings[id] else { return nobodyWaits(for: result) }
        sent[id] = nil
        inFlight.remove(id)
        withdrawn.remove(id)
        showings[id]?.timers.removeValue(forKey: .forget)?.cancel()
        if case .success = result { crashes.survived(id) }
        switch result {
        case .success(let reply):
            guard case .uint32(let number)? = reply.arguments.first else {
                failed(id, .unanswered, error: "a reply without a number")
                break
            }
            serverWorks(id)
            guard number != 0 else { return giveUp(id, because: "the server did not show it") }
            CrashPoint.reached(.afterNotify)
            numbered(id, number, from: server)
        case .failure(let error) where error.name == Self.refusedError && showing.replaces != 0:
            // What a former agent has shown is not ours to replace, on GNOME's: shown anew, its buttons are.
            inFlight.insert(id)
            Task { await show(showing.occurrence.inPlaceOfNone, on: server, options: showing.options) }
        case .failure(let error):
            let fault = NotifyFault(errorNamed: error.name, hasLimit: server.profile.limits.total != nil)
            failed(id, fault, error: error.name)
        }
        // What is open now may make room in its turn.
        lookForRoom()
        pump()
        redrawMore()
    }

    /// It was forgotten while its `Notify` was under way, and maybe sent once more: nobody would hear of this copy.
    private func nobodyWaits(for result: Result<Message, BusError>) {
        if case .success(let reply) = result, case .uint32(let number)? = reply.arguments.first, number != 0 {
            _ = parked.take(number)
            // Unless the number is another's by now, or is about to be.
            if occurrences[number] == nil, !showings.values.contains(where: { $0.isOnItsWay(to: number) }) {
                closeOnServer(number)
            }
        }
        lookForRoom()
        pump()
        redrawMore()
    }

    /// What is under way about it is nothing that anybody waits for any more.
    func endCall(of id: Int64) {
        redrawing.remove(id)
        returning.remove(id)
        launcher.assumeIsolated { $0.endProgress(of: id) }
        // Before it is sent, `show` sees to it.
        guard sent.removeValue(forKey: id) != nil else { return }
        inFlight.remove(id)
        withdrawn.remove(id)
    }

    private func numbered(_ id: Int64, _ number: UInt32, from server: ServerLink.Server) {
        guard let occurrence = showings[id]?.occurrence else { return }
        showProgress(of: occurrence)
        let asked = occurrence.replaces.flatMap { $0.owner == server.place ? $0.number : nil }
        if let asked, asked != number {
            // The server made a new one instead: take the older one off the screen (quirk 11).
            if showings[id]?.hasClosedFormer != true { closeOnServer(asked) }
            if let older = occurrences[asked] { handle(.replaced, of: older) }
        }
        if let older = occurrences[number], older != id { handle(.replaced, of: older) }
        showings[id]?.number = number
        showings[id]?.shown = clock.sinceBoot
        occurrences[number] = id
        tellNumber(number, of: id)
        comingAgain[id] = nil
        let place = ServerNumber(owner: server.place, number: number)
        let buttons = beginTime(of: id, on: server)
        // In the store's queue before a press that comes right behind.
        unnoted.insert(id)
        let isNews = redrawing.remove(id) == nil
        let isListed = !unlisted.contains(id)
        Task.immediate {
            defer {
                unnoted.remove(id)
                lookForRoom()
            }
            guard isNews else {
                let isThere = await keep(occurrence) { _, store, id, _ in
                    try await store.markRedrawn(id, server: place, buttons: buttons)
                }
                // Answered or removed on the way: closed by whoever did that, unless it came on the screen after that.
                if isThere == false { handle(.removed, of: id) }
                return
            }
            let outcome = await keep(
                occurrence,
                { try await $1.markShown($2, server: place, buttons: buttons, isListed: isListed, at: $3) })
            CrashPoint.reached(.afterNumberCommit)
            switch outcome {
            case .ended?:
                // It was removed, or replaced, while the server had it in hand.
                handle(.removed, of: id)
            case .shown(let pushedOut)?:
                if !pushedOut.isEmpty {
                    logger.warning(
                        "Too many are on the screen: the oldest is taken away",
                        metadata: [LogKey.app: "\(occurrence.app)", LogKey.count: "\(pushedOut.count)"])
                    remove(pushedOut)
                }
            case nil: break
            }
        }
        if let sound = showings[id]?.sound { playSound(sound, of: occurrence) }
        handle(.replied, of: id)
        for event in parked.take(number) { handle(event, of: id) }
        takeStrays(of: id)
        if let asked, asked != number, occurrence.server == occurrence.replaces { takeFormer(asked, of: id) }
        forgetOldest()
        redrawIfOutdated(id)
    }

    /// What the person did to a former agent's showing while it was being shown once more, under another number.
    private func takeFormer(_ number: UInt32, of id: Int64) {
        let hasClosedIt = showings[id]?.hasClosedFormer == true
        // Our own closing of it is nobody's act.
        let events = parked.take(number).filter { event in
            if case .closed(reason: ServerProfile.closedByCall, _) = event { !hasClosedIt } else { true }
        }
        let acts = events.filter { if case .closed = $0 { false } else { true } }
        // What was typed was said to an agent that is no more, and is asked for again.
        if acts.isEmpty, server?.profile.repliesToSender == true, showings[id]?.machine.buttons.textInput != nil {
            return
        }
        // After an answer the new one is closed in its turn; after a close alone nobody else does it. A dismissal that leaves no
        // doubt ends the showing at once, and its number is known no more.
        let own = showings[id]?.number
        for event in acts.isEmpty ? events : acts { handle(event, of: id) }
        if acts.isEmpty, !events.isEmpty, let own { closeOnServer(own) }
    }

    /// The agent ended between showing it and noting that, or the server did not answer: it may be on the screen twice (promise 2).
    func noteRepetition(of occurrence: Occurrence) {
        parked.expectStrays(of: occurrence.id)
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .repeated, date: clock.now)
        Task.immediate { await write(occurrence) { _, store, _, _ in try await store.note(event) } }
    }

    /// Not shown, and not to be: it stays in the delivered list.
    private func giveUp(_ id: Int64, because reason: String) {
        guard let occurrence = showings[id]?.occurrence else { return }
        // Drawn otherwise before: what is there still says what it may say no more, and nobody would hear its buttons.
        if redrawing.remove(id) != nil, let former = occurrence.replaces { closeOnServer(former.number) }
        let staysListed = !unlisted.contains(id)
        endCall(of: id)
        forget(id)
        Task.immediate { await unpresent(occurrence, staysListed: staysListed, because: .string(reason)) }
        pump()
    }

    /// Sends it once more, unless a newer one of its request has fired meanwhile.
    func showIfWanted(
        _ occurrence: Occurrence, on server: ServerLink.Server, options: Set<String>? = nil
    ) async {
        do {
            if try await store.occurrence(occurrence.id) != nil {
                return await show(occurrence, on: server, options: options)
            }
            forget(occurrence.id)
            inFlight.remove(occurrence.id)
            withdrawn.remove(occurrence.id)
            pump()
        } catch {
            // Shown twice is better than not at all.
            await show(occurrence, on: server, options: options)
        }
    }

    /// Drops the oldest where servers never say that they have closed one (quirk 25).
    private func forgetOldest() {
        guard showings.count > Self.memory + inFlight.count else { return }
        let settled = showings.filter { !inFlight.contains($0.key) }
        // Whose time is ours to keep is dropped last.
        guard let oldest = (settled.filter { $0.value.hidesAt == nil }.keys.min() ?? settled.keys.min()) else { return }
        forget(oldest)
        hasForgotten = true
    }
}
