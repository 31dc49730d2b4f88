// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DesktopPresentation
import FoundationEssentials
import NotificationModel
import NotificationStore

/// Back onto the screen: what the person pressed and did not answer.
extension Desktop {
    /// What the application would answer that wants neither a sound nor another number.
    static let soundless: Set = ["banner", "list"]

    /// Shows again, without a sound, what the person pressed and did not answer.
    ///
    /// Nothing happens where it was removed, or a newer one has taken its place.
    func takeBack(_ occurrence: Occurrence, isUnlisted: Bool, because reason: String) async {
        let row = await stillDelivered(occurrence)
        if let row { await noteUnanswered(row, because: reason) }
        prompts[occurrence.id] = nil
        takeOffScreen(occurrence.id)
        guard let row else { return }
        if isUnlisted { unlisted.insert(row.id) }
        showOnceMore(row)
    }

    /// Puts it into the queue, where it has its turn among the others.
    func showOnceMore(_ row: Occurrence) {
        returning.insert(row.id)
        guard server != nil, !isStopping else {
            backlog += 1
            return
        }
        waiting.append(row)
        pump()
    }

    /// Shows what was left behind with a press that was not carried out; false where it is no such one.
    func showIfAwaiting(_ row: Occurrence, on server: ServerLink.Server) async -> Bool {
        guard row.awaitedPress, row.state == .presenting || row.server?.owner == server.place else { return false }
        // Another agent's.
        if returning.remove(row.id) == nil { await noteUnanswered(row, because: "restart") }
        await show(row.uninterrupted, on: server, options: Self.soundless, manner: .silent)
        return true
    }

    func stillDelivered(_ occurrence: Occurrence) async -> Occurrence? {
        do {
            return try await store.occurrence(occurrence.id)
        } catch {
            // Shown once too often is better than not at all.
            return occurrence
        }
    }

    func noteUnanswered(_ occurrence: Occurrence, because reason: String) async {
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .unanswered, date: clock.now,
            detail: ["reason": .string(reason)])
        await write(occurrence) { _, store, _, _ in try await store.note(event) }
    }

    /// Closes what is still on the screen of an occurrence, of which nothing more is to be heard.
    func takeOffScreen(_ id: Int64) {
        if let number = showings[id]?.number { closeOnServer(number) }
        forget(id)
    }
}

extension Occurrence {
    /// An agent has left it behind with a press that was no answer yet.
    var awaitedPress: Bool { ShowingRecord(of: self)?.buttons.marks.awaits != nil }

    /// The same, which was taken off the screen and not interrupted on its way there.
    fileprivate var uninterrupted: Occurrence {
        Occurrence(
            id: id, notification: notification, state: state, server: server, replaces: replaces, kept: kept,
            buttons: buttons, isListed: isListed)
    }
}
