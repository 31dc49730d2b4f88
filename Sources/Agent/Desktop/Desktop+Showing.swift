// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// From an occurrence to the server's number.
extension Desktop {
    private static let excessError = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
    private static let refusedError = "org.freedesktop.DBus.Error.InvalidArgs"
    private static let tooManyError = "org.freedesktop.Notifications.MaxNotificationsExceeded"
    /// What GLib makes of an error that its server has given no name on the bus, such as MATE's of too many (quirk 42).
    private static let unnamedError = "org.gtk.GDBus.UnmappedGError."
    /// Errors that mean that there was no server to take it.
    private static let absenceErrors: Set = [
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.Disconnected",
    ]
    /// How long to keep from repeating what the server found too much.
    private static let excessPause = Duration.milliseconds(1200)
    private static let fullPause = Duration.seconds(5)

    /// How long a call may hold a place in the window; its reply counts whenever it comes.
    private static let windowTime = Duration.seconds(5)

    /// Sends `Notify`; the reply comes back to ``notifyAnswered(_:_:from:)``.
    ///
    /// `options` are the running application's, if it was asked.
    func show(
        _ occurrence: Occurrence, on server: ServerLink.Server, options: Set<String>? = nil,
        manner: ShowingManner = .usual
    ) async {
        inFlight.insert(occurrence.id)
        if occurrence.state != .shown { redrawing.remove(occurrence.id) }
        let (notification, isSilenced) = await permitted(occurrence.notification, options)
        let levels = await neighbours.permission(notification.app).levels
        let category = try? await store.category(
            notification.request.content.categoryIdentifier, app: notification.app)
        let picture = await picture(of: notification.request)
        let previews = await neighbours.previews(notification.app)
        let capabilities = await currentServer()?.capabilities ?? server.capabilities
        let isUpdate = notification.request.presentation.percentDone != nil && isShown(occurrence.replaces, on: server)
        let sound = await soundPlan(notification, isSilenced: isSilenced || isUpdate, on: server, capabilities)
        // Who has been told to end sends nothing that it would not hear the answer to.
        guard self.server == server, !isStopping else { return putBack(occurrence.id) }
        guard withdrawn.remove(occurrence.id) == nil else {
            inFlight.remove(occurrence.id)
            return forget(occurrence.id)
        }
        // Answered while it was to be drawn anew.
        if let own = showings[occurrence.id], own.number != nil, own.machine.phase != .open {
            inFlight.remove(occurrence.id)
            return
        }
        if occurrence.wasInterrupted { noteRepetition(of: occurrence) }

        let application = neighbours.application(notification.app)
        var buttons = Buttons(
            request: notification.request, category: category ?? nil, occurrence: occurrence.id,
            repliesInline: capabilities.repliesInline)
        let asked = occurrence.replaces.flatMap { $0.owner == server.place ? $0.number : nil }
        let older = asked.flatMap { occurrences[$0] }.flatMap { showings[$0] }
        if let older {
            buttons = buttons.remembering(
                older.machine.buttons,
                isSameRequest: older.occurrence.notification.request.instance == notification.request.instance)
        }
        let isHidden = hidesWords(previews)
        buttons.marks = Buttons.Marks(
            awaits: heldPresses[occurrence.id].map { _ in .unlocking }, isRedacted: isHidden)
        let formers = Dictionary(
            uniqueKeysWithValues: buttons.formers.compactMap { id in
                older.map { (id, $0.formers[id] ?? $0.occurrence) }
            })
        // One that is closed already must not be replaced: nothing would pop up (quirk 13). Nor one whose buttons would not
        // change: the new one is shown beside it, and then the older is closed (quirk 27).
        let isOpen = older.map { $0.machine.phase == .open } ?? true
        let isRedrawn = server.profile.redrawsButtons || !buttons.offersChoice
        let replaces = isOpen && isRedrawn && server.profile.canReplace ? asked ?? 0 : 0
        if replaces != 0, let older { handle(.replacing, of: older.occurrence.id) }
        let stay = stay(of: occurrence, offersChoice: buttons.offersChoice)
        showings[occurrence.id] = Showing(
            occurrence: occurrence,
            machine: ShownNotification(buttons: buttons, profile: server.profile, stay: stay), replaces: replaces,
            formers: formers, manner: showings[occurrence.id]?.manner ?? manner,
            wasRetried: showings[occurrence.id]?.wasRetried ?? false,
            hidesAt: showings[occurrence.id]?.hidesAt ?? end(of: occurrence),
            returns: showings[occurrence.id]?.returns ?? 0,
            server: server.information.first ?? "", wasDrawnLocked: isLocked)
        showings[occurrence.id]?.sound = sound
        // What comes for its former number now is kept until it has this one.
        if let asked, occurrences[asked] == occurrence.id { occurrences[asked] = nil }
        let shown =
            isHidden ? redacted(notification, category: category ?? nil, application: application) : notification
        let call = NotifyCall(
            applicationName: notification.request.presentation.applicationName ?? application.name,
            desktopEntry: application.desktopEntry,
            icon: shown.request.presentation.icon ?? application.icon,
            replaces: replaces, buttons: buttons, picture: isHidden ? nil : picture,
            notification: shown, capabilities: capabilities, stay: stay,
            late: Self.lines(words.late(notification, in: clock.timeZone), lockLine(of: occurrence.id)),
            manner: showings[occurrence.id]?.manner ?? manner, sound: sound, breaksThrough: levels.breaksThrough)
        applyBadge(of: notification)
        send(call, for: occurrence.id, to: server)
        startTimer(.forget, of: occurrence.id, after: Self.windowTime) { desktop in
            guard desktop.showings[occurrence.id]?.number == nil else { return }
            desktop.inFlight.remove(occurrence.id)
            desktop.pump()
        }
    }

    private static func lines(_ lines: String?...) -> String? {
        let told = lines.compactMap(\.self)
        return told.isEmpty ? nil : told.joined(separator: "\n")
    }

    /// Without what the person or the running application does not want of it, and whether that is its sound.
    private func permitted(_ notification: Notification, _ options: Set<String>?) async -> (Notification, Bool) {
        let permission = await neighbours.permission(notification.app)
        var result = notification
        result.request.content = permission.levels.permitted(notification.request.content)
        if !permission.badge || options?.contains("badge") == false { result.request.content.badge = nil }
        return (result, !permission.sound || options?.contains("sound") == false)
    }

    /// Whether what has this number is on the screen.
    private func isShown(_ number: ServerNumber?, on server: ServerLink.Server) -> Bool {
        guard let number, number.owner == server.place, let id = occurrences[number.number] else { return false }
        return showings[id]?.machine.phase == .open
    }

    private func send(_ call: NotifyCall, for id: Int64, to server: ServerLink.Server) {
        let message = Message.methodCall(
            destination: server.owner, path: NotifyCall.path, interface: NotifyCall.interface, member: "Notify",
            arguments: call.arguments, autoStart: false)
        _ = connection.assumeIsolated { connection in
            // No limit of ours: a late reply still names what is on the screen (quirk 9).
            connection.start(message, timeout: nil) { [weak self] result in
                self?.assumeIsolated { $0.notifyAnswered(id, result, from: server) }
            }
        }
    }

    /// Runs on the loop, before any later message of the bus.
    private func notifyAnswered(_ id: Int64, _ result: Result<Message, BusError>, from server: ServerLink.Server) {
        // After the server has gone, its occurrences are back in the queue already.
        guard self.server == server, let showing = showings[id] else { return }
        inFlight.remove(id)
        withdrawn.remove(id)
        showings[id]?.timers.removeValue(forKey: .forget)?.cancel()
        if case .success = result { crashes.survived(id) }
        switch result {
        case .success(let reply):
            guard case .uint32(let number)? = reply.arguments.first, number != 0 else {
                return giveUp(id, because: "the server did not show it")
            }
            CrashPoint.reached(.afterNotify)
            numbered(id, number, from: server)
        case .failure(let error) where Self.absenceErrors.contains(error.name):
            putBack(id)
        case .failure(let error) where error.name == Self.refusedError && showing.replaces != 0:
            // What a former agent has shown is not ours to replace, on GNOME's: shown anew, its buttons are.
            inFlight.insert(id)
            let options: Set<String>? = showing.occurrence.state == .shown ? Self.soundless : nil
            Task { await show(showing.occurrence.inPlaceOfNone, on: server, options: options) }
        case .failure(let error) where error.name == Self.excessError && !showing.wasRetried:
            again(id, after: Self.excessPause)
        case .failure(let error) where error.name == Self.tooManyError,
            .failure(let error) where error.name.hasPrefix(Self.unnamedError) && server.profile.limits.total != nil:
            again(id, after: Self.fullPause)
        case .failure(let error):
            logger.error("The server refused a notification", metadata: [LogKey.error: "\(error.name)"])
            giveUp(id, because: error.name)
        }
        // What is open now may make room in its turn.
        lookForRoom()
        pump()
        redrawMore()
    }

    private func numbered(_ id: Int64, _ number: UInt32, from server: ServerLink.Server) {
        guard let occurrence = showings[id]?.occurrence else { return }
        showProgress(of: occurrence)
        let asked = occurrence.replaces.flatMap { $0.owner == server.place ? $0.number : nil }
        if let asked, asked != number {
            // The server made a new one instead: take the older one off the screen (quirk 11).
            closeOnServer(asked)
            if let older = occurrences[asked] { handle(.replaced, of: older) }
        }
        if let older = occurrences[number], older != id { handle(.replaced, of: older) }
        showings[id]?.number = number
        showings[id]?.shown = clock.sinceBoot
        occurrences[number] = id
        let place = ServerNumber(owner: server.place, number: number)
        let buttons = beginTime(of: id, on: server)
        // Tasks of this actor start in the order in which they are made, and the store keeps it.
        unnoted.insert(id)
        let isNews = redrawing.remove(id) == nil
        Task {
            defer { unnoted.remove(id) }
            guard isNews else {
                // Answered or removed on the way: whoever did that has closed it.
                await keep(occurrence) { store, id, _ in
                    _ = try await store.markRedrawn(id, server: place, buttons: buttons)
                }
                return
            }
            switch await keep(occurrence, { try await $0.markShown($1, server: place, buttons: buttons, at: $2) }) {
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
        if let asked, asked != number, occurrence.server == occurrence.replaces { takeFormer(asked, of: id) }
        forgetOldest()
        redrawIfOutdated(id)
    }

    /// What the person did to a former agent's showing while it was being shown once more, under another number.
    private func takeFormer(_ number: UInt32, of id: Int64) {
        let events = parked.take(number)
        let acts = events.filter { if case .closed = $0 { false } else { true } }
        // After an answer the new one is closed in its turn; after a close alone nobody else does it.
        for event in acts.isEmpty ? events : acts { handle(event, of: id) }
        if acts.isEmpty, !events.isEmpty, let number = showings[id]?.number { closeOnServer(number) }
    }

    /// The agent ended between showing it and noting that: it may be on the screen twice (promise 2).
    private func noteRepetition(of occurrence: Occurrence) {
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .repeated, date: clock.now)
        Task { await write(occurrence) { store, _, _ in try await store.note(event) } }
    }

    /// Not shown, and not to be: it stays in the delivered list.
    private func giveUp(_ id: Int64, because reason: String) {
        guard let occurrence = showings.removeValue(forKey: id)?.occurrence else { return }
        Task { await unpresent(occurrence, staysListed: true, because: .string(reason)) }
        pump()
    }

    private func again(_ id: Int64, after pause: Duration) {
        showings[id]?.wasRetried = true
        startTimer(.forget, of: id, after: pause) { desktop in
            guard let showing = desktop.showings[id], let server = desktop.server else { return }
            // Removed meanwhile: it never was on the screen.
            guard showing.machine.phase == .sending else { return desktop.forget(id) }
            desktop.inFlight.insert(id)
            Task { await desktop.showIfWanted(showing.occurrence, on: server) }
        }
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

    /// Decoded off the loop; nil where there is none to show.
    private func picture(of request: Request) async -> Picture? {
        let shown = request.content.attachments.first { $0.kind == .picture && !$0.isThumbnailHidden }
        guard let attachment = shown else { return nil }
        return await withTaskExecutorPreference(EventLoop.worker) { await Self.load(attachment) }
    }

    @concurrent
    private static func load(_ attachment: Attachment) async -> Picture? { Picture(attachment) }
}
