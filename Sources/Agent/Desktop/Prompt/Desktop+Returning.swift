// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import NotificationStore

/// Back onto the screen: what the person pressed and did not answer.
extension Desktop {
    /// Shows again, without a sound, what the person pressed and did not answer.
    ///
    /// Nothing happens where it was removed, or a newer one has taken its place.
    func bringBack(_ occurrence: Occurrence, isUnlisted: Bool, because reason: String) async {
        guard let row = await stillDelivered(occurrence) else { return takeOffScreen(occurrence.id) }
        await noteUnanswered(row, because: reason)
        takeOffScreen(row.id)
        guard let server, !isStopping else {
            returning.insert(row.id)
            backlog += 1
            return
        }
        if isUnlisted { unlisted.insert(row.id) }
        await show(row, on: server, options: Self.soundless)
    }

    /// Shows what an agent left behind with a press that it had not carried out; false where it is no such one.
    func bringsBack(_ row: Occurrence, on server: ServerLink.Server) async -> Bool {
        guard row.awaitedPress, row.state == .presenting || row.server?.owner == server.place else { return false }
        if returning.remove(row.id) == nil { await noteUnanswered(row, because: "restart") }
        await show(row.uninterrupted, on: server, options: Self.soundless)
        return true
    }

    /// What the application would answer that wants neither a sound nor another number.
    static let soundless: Set = ["banner", "list"]

    func stillDelivered(_ occurrence: Occurrence) async -> Occurrence? {
        do {
            return try await store.occurrence(occurrence.id)
        } catch {
            // Shown once too often is better than not at all.
            return occurrence
        }
    }

    private func noteUnanswered(_ occurrence: Occurrence, because reason: String) async {
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .unanswered, date: clock.now,
            detail: ["reason": .string(reason)])
        await write(occurrence) { store, _, _ in try await store.note(event) }
    }

    /// Closes what is still on the screen of an occurrence, of which nothing more is to be heard.
    func takeOffScreen(_ id: Int64) {
        if let number = showings[id]?.number { closeOnServer(number) }
        forget(id)
    }
}

extension Occurrence {
    /// An agent has left it behind with a press that was no answer yet.
    var awaitedPress: Bool {
        buttons.flatMap { try? JSONDecoder().decode(Buttons.self, from: $0) }?.marks.awaits != nil
    }

    /// The same, which was taken off the screen and not interrupted on its way there.
    fileprivate var uninterrupted: Occurrence {
        Occurrence(
            id: id, notification: notification, state: state, server: server, replaces: replaces, kept: kept,
            buttons: buttons)
    }
}
