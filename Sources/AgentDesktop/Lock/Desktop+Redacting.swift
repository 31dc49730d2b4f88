// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentMachine
import AgentRules
import DesktopPresentation
import FoundationEssentials
import NotificationModel
import NotificationStore

/// What is on the screen says no more than it may while the session is locked, and all again afterwards.
extension Desktop {
    /// The session was locked or unlocked.
    package func lockChanged() {
        switch neighbours.lock.assumeIsolated({ $0.state }) {
        case .locked: redrawAll()
        case .unlocked:
            carryOutHeldPresses()
            redrawAll()
            // What takes turns has waited for the person.
            lookForRoom()
        // Only who said that it is unlocked can fall silent so: nothing is otherwise than it was.
        case .unknown: break
        }
    }

    /// Whether the words of an application's notifications are hidden now.
    func hidesWords(_ previews: Previews) -> Bool {
        switch previews {
        case .always: false
        case .whenUnlocked: isLocked
        case .never: true
        }
    }

    /// The same without its words.
    func redacted(
        _ notification: Notification, category: NotificationModel.Category?, application: InstalledApplication
    ) -> Notification {
        // Counted only where it is told; this one is among them, or about to be.
        let isCounting = category?.hiddenPreviewsBodyPlaceholder.contains("%u") == true
        let thread = notification.request.content.threadIdentifier
        let count =
            isCounting
            ? showings.values.count {
                $0.occurrence.app == notification.app
                    && $0.occurrence.notification.request.content.threadIdentifier == thread
            } : 0
        return Redaction.redacted(
            notification, category: category,
            application: notification.request.presentation.applicationName ?? application.name,
            count: max(count, 1), standardBody: words.notification)
    }

    // MARK: - Drawing anew

    /// For how long, in seconds, one that names no time is taken to be on the screen where nobody tells.
    private static let shownAtLeast: TimeInterval = 30

    /// Draws anew, without a sound, what may be on the screen otherwise than it should.
    func redrawAll() {
        // The oldest first: what is drawn beside its former copy on a full screen pushes off the oldest, which is its own.
        toRedraw = showings.sorted { ($1.value.shown, $1.key) < ($0.value.shown, $0.key) }.map(\.key)
        redrawMore()
    }

    /// It has its number: draws it anew if the session was locked or unlocked on the way.
    func redrawIfOutdated(_ id: Int64) {
        guard let showing = showings[id], showing.wasDrawnLocked != isLocked else { return }
        toRedraw.insert(id, at: 0)
        redrawMore()
    }

    /// Goes on with it while there is room among the calls that are under way.
    func redrawMore() {
        guard !isRedrawing, !toRedraw.isEmpty, !isStopping else { return }
        isRedrawing = true
        // One task at a time, which ends when all is drawn or too many calls are under way.
        Task {
            while inFlight.count < Self.window, !isStopping, let id = toRedraw.popLast() { await redraw(id) }
            isRedrawing = false
            if inFlight.count < Self.window { redrawMore() }
        }
    }

    /// Whether it may have expired without a word, and in no list is left of it: drawn anew, it would pop up.
    private func mayBeGone(_ showing: Showing, from server: ServerLink.Server) -> Bool {
        guard !server.profile.tellsExpiry, !server.profile.keepsExpired, showing.machine.stay.seconds == nil else {
            return false
        }
        return showing.machine.shownAt.map { clock.now.timeIntervalSince($0) > Self.shownAtLeast } ?? true
    }

    private func redraw(_ id: Int64) async {
        guard let app = showings[id]?.occurrence.app else { return }
        let previews = await neighbours.previews(app)
        guard let server, let showing = showings[id], let number = showing.number, showing.machine.phase == .open,
            !inFlight.contains(id)
        else { return }
        guard !mayBeGone(showing, from: server) else { return }
        guard hidesWords(previews) != showing.machine.buttons.marks.isRedacted else {
            showings[id]?.wasDrawnLocked = isLocked
            return
        }
        let place = ServerNumber(owner: server.place, number: number)
        let occurrence = showing.occurrence
        redrawing.insert(id)
        await show(
            Occurrence(
                id: id, notification: occurrence.notification, state: .shown, server: place, replaces: place,
                buttons: occurrence.buttons, isListed: occurrence.isListed), on: server, options: Self.soundless,
            manner: .silent)
        if !inFlight.contains(id) { redrawing.remove(id) }
    }
}
