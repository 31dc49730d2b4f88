// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import AgentRules
import DesktopPresentation
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Reads from the store the notifications that earlier agents have left on a server, or that former servers lost.
struct AdoptionReader {
    let server: ConnectedServer

    private static let limit = PresentationQueue.memory

    func read(on desktop: isolated Desktop) async {
        await Self.remember(presenter: server.place, on: desktop)
        // These notifications have ended and may still be on the screen: the previous agent exited before closing them.
        if let places = try? await desktop.store.unclosed(on: server.place, limit: Self.limit) {
            desktop.feed(.leftoversFound(places, place: server.place))
        }
        await forgetOthers(desktop)
        await readShown(desktop)
        await Self.readLost(of: server, on: desktop)
        desktop.feed(.adoptionEnded(place: server.place))
    }

    /// Stores which server presents, so after a crash the store tells interrupted presentations from those never begun.
    static func remember(presenter owner: String?, on desktop: isolated Desktop) async {
        do {
            try await desktop.store.setPresenter(owner)
        } catch {
            desktop.logger.warning(
                "Could not store the name of the notification server",
                metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Ends the stored presentations on other servers, which exited while no agent ran.
    private func forgetOthers(_ desktop: isolated Desktop) async {
        var last: Int64 = 0
        while let rows = try? await desktop.store.shown(on: nil, after: last, limit: Self.limit), let end = rows.last {
            for row in rows where row.server?.owner != server.place && !desktop.queue.isWithServer(row.id) {
                let change = PresentationChange.unpresented(
                    staysListed: true, reason: PresentationQueue.serverGone,
                    facts: ["end": .string(CloseCause.closed.rawValue)])
                await PresentationWriter(occurrence: row).write(change, on: desktop)
            }
            last = end.id
        }
    }

    private func readShown(_ desktop: isolated Desktop) async {
        guard let rows = try? await desktop.store.shown(on: server.place, limit: Self.limit) else { return }
        var adoptions: [Adoption] = []
        for row in rows where !desktop.queue.isWithServer(row.id) {
            adoptions.append(await Self.adoption(of: row, on: server, desktop))
        }
        let policy = await desktop.dependencies.reshow()
        desktop.feed(.adopted(adoptions, policy, isFull: rows.count == Self.limit, place: server.place))
    }

    private static func adoption(
        of row: Occurrence, on server: ConnectedServer, _ desktop: isolated Desktop
    ) async -> Adoption {
        let record = PersistedPresentation(of: row)
        var request = row.notification.request
        var buttons = record?.buttons
        if buttons == nil {
            // An earlier version of Belfry presented this notification, and did not store its buttons.
            let category = try? await desktop.store.category(request.content.categoryIdentifier, app: row.app)
            buttons = Buttons(
                request: request, category: category ?? nil, occurrence: row.id,
                repliesInline: server.capabilities.repliesInline, words: desktop.words)
        }
        let levels = await desktop.dependencies.permission(row.app).levels
        request.content = levels.permitted(request.content)
        let known = buttons ?? Buttons(request: request, category: nil, occurrence: row.id, repliesInline: false)
        return Adoption(row: row, record: record, buttons: known, request: request)
    }

    // MARK: - Lost notifications

    static func readLost(on desktop: isolated Desktop) async {
        guard let server = desktop.server else { return }
        await readLost(of: server, on: desktop)
        desktop.feed(.adoptionEnded(place: server.place))
    }

    /// Reads the notifications that former servers lost, and presents again those that the person's policy chooses.
    private static func readLost(of server: ConnectedServer, on desktop: isolated Desktop) async {
        guard !desktop.queue.isServerLoop(at: desktop.clock.sinceBoot) else {
            return desktop.logger.warning(
                "Servers exit one after another: lost notifications are not presented to this one")
        }
        let policy = await desktop.dependencies.reshow()
        do {
            let lost = try await desktop.store.lost(limit: limit)
            guard !lost.isEmpty else { return }
            let chosen = policy.chosen(of: lost, at: desktop.clock.now)
            // Lost notifications that were not chosen stay in the delivered list only.
            try await desktop.store.keepLost(chosen.map(\.id))
            desktop.feed(.lostFound(chosen, place: server.place))
        } catch {
            desktop.logger.error(
                "Could not read lost notifications", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    // MARK: - Signals with unknown numbers

    /// Finds the occurrence that a server's signal with an unknown number is about.
    static func lookUp(_ lookup: Lookup, at place: String, on desktop: isolated Desktop) async {
        let row: Occurrence? =
            switch lookup.kind {
            case .number: try? await desktop.store.occurrence(at: ServerNumber(owner: place, number: lookup.number))
            case .key(let id, _): try? await desktop.store.occurrence(id)
            }
        var found: Adoption?
        if let row, let server = desktop.server { found = await adoption(of: row, on: server, desktop) }
        desktop.feed(.lookedUp(lookup, found, place: place))
    }
}
