// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentMachine
import AgentMedia
import AgentRules
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// From an occurrence to `Notify`.
extension Desktop {
    /// How long a call may hold a place in the window; its reply counts whenever it comes.
    private static let windowTime = Duration.seconds(5)

    /// Sends `Notify`; the reply comes back to ``notifyAnswered(_:_:_:from:)``.
    ///
    /// `options` are the running application's, if it was asked.
    func show(
        _ occurrence: Occurrence, on server: ServerLink.Server, options: Set<String>? = nil,
        manner: ShowingManner = .usual
    ) async {
        inFlight.insert(occurrence.id)
        // Shown by an earlier agent.
        if !occurrence.isListed { unlisted.insert(occurrence.id) }
        let isRedrawn = redrawing.contains(occurrence.id)
        if occurrence.state != .shown { redrawing.remove(occurrence.id) }
        let (notification, isSilenced) = await permitted(occurrence.notification, options)
        let permission = await neighbours.permission(notification.app)
        let category = try? await store.category(
            notification.request.content.categoryIdentifier, app: notification.app)
        let picture = await picture(of: notification.request)
        let previews = await neighbours.previews(notification.app)
        let capabilities = await currentServer()?.capabilities ?? server.capabilities
        let hearsDefault = await neighbours.hearsDefault(notification)
        let isUpdate = notification.request.presentation.percentDone != nil && isShown(occurrence.replaces, on: server)
        let sound = await soundPlan(notification, isSilenced: isSilenced || isUpdate, on: server, capabilities)
        // Who has been told to end sends nothing that it would not hear the answer to.
        guard self.server == server, !isStopping else {
            putBack(occurrence.id)
            // The queue may have come to its end meanwhile, on a server that came since.
            return pump()
        }
        guard withdrawn.remove(occurrence.id) == nil else {
            inFlight.remove(occurrence.id)
            return forget(occurrence.id)
        }
        // Off the screen while it was to be drawn anew; what waits to come back has not come for that.
        if isRedrawn, occurrence.state == .shown, !redrawing.contains(occurrence.id) {
            inFlight.remove(occurrence.id)
            backlog += 1
            return pump()
        }
        // Answered while it was to be drawn anew.
        if let own = showings[occurrence.id], own.number != nil, own.machine.phase != .open {
            inFlight.remove(occurrence.id)
            return
        }
        if occurrence.wasInterrupted { noteRepetition(of: occurrence) }
        if ShowingRecord(of: occurrence)?.buttons.marks.hasStrays == true { parked.expectStrays(of: occurrence.id) }

        let application = neighbours.application(notification.app)
        let isHidden = hidesWords(previews)
        let asked = occurrence.replaces.flatMap { $0.owner == server.place ? $0.number : nil }
        let older = asked.flatMap { occurrences[$0] }.flatMap { showings[$0] }
        var buttons = buttons(of: notification.request, category ?? nil, after: older, capabilities, occurrence.id)
        buttons.marks = Buttons.Marks(
            awaits: heldPresses[occurrence.id].map { _ in .unlocking }, isRedacted: isHidden,
            hasStrays: parked.mayHaveStrays(of: occurrence.id) ? true : nil)
        let formers = Dictionary(
            uniqueKeysWithValues: buttons.formers.compactMap { id in
                older.map { (id, $0.formers[id] ?? $0.occurrence) }
            })
        let replaces =
            asked.flatMap { mayReplace(older, with: buttons, on: server) ? $0 : nil } ?? foreignNumber(of: occurrence)
        if replaces != 0, let older { handle(.replacing, of: older.occurrence.id) }
        let closesFormer = asked != nil && replaces == 0 && server.profile.closesBeforeReplacing
        if closesFormer, let asked {
            if let older, older.occurrence.id != occurrence.id { handle(.givingWay, of: older.occurrence.id) }
            closeOnServer(asked)
        }
        let stay = stay(of: occurrence, notification.request, offersChoice: buttons.offersChoice)
        showings[occurrence.id] = Showing(
            occurrence: occurrence,
            machine: ShownNotification(buttons: buttons, profile: server.profile, stay: stay), replaces: replaces,
            formers: formers, manner: showings[occurrence.id]?.manner ?? manner,
            turns: comingAgain[occurrence.id]?.count ?? showings[occurrence.id]?.turns ?? 0,
            hidesAt: showings[occurrence.id]?.hidesAt ?? end(of: occurrence),
            returns: showings[occurrence.id]?.returns ?? 0,
            server: server.information.first ?? "", wasDrawnLocked: isLocked)
        showings[occurrence.id]?.hasClosedFormer = closesFormer
        showings[occurrence.id]?.sound = sound
        showings[occurrence.id]?.options = options
        // What comes for its former number now is kept until it has this one.
        if let asked, occurrences[asked] == occurrence.id { occurrences[asked] = nil }
        let shown =
            isHidden ? redacted(notification, category: category ?? nil, application: application) : notification
        // Its icon is called as it is itself: then it is no program without a face, to which Belfry lends its own.
        let showsOwnFace = notification.request.presentation.icon == notification.app
        let standardIcon = notification.request.presentation.isAsGiven && !isHidden ? "" : application.icon
        var call = NotifyCall(
            applicationName: notification.request.presentation.applicationName ?? application.name,
            desktopEntry: showsOwnFace ? notification.app : application.desktopEntry,
            icon: shown.request.presentation.icon ?? (showsOwnFace ? notification.app : standardIcon),
            replaces: replaces, buttons: buttons, picture: isHidden ? nil : picture,
            notification: shown, capabilities: capabilities, stay: stay,
            late: Self.lines(words.late(notification, in: clock.timeZone), lockLine(of: occurrence.id)),
            manner: showings[occurrence.id]?.manner ?? manner, sound: sound,
            breaksThrough: permission.levels.breaksThrough,
            offersSettings: server.profile.drawsSettings && permission.settings.providesAppNotificationSettings)
        call.hearsDefault = hearsDefault
        call.tag = Self.tag(of: occurrence)
        applyBadge(of: notification)
        send(call, for: occurrence.id, to: server)
        startTimer(.forget, of: occurrence.id, after: Self.windowTime) { desktop in
            guard desktop.showings[occurrence.id]?.number == nil else { return }
            desktop.inFlight.remove(occurrence.id)
            desktop.pump()
        }
    }

    /// Those of this showing; what the older one's said on the screen is still known.
    private func buttons(
        of request: Request, _ category: NotificationModel.Category?, after older: Showing?,
        _ capabilities: ServerCapabilities, _ occurrence: Int64
    ) -> Buttons {
        let isSameRequest = older?.occurrence.notification.request.instance == request.instance
        let buttons = Buttons(
            request: request, category: category, occurrence: occurrence, repliesInline: capabilities.repliesInline,
            words: words, inPlaceOf: isSameRequest ? nil : older?.machine.buttons)
        guard let older else { return buttons }
        return buttons.remembering(older.machine.buttons, isSameRequest: isSameRequest)
    }

    /// The number that the caller wants to replace, where the server shows nothing of ours under it; 0 for none.
    private func foreignNumber(of occurrence: Occurrence) -> UInt32 {
        let number = occurrence.notification.request.presentation.replacesNumber
        let isFirst = occurrence.replaces == nil && occurrence.server == nil
        return isFirst && occurrences[number] == nil ? number : 0
    }

    /// One that is closed already must not be replaced: nothing would pop up (quirk 13).
    ///
    /// Nor one whose buttons would not change: the new one is shown beside it, and then the older is closed; where nothing
    /// would be brought up beside it, the older is closed before (quirk 27).
    private func mayReplace(_ older: Showing?, with buttons: Buttons, on server: ServerLink.Server) -> Bool {
        let isOpen = older.map { $0.machine.phase == .open } ?? true
        let isRedrawn = server.profile.redrawsButtons || !buttons.offersChoice
        return isOpen && isRedrawn && server.profile.canReplace
    }

    /// The same for each showing of an occurrence, and for no other: a new store counts from 1 again, at another time.
    private static func tag(of occurrence: Occurrence) -> String {
        "belfry:\(occurrence.id):\(String(occurrence.notification.date.timeIntervalSince1970.bitPattern, radix: 36))"
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
        // What was a file when it was added may be a pipe by now.
        if ShownFiles.areNamed(in: result.request) {
            result.request = await offLoop { [request = result.request] in ShownFiles.checked(request).request }
        }
        return (result, !permission.sound || options?.contains("sound") == false)
    }

    /// Whether what has this number is on the screen.
    private func isShown(_ number: ServerNumber?, on server: ServerLink.Server) -> Bool {
        guard let number, number.owner == server.place, let id = occurrences[number.number] else { return false }
        return showings[id]?.machine.phase == .open
    }

    private func send(_ call: NotifyCall, for id: Int64, to server: ServerLink.Server) {
        let arguments = retry.form(of: id).applied(to: call.arguments)
        let message = NotifyCall.message("Notify", to: server.owner, arguments)
        showings[id]?.sent = clock.sinceBoot
        calls += 1
        let call = calls
        sent[id] = call
        _ = connection.assumeIsolated { connection in
            // No limit of ours: a late reply still names what is on the screen (quirk 9).
            connection.start(message, timeout: nil) { [weak self] result in
                self?.assumeIsolated { $0.notifyAnswered(id, call, result, from: server) }
            }
        }
    }

    /// Decoded off the loop; nil where there is none to show.
    private func picture(of request: Request) async -> Picture? {
        let shown = request.content.attachments.first { $0.kind == .picture && !$0.isThumbnailHidden }
        guard let attachment = shown else { return nil }
        return await withTaskExecutorPreference(EventLoop.worker) { await Self.load(attachment) }
    }

    @concurrent
    private static func load(_ attachment: Attachment) async -> Picture? {
        await PictureDecoder.own().picture(attachment)
    }
}
