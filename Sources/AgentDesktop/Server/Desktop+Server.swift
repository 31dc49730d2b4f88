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

/// What follows when the server comes and goes.
extension Desktop {
    func serverArrived(_ server: ServerLink.Server) {
        // It may say late what it can do.
        let event = self.server == server ? PresentationRetry.Event.capabilitiesChanged : .serverChanged
        self.server = server
        perform(retry.handle(event, at: clock.sinceBoot))
        stopLooking()
        capabilitiesRead = clock.sinceBoot
        backlog += 1
        // Its own task: what an earlier agent has shown there is still on the screen.
        adoptions += 1
        meet(server)
        Task {
            await remember(presenter: server.place)
            await closeLeftovers(on: server)
            await forgetOthers(than: server)
            await adopt(from: server)
            await bringBack(to: server)
            adoptions -= 1
            pump()
        }
    }

    func serverLeft(_ owner: String) {
        stopLooking()
        guard server?.owner == owner || server == nil else { return }
        // It was to be expected of one that ends when it has nothing to show.
        let hasEndedByItself = server?.profile.leavesWhenEmpty == true && inFlight.isEmpty && !showsAnything
        server = nil
        unmet = []
        if !hasEndedByItself { crashes.note(at: clock.sinceBoot, sending: inFlight) }
        quietly = []
        // The store has them.
        if !retry.attempts.isEmpty { backlog += 1 }
        perform(retry.handle(.serverChanged, at: clock.sinceBoot))
        parked.removeAll()
        for id in showings.keys.sorted() { handle(.serverGone, of: id) }
        occurrences = [:]
        Task {
            await remember(presenter: nil)
            await replaceServer()
        }
    }

    /// Asks the bus for another server where something waits for one, and servers don't end one after another.
    private func replaceServer() async {
        guard server == nil, !isStopping, !crashes.isLoop(at: clock.sinceBoot),
            (try? await store.presenting(limit: 1).isEmpty) == false
        else { return }
        await link?.startServerIfActivatable()
    }

    /// Lets the store tell what was interrupted from what was never begun, should the agent die now.
    private func remember(presenter owner: String?) async {
        do {
            try await store.setPresenter(owner)
        } catch {
            logger.warning("Could not note the server", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Closes what is over and may still be on the screen: the agent before this one ended first, or there was no server to tell.
    private func closeLeftovers(on server: ServerLink.Server) async {
        guard let places = try? await store.unclosed(on: server.place, limit: Self.memory), self.server == server else {
            return
        }
        for place in places { closeIfOver(place) }
    }

    /// What the store has on the screen of another server went with it while no agent was there to see.
    private func forgetOthers(than server: ServerLink.Server) async {
        var last: Int64 = 0
        while let rows = try? await store.shown(on: nil, after: last, limit: Self.memory), let end = rows.last {
            for row in rows where row.server?.owner != server.place && showings[row.id] == nil {
                await unpresent(
                    row, staysListed: true, because: Self.serverGone, ["end": .string(ShowingEnd.closed.rawValue)])
            }
            last = end.id
        }
    }

    /// Takes over what this very server shows from before the agent was restarted.
    private func adopt(from server: ServerLink.Server) async {
        guard let rows = try? await store.shown(on: server.place, limit: Self.memory) else { return }
        guard !server.profile.isTiedToSenders else {
            // Its buttons are dead: shown once more, in its own place, it is ours.
            let now = clock.now
            let own = rows.filter { showings[$0.id] == nil }
            let kept = await keptBy(server, own.filter { !$0.isOver(at: now) }, at: now)
            let again = unqueued(kept.map(\.inItsOwnPlace))
            // On a screen with little room they are not to push one another away.
            if server.profile.dropsWithSender { quietly = again + quietly } else { waiting = again + waiting }
            for row in own where row.isOver(at: now) {
                guard let number = row.server?.number, self.server == server else { continue }
                await takeOver(row, number, from: server)
            }
            return
        }
        for row in rows where showings[row.id] == nil {
            // It says that it waits, and nothing does any more; or it was pressed, or taken away, when nobody listened; or
            // what is typed into it would be said to the agent before.
            guard !row.awaitedPress, !(server.profile.drawsReplacedAnew && row.asksSomething),
                !(server.profile.repliesToSender && row.waitsForText && !row.isOver(at: clock.now))
            else {
                waiting += unqueued([row.inItsOwnPlace])
                continue
            }
            guard let number = row.server?.number, self.server == server, occurrences[number] == nil else { continue }
            await takeOver(row, number, from: server)
            for event in parked.take(number) { handle(event, of: row.id) }
        }
        if rows.count == Self.memory { hasForgotten = true }
        redrawAll()
    }

    /// Those that are not in hand yet.
    func unqueued(_ rows: [Occurrence]) -> [Occurrence] {
        let known = Set((waiting + quietly + retry.held).map(\.id)).union(inFlight).union(showings.keys)
        return rows.filter { !known.contains($0.id) }
    }

    /// Takes one that is on the screen in hand, with the buttons that it was shown with.
    func takeOver(_ row: Occurrence, _ number: UInt32, from server: ServerLink.Server) async {
        let record = ShowingRecord(of: row)
        let buttons = await buttons(record, of: row, on: server)
        let levels = await neighbours.permission(row.app).levels
        var request = row.notification.request
        request.content = levels.permitted(request.content)
        guard self.server == server, occurrences[number] == nil else { return }
        var machine = ShownNotification(
            buttons: buttons, profile: server.profile,
            stay: ShowingStay(of: request, offersChoice: buttons.offersChoice))
        machine.shownAt = record?.shown
        _ = machine.handle(.replied)
        let isRedacted = machine.buttons.marks.isRedacted
        if machine.buttons.marks.hasStrays == true { parked.expectStrays(of: row.id) }
        showings[row.id] = Showing(
            occurrence: row, machine: machine, number: number, server: server.information.first ?? "",
            wasDrawnLocked: isRedacted)
        occurrences[number] = row.id
        if !row.isListed { unlisted.insert(row.id) }
        hide(row.id, at: record?.hides)
        showProgress(of: row)
    }

    private func buttons(
        _ record: ShowingRecord?, of row: Occurrence, on server: ServerLink.Server
    ) async -> Buttons {
        if let record { return record.buttons }
        // An earlier version showed it, and did not note them.
        let request = row.notification.request
        let category = try? await store.category(request.content.categoryIdentifier, app: row.app)
        return Buttons(
            request: request, category: category ?? nil, occurrence: row.id,
            repliesInline: server.capabilities.repliesInline, words: words)
    }
}

extension Occurrence {
    /// Whether its time on the screen was over by then.
    fileprivate func isOver(at date: Date) -> Bool { ShowingRecord(of: self)?.hides.map { $0 <= date } ?? false }

    /// Whether its buttons are a question, by which it stays.
    fileprivate var asksSomething: Bool { ShowingRecord(of: self)?.buttons.offersChoice ?? false }

    /// Whether one of its buttons asks for a text, and it is still to be seen: not what goes when the server thinks fit.
    fileprivate var waitsForText: Bool {
        ShowingRecord(of: self)?.buttons.textInput != nil
            && ShowingStay(of: notification.request, offersChoice: true).seconds != nil
    }

    /// The same, to be sent with the number that it has.
    var inItsOwnPlace: Occurrence {
        Occurrence(
            id: id, notification: notification, state: state, server: server, replaces: server, buttons: buttons,
            isListed: isListed)
    }

    /// The same, to be sent beside what is on the screen.
    var inPlaceOfNone: Occurrence {
        var notification = notification
        notification.request.presentation.replacesNumber = 0
        return Occurrence(
            id: id, notification: notification, state: state, server: server, buttons: buttons, isListed: isListed)
    }
}
