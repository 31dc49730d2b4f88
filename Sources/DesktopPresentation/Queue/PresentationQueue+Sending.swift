// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// Preparing and sending `Notify` calls.
extension PresentationQueue {
    /// Seconds after which a call without a reply no longer counts as in flight; a later reply is still used.
    private static let windowTime: TimeInterval = 5

    /// Requests the parts of a `Notify` call, which come as ``PresentationEvent/prepared(_:ticket:_:)``.
    ///
    /// `ticket` identifies the work that waits for the parts.
    mutating func prepare(
        _ occurrence: Occurrence, _ options: Set<String>?, _ manner: AlertStyle, _ ticket: UInt64,
        isRedraw: Bool = false, check: PreparationRequest.Check = .none
    ) {
        guard let session else { return }
        let id = occurrence.id
        // A former agent has presented the occurrence as a banner only, so it stays out of the delivered list.
        if !occurrence.isListed { records.change(id) { $0.isListed = false } }
        let former = session.number(of: occurrence.replaces).flatMap { session.occurrences[$0] }
        let isShown = former.flatMap { records[$0]?.isOpen } ?? false
        let isUpdate = isShown && occurrence.notification.request.display.percentDone != nil
        records.move(
            id,
            to: .preparing(
                .init(ticket: ticket, occurrence: occurrence, options: options, manner: manner, isRedraw: isRedraw)))
        read(
            .preparation(
                PreparationRequest(
                    occurrence: occurrence, ticket: ticket, options: options, isUpdate: isUpdate, check: check)))
    }

    mutating func prepared(_ id: Int64, _ ticket: UInt64, _ preparation: Preparation?) {
        // If no worker waits for this preparation, nothing else continues the queue. A redraw, too, may give its place
        // among the calls in flight to another occurrence.
        if waiting.worker != .busy(ticket: ticket) { requestDrain() }
        defer { workDone(ticket) }
        guard let record = records[id], let preparing = record.preparing, preparing.ticket == ticket, let session else {
            // The occurrence of a redraw may wait in the store by now, so the backlog is read again.
            if redraws.ticket == ticket { waiting.growBacklog() }
            return
        }
        // A stopping agent sends nothing, because it would not receive the reply.
        guard !isStopping else { return putBack(id) }
        guard let preparation else {
            // The store says that the occurrence was answered, removed or replaced meanwhile.
            if record.active != nil { forget(id) } else { retire(id) }
            return
        }
        // A newer occurrence is being sent under this number; a redraw would show the older one again.
        if preparing.isRedraw, let number = record.active?.number, isOnItsWay(to: number) {
            return records.move(id, to: .shown)
        }
        show(record, preparing, preparation, on: session)
    }

    private mutating func show(
        _ record: PresentationRecord, _ preparing: PresentationRecord.Preparing, _ preparation: Preparation,
        on session: ServerSession
    ) {
        let (id, occurrence) = (record.id, preparation.occurrence)
        records.change(id) { $0.take(occurrence) }
        if occurrence.wasInterrupted { noteRepetition(of: occurrence) }
        if PersistedPresentation(of: occurrence)?.buttons.marks.hasStrays == true { expectStrays(of: id) }
        let isHidden = hidesWords(preparation.previews)
        let asked = session.number(of: occurrence.replaces)
        let older = asked.flatMap { session.occurrences[$0] }.flatMap { records[$0]?.active }
        let buttons = buttons(record, preparation, after: older, isHidden: isHidden)
        let formers = Dictionary(
            uniqueKeysWithValues: buttons.formers.compactMap { id in
                older.map { (id, $0.formers[id] ?? $0.occurrence) }
            })
        let replaces =
            asked.flatMap { mayReplace(older, with: buttons, on: session.profile) ? $0 : nil }
            ?? foreignNumber(of: occurrence)
        if replaces != 0, let older { step(.replacing, of: older.occurrence.id) }
        let closesFormer = asked != nil && replaces == 0 && session.profile.closesBeforeReplacing
        if closesFormer, let asked {
            if let older, older.occurrence.id != id { step(.givingWay, of: older.occurrence.id) }
            close(asked)
        }
        if replaces != 0, occurrence.server != occurrence.replaces, session.occurrences[replaces] == nil {
            // Signals that are kept for this number are dropped, because they are about the older notification.
            _ = self.session?.parked.take(replaces)
        }
        let stay = stay(of: occurrence, preparation.notification.request, offersChoice: buttons.offersChoice)
        let former = records[id]?.active
        var active = ActivePresentation(
            occurrence: occurrence,
            machine: ShownNotification(buttons: buttons, profile: session.profile, stay: stay),
            dispatch: .init(replaces: replaces, hasClosedFormer: closesFormer, sound: preparation.sound),
            formers: formers)
        active.dispatch.manner = former?.dispatch.manner ?? preparing.manner
        active.dispatch.options = preparing.options
        active.dispatch.sent = current.now.steady
        active.turns = record.marks.turn?.count ?? former?.turns ?? 0
        active.returns = former?.returns ?? 0
        active.dispatch.server = session.server.information.first ?? ""
        active.dispatch.wasDrawnLocked = isLocked
        if deadlines[.hide(id)] == nil, let end = end(of: occurrence) { deadlines.set(.hide(id), at: end) }
        records.change(id) { $0.active = active }
        // Signals about the occurrence's former number are kept until the server has returned the new number.
        if let asked, session.occurrences[asked] == id { self.session?.occurrences[asked] = nil }
        tell(.badge(preparation.notification))
        send(call(preparation, active, isHidden: isHidden, on: session), of: id, isRedraw: preparing.isRedraw)
    }

    private mutating func send(_ call: NotifyCall, of id: Int64, isRedraw: Bool) {
        counters.calls += 1
        let number = counters.calls
        records.change(id) { $0.active?.dispatch.call = number }
        records.move(id, to: .sending(.init(number: counters.calls, isRedraw: isRedraw)))
        deadlines.set(.window(id), at: current.now.steady + Self.windowTime)
        send(.notify(id, call: counters.calls, call, retry.form(of: id)))
    }

    mutating func callIsOverdue(_ id: Int64) {
        guard var call = records[id]?.call else { return }
        call.isOverdue = true
        records.move(id, to: .sending(call))
        requestDrain()
    }

    /// Returns this presentation's buttons, which still understand presses on the older presentation's buttons.
    private func buttons(
        _ record: PresentationRecord, _ preparation: Preparation, after older: ActivePresentation?, isHidden: Bool
    ) -> Buttons {
        let request = preparation.notification.request
        let isSameRequest = older?.occurrence.notification.request.instance == request.instance
        var buttons = Buttons(
            request: request, category: preparation.category, occurrence: record.id,
            repliesInline: preparation.capabilities.repliesInline, words: Self.words,
            inPlaceOf: isSameRequest ? nil : older?.machine.buttons)
        if let older { buttons = buttons.remembering(older.machine.buttons, isSameRequest: isSameRequest) }
        buttons.marks = Buttons.Marks(
            awaits: record.marks.press.map { _ in .unlocking }, isRedacted: isHidden,
            hasStrays: session?.parked.mayHaveStrays(of: record.id) == true ? true : nil)
        return buttons
    }

    private func call(
        _ preparation: Preparation, _ active: ActivePresentation, isHidden: Bool, on session: ServerSession
    ) -> NotifyCall {
        let notification = preparation.notification
        let presentation = notification.request.display
        let id = active.occurrence.id
        let shown = isHidden ? redacted(notification, preparation) : notification
        // A sandboxed application without a desktop file has its id as icon, and is not shown with Belfry's icon.
        let showsOwnFace = presentation.icon == notification.app
        let standardIcon = presentation.isAsGiven && !isHidden ? "" : preparation.icon
        let lines = [preparation.late, records[id]?.marks.press.map { Self.words.unlock($0.label) }].compactMap(\.self)
        var call = NotifyCall(
            applicationName: presentation.applicationName ?? preparation.applicationName,
            desktopEntry: showsOwnFace ? notification.app : preparation.desktopEntry,
            icon: shown.request.display.icon ?? (showsOwnFace ? notification.app : standardIcon),
            replaces: active.dispatch.replaces, buttons: active.machine.buttons,
            picture: isHidden ? nil : preparation.picture,
            notification: shown, capabilities: preparation.capabilities, stay: active.machine.stay,
            late: lines.isEmpty ? nil : lines.joined(separator: "\n"), manner: active.dispatch.manner,
            sound: active.dispatch.sound,
            breaksThrough: preparation.breaksThrough,
            offersSettings: session.profile.drawsSettings && preparation.providesSettings)
        call.hearsDefault = preparation.hearsDefault
        call.tag = Self.tag(of: active.occurrence)
        return call
    }

    private func redacted(
        _ notification: NotificationModel.Notification, _ preparation: Preparation
    ) -> NotificationModel.Notification {
        // The number of notifications in the thread is needed only for a placeholder that contains `%u`.
        let isCounting = preparation.category?.hiddenPreviewsBodyPlaceholder.contains("%u") == true
        return Redaction.redacted(
            notification, category: preparation.category,
            application: notification.request.display.applicationName ?? preparation.applicationName,
            count: isCounting ? threadCount(of: notification) : 1, standardBody: Self.words.notification)
    }

    /// The number of notifications of the same application and thread on the screen; at least 1.
    func threadCount(of notification: NotificationModel.Notification) -> Int {
        let thread = notification.request.content.threadIdentifier
        let count = records.values.count {
            $0.active != nil && $0.occurrence.app == notification.app
                && $0.occurrence.notification.request.content.threadIdentifier == thread
        }
        return max(count, 1)
    }

    /// Returns the number of the notification that the caller wants to replace; 0 for none, or a Belfry notification.
    private func foreignNumber(of occurrence: Occurrence) -> UInt32 {
        let number = occurrence.notification.request.display.replacesNumber
        let isFirst = occurrence.replaces == nil && occurrence.server == nil
        return isFirst && session?.occurrences[number] == nil ? number : 0
    }

    /// Decides whether an older notification is replaced. Replacing a closed notification shows nothing (quirk 13 of `quirks.tsv`).
    ///
    /// A notification whose buttons the server would not redraw is not replaced either: the new one is presented beside
    /// it, and then the older one is closed; on servers that pop up no new notification beside an old one, the older
    /// one is closed first (quirk 27).
    private func mayReplace(_ older: ActivePresentation?, with buttons: Buttons, on profile: ServerProfile) -> Bool {
        let isOpen = older.map { $0.machine.phase == .open } ?? true
        let isRedrawn = profile.redrawsButtons || !buttons.offersChoice
        return isOpen && isRedrawn && profile.canReplace
    }

    /// Returns a tag that all presentations of an occurrence share, and no other occurrence has. The ids of a new store
    /// begin at 1 again, so the tag contains the date.
    private static func tag(of occurrence: Occurrence) -> String {
        "belfry:\(occurrence.id):\(String(occurrence.notification.date.timeIntervalSince1970.bitPattern, radix: 36))"
    }

    // MARK: - Return to the store

    /// Returns the occurrence to the store's queue, for the next server.
    mutating func putBack(_ id: Int64) {
        clearActive(id)
        records.change(id) { $0.marks.isReturnNoted = false }
        tell(.progressEnded(id))
        waiting.growBacklog()
        retire(id)
    }
}
