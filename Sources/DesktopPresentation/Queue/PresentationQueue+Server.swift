// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// The server's arrival, its loss, and its signals.
extension PresentationQueue {
    mutating func serverArrived(_ server: ConnectedServer) {
        // A known server may arrive again, because it reports its capabilities late.
        let isKnown = session?.server == server
        if isKnown { session?.server = server } else { session = ServerSession(server) }
        perform(retry.handle(isKnown ? .capabilitiesChanged : .serverChanged, at: current.now.steady))
        waiting.growBacklog()
        // Notifications of an earlier agent are still on this server's screen, and must be adopted.
        session?.adoptions += 1
        meet(server)
        read(.adoption(server))
    }

    mutating func serverRenewed(_ server: ConnectedServer) {
        guard let old = session?.server, old == server else { return }
        session?.server = server
        guard old.capabilities != server.capabilities else { return }
        // The server may now accept notifications that it refused before.
        perform(retry.handle(.capabilitiesChanged, at: current.now.steady))
        requestDrain()
    }

    mutating func serverLeft(_ owner: String) {
        guard session?.server.owner == owner || session == nil else { return }
        // Some servers end whenever they show nothing; that is not a crash.
        let showsNothing = !records.values.contains { $0.isOpen || $0.active?.machine.phase == .answered }
        let hasEndedByItself = session?.profile.leavesWhenEmpty == true && records.inFlight == 0 && showsNothing
        session = nil
        signalsBeforeHandshake = []
        if !hasEndedByItself {
            let sending = Set(records.values.lazy.filter(\.isInFlight).map(\.id))
            crashes.note(at: current.now.steady, sending: sending)
        }
        for id in waiting.clearRestored() { retire(id) }
        for id in records.values.map(\.id).sorted() { lose(id) }
        perform(retry.handle(.serverChanged, at: current.now.steady))
        tell(.serverLost)
    }

    /// Returns an occurrence to the store when the server exits.
    private mutating func lose(_ id: Int64) {
        guard let record = records[id] else { return }
        step(.serverGone, of: id)
        switch records[id]?.phase {
        // Occurrences in these phases are read from the store again, because the next server may have less room.
        case .retrying?, .examining?, .asking?, .preparing?:
            clearActive(id)
            waiting.growBacklog()
            retire(id)
        case .stored?, .queued?, .listing?, .sending?, .shown?, .prompting?, .holding?, .answering?, nil:
            // The call of a withdrawn occurrence was in flight, and is lost with the server.
            if record.call != nil, records[id]?.call != nil { forget(id) }
        }
    }

    // MARK: - Signals

    mutating func received(_ signal: ServerSignal, isAwaited: Bool) {
        guard let session else {
            // The person may press a notification of an earlier agent before the server has reported its capabilities.
            if isAwaited, signalsBeforeHandshake.count < Self.signalLimit { signalsBeforeHandshake.append(signal) }
            return
        }
        guard signal.sender == session.server.owner else { return }
        let (number, event) = (signal.number, signal.event)
        if let id = session.occurrences[number] {
            if case .actionInvoked(NotifyCall.settingsKey, _, _) = event {
                // The settings button leaves the notification on the screen.
                if let occurrence = records[id]?.active?.occurrence { tell(.settings(occurrence.notification)) }
            } else {
                step(event, of: id)
            }
        } else if session.hasForgotten, session.lookups < Self.window {
            self.session?.lookups += 1
            read(.lookup(Lookup(kind: .number, number: number, event: event), place: session.server.place))
        } else if !takeStray(event, number) {
            park(event, for: number)
        }
    }

    /// Handles the signals that this server sent before it had reported its capabilities.
    ///
    /// Signals of a server that is tied to senders are dropped: such a server closes all notifications of an agent that
    /// leaves the bus, and the closed notifications are presented again.
    private mutating func meet(_ server: ConnectedServer) {
        let signals = signalsBeforeHandshake
        signalsBeforeHandshake = []
        guard !server.profile.isTiedToSenders else { return }
        for signal in signals { received(signal, isAwaited: true) }
    }

    private mutating func park(_ event: ShownNotification.Event, for number: UInt32) {
        // A queued occurrence may be on the screen already, under a number that an earlier agent got.
        let mayBeOurs =
            records.inFlight > 0 || session?.isAdopting == true || waiting.worker != .idle || !waiting.main.isEmpty
            || !waiting.restored.isEmpty || records.values.contains { $0.call != nil }
        guard mayBeOurs, !isPressOnReplaced(event, number) else { return }
        keep(event, for: number)
    }

    /// Keeps a signal until the occurrence of its notification number is known; returns the signal's serial number.
    @discardableResult
    private mutating func keep(_ event: ShownNotification.Event, for number: UInt32) -> UInt64 {
        let isAdopting = session?.isAdopting == true
        return session?.parked.park(event, for: number, at: current.now.date, keepsAll: isAdopting) ?? 0
    }

    /// Whether the event is a press on a notification that another occurrence replaces: the older occurrence has ended.
    private func isPressOnReplaced(_ event: ShownNotification.Event, _ number: UInt32) -> Bool {
        switch event {
        case .actionInvoked, .textReplied: break
        default: return false
        }
        return records.values.contains { record in
            record.active?.isOnItsWay(to: number) == true && record.occurrence.server != record.occurrence.replaces
        }
    }

    // MARK: - Strays

    // A stray is a presentation with an unknown number, because an agent exited before it had stored the number, or the
    // server did not reply. The keys of its buttons name the occurrence. A press counts as the answer to the
    // occurrence, and all of its presentations are closed.

    /// Handles a press under an unknown number.
    ///
    /// - Returns: False if the key names no occurrence that may have strays, or the reply with the number is awaited.
    private mutating func takeStray(_ event: ShownNotification.Event, _ number: UInt32) -> Bool {
        guard let session, case .actionInvoked(let key, _, _) = event, let id = Buttons.occurrence(of: key) else {
            return false
        }
        let record = records[id]
        guard record?.call == nil ? session.parked.mayHaveStrays(of: id) : record?.isInFlight == false else {
            return false
        }
        if record?.isOpen == true {
            answerStray(event, number, of: id)
        } else {
            // The occurrence waits to be presented again, the reply to its `Notify` is overdue, or it has no record. If
            // the reply comes before the result of the look-up, the press is handled with the reply, in its order among
            // the signals about this number.
            let serial = keep(event, for: number)
            let kind = Lookup.Kind.key(id, signal: serial)
            self.session?.lookups += 1
            read(.lookup(Lookup(kind: kind, number: number, event: event), place: session.server.place))
        }
        return true
    }

    /// Handles presses on this occurrence that came under other numbers while its `Notify` reply was awaited.
    mutating func takeStrays(of id: Int64) {
        guard session?.parked.mayHaveStrays(of: id) == true else { return }
        for (number, event) in session?.parked.takePresses(where: { Buttons.occurrence(of: $0) == id }) ?? [] {
            answerStray(event, number, of: id)
        }
    }

    private mutating func answerStray(_ event: ShownNotification.Event, _ number: UInt32, of id: Int64) {
        guard let active = records[id]?.active else { return }
        if case .actionInvoked = event { tell(.log(.strayPress(id))) }
        let isOwn = active.number == number
        // If one copy of the notification leaves the screen, the notification's other copies stay.
        if !isOwn, case .closed = event { return }
        step(event, of: id)
        if !isOwn { closeCopy(number) }
    }

    private mutating func lookedUp(_ lookup: Lookup, _ adoption: Adoption?) {
        let (number, event) = (lookup.number, lookup.event)
        session?.lookups -= 1
        switch lookup.kind {
        case .number:
            if let adoption, session?.occurrences[number] == nil { adopt(adoption, under: number) }
            if let id = session?.occurrences[number] {
                step(event, of: id)
            } else if !takeStray(event, number) {
                park(event, for: number)
            }
        case .key(let id, let serial):
            // If the reply to `Notify` came during this look-up, the parked press was handled then; a press that is
            // parked now is a later one, with another serial number.
            guard session?.parked.has(serial) == true, let events = session?.parked.take(number) else { return }
            // An earlier press under an unknown number may have been handled: then the occurrence is not adopted.
            if let adoption, records[id]?.isPressed != true, records[id]?.isOpen != true,
                records[id]?.active?.number == nil, session?.occurrences[number] == nil
            {
                withdraw(id)
                letGo(of: id)
                clearActive(id)
                if records[id]?.call != nil { retire(id) }
                adopt(adoption, under: number)
            }
            for event in events { answerStray(event, number, of: id) }
        }
    }

    // MARK: - Notifications of earlier agents and servers

    mutating func applyFound(_ event: PresentationEvent) {
        switch event {
        case .leftoversFound(let places, let place) where isPresent(place):
            for leftover in places { closeIfOver(leftover) }
        case .adopted(let adoptions, let policy, let isFull, let place) where isPresent(place):
            adoptAll(adoptions, policy, isFull: isFull)
        case .lostFound(let chosen, let place) where isPresent(place):
            let lost = chosen.filter { session?.outdated.contains($0) == false }
            waiting.appendRestored(takeIn(lost.suffix(session?.profile.limits.total ?? .max)))
            requestDrain()
        case .adoptionEnded(let place) where isPresent(place):
            session?.endAdoption()
            requestDrain()
        case .lookedUp(let lookup, let adoption, let place) where isPresent(place): lookedUp(lookup, adoption)
        default: break
        }
    }

    private func isPresent(_ place: String) -> Bool { session?.server.place == place }

    /// Adopts the notifications that this server has shown for an earlier agent.
    private mutating func adoptAll(_ adoptions: [Adoption], _ policy: ReshowPolicy, isFull: Bool) {
        guard let session else { return }
        let own = adoptions.filter { records[$0.row.id]?.active == nil && !session.outdated.contains($0.row) }
        guard !session.profile.isTiedToSenders else { return takeAgain(own, policy, from: session.profile) }
        for adoption in own {
            // These notifications are presented again: one that names a press which no longer waits; one that may have
            // been pressed or closed while no agent listened; one whose typed reply would go to the former agent.
            let row = adoption.row
            guard !row.awaitedPress, !(session.profile.drawsReplacedAnew && adoption.asksSomething),
                !(session.profile.repliesToSender && adoption.waitsForText && !adoption.isOver(at: current.now.date))
            else {
                enqueue([row.inItsOwnPlace])
                continue
            }
            adoptWithSignals(adoption)
        }
        if isFull { self.session?.hasForgotten = true }
        redrawAll()
    }

    /// Presents notifications of an earlier agent again, each under its old number: their old buttons have no effect.
    private mutating func takeAgain(_ own: [Adoption], _ policy: ReshowPolicy, from profile: ServerProfile) {
        let now = current.now.date
        let open = own.filter { !$0.isOver(at: now) }.map(\.row)
        let kept = profile.dropsWithSender ? policy.chosen(of: open.sorted { $0.id > $1.id }, at: now) : open
        let known = Set(kept.map(\.id))
        for row in open where !known.contains(row.id) {
            if let number = row.server?.number { close(number) }
            write(.unpresented(staysListed: true, reason: .string("reshow"), facts: [:]), of: row)
        }
        // These notifications go through the queue, so that on a small screen they do not displace one another.
        let again = takeIn(kept.map(\.inItsOwnPlace))
        if profile.dropsWithSender { waiting.prependRestored(again) } else { waiting.prepend(again) }
        for adoption in own where adoption.isOver(at: now) { adoptWithSignals(adoption) }
    }

    /// Adopts a notification, and handles the signals about it that came while the store was read.
    private mutating func adoptWithSignals(_ adoption: Adoption) {
        guard let number = adoption.row.server?.number, session?.occurrences[number] == nil else { return }
        adopt(adoption, under: number)
        for event in session?.parked.take(number) ?? [] { step(event, of: adoption.row.id) }
    }

    /// Makes a record of a notification that is on the screen, with the buttons that it was presented with.
    private mutating func adopt(_ adoption: Adoption, under number: UInt32) {
        let row = adoption.row
        guard let session, session.occurrences[number] == nil else { return }
        if let record = records[row.id], !record.isStored, !record.isQueued { return }
        waiting.remove(row.id)
        var machine = ShownNotification(
            buttons: adoption.buttons, profile: session.profile,
            stay: DisplayDuration(of: adoption.request, offersChoice: adoption.buttons.offersChoice))
        machine.shownAt = adoption.record?.shown
        _ = machine.handle(.replied)
        if machine.buttons.marks.hasStrays == true { expectStrays(of: row.id) }
        var active = ActivePresentation(occurrence: row, machine: machine, number: number)
        active.dispatch.server = session.server.information.first ?? ""
        active.dispatch.wasDrawnLocked = machine.buttons.marks.isRedacted
        records.add(row)
        records.change(row.id) {
            $0.occurrence = row
            $0.active = active
            if !row.isListed { $0.isListed = false }
        }
        records.move(row.id, to: .shown)
        self.session?.occurrences[number] = row.id
        if let hides = adoption.record?.hides {
            let end = current.now.steady + max(0, hides.timeIntervalSince(current.now.date))
            deadlines.set(.hide(row.id), at: end)
        }
        if row.notification.request.display.percentDone != nil { tell(.progress(row)) }
    }
}

extension Adoption {
    /// Whether the notification's time on the screen was over at `date`.
    fileprivate func isOver(at date: Date) -> Bool { record?.hides.map { $0 <= date } ?? false }

    /// Whether the notification has buttons, which keep it on the screen.
    fileprivate var asksSomething: Bool { record?.buttons.offersChoice ?? false }

    /// Whether the notification has a button that asks for text, and stays on the screen for a known time.
    fileprivate var waitsForText: Bool {
        record?.buttons.textInput != nil
            && DisplayDuration(of: row.notification.request, offersChoice: true).seconds != nil
    }
}
