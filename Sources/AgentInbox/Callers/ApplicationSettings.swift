// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMachine
import AgentOutbox
import AgentRules
import DBus
import NotificationModel
import NotificationStore
import Triggers

/// An application's own notification settings, and refusals that it reports.
extension Inbox {
    /// Asks the running application to show its own notification settings.
    ///
    /// - Returns: Whether it shows them; false if it does not run, or does not reply.
    /// - Throws: ``NotificationModel/Refusal`` if it has no such settings, or nothing delivered has the identifier.
    func openSettings(of app: String, about identifier: String, for sender: String) async throws -> Bool {
        let (app, _) = try await application(app, for: sender)
        guard await permission(of: app).settings.providesAppNotificationSettings else {
            throw Refusal.invalidRequest(
                "app is \"\(app)\", which has no notification settings of its own: "
                    + "it never asked with providesAppNotificationSettings")
        }
        guard !identifier.isEmpty else { return await outbox.openSettings(of: app, about: nil) }
        guard let delivered = try await store.delivered(app: app, identifiers: [identifier]).first else {
            throw Refusal(.noSuchRequest, "app \"\(app)\" has no delivered notification \"\(identifier)\"")
        }
        return await outbox.openSettings(of: app, about: delivered.notification)
    }

    /// Logs a refusal that the application's library could tell nobody.
    func noteRefusal(_ dictionary: Value, of app: String, for sender: String) async throws {
        let (app, _) = try await application(app, for: sender)
        let note = try DictionaryCoding.decode(RefusalNote.self, from: dictionary)
        try note.validate()
        try await store.note(
            EventRecord(
                app: app, identifier: note.identifier, kind: .unheard, date: clock.now,
                detail: [
                    "method": .string(note.method), "error": .string(note.error),
                    "message": .string(PlainText.clean(note.message, keepingLines: false)),
                ]))
    }
}
