// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import DesktopPresentation
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// What was on the screen and nobody reacted to comes back where a server has forgotten it, quietly.
extension Desktop {
    /// Has what went with former servers come back, as the person's policy says.
    func bringBack(to server: ServerLink.Server) async {
        guard !crashes.isLoop(at: clock.sinceBoot) else {
            return logger.warning("Servers go one after another: what they showed does not come back to this one")
        }
        let policy = await neighbours.reshow()
        do {
            let lost = try await store.lost(limit: Self.memory)
            guard !lost.isEmpty else { return }
            let chosen = policy.chosen(of: lost, at: clock.now)
            // The others stay in the delivered list, and only there.
            try await store.keepLost(chosen.map(\.id))
            guard self.server == server else { return }
            quietly += unqueued(chosen.suffix(server.profile.limits.total ?? .max))
        } catch {
            logger.error("Could not read what is to come back", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Of what an earlier agent showed on a server that loses it with its sender: those that come back.
    ///
    /// Only where they are gone: one that still is on the screen, with dead buttons, is shown once more in its place.
    func keptBy(_ server: ServerLink.Server, _ rows: [Occurrence], at now: Date) async -> [Occurrence] {
        guard server.profile.dropsWithSender else { return rows }
        let policy = await neighbours.reshow()
        let chosen = policy.chosen(of: rows.sorted { $0.id > $1.id }, at: now)
        let known = Set(chosen.map(\.id))
        for row in rows where !known.contains(row.id) {
            if let number = row.server?.number { closeOnServer(number) }
            await unpresent(row, staysListed: true, because: .string("reshow"))
        }
        return chosen
    }

    /// Shows again what an earlier agent has shown on this server, or a former server has lost.
    func showAgain(_ occurrence: Occurrence, on server: ServerLink.Server) async {
        switch occurrence.state {
        case .presenting: break
        case .shown:
            // Another server has come meanwhile, and what was on the former one is off the screen.
            guard occurrence.server?.owner == server.place else { return }
            await show(
                occurrence, on: server, options: Self.soundless,
                manner: server.profile.dropsWithSender ? .quiet : .silent)
        case .unpresented:
            // Answered, removed, replaced or nagged meanwhile: it is another, or none.
            guard let row = try? await store.occurrence(occurrence.id), row.state == .unpresented else { return }
            guard self.server == server else { return }
            await show(row, on: server, options: Self.soundless, manner: .quiet)
        }
    }
}
