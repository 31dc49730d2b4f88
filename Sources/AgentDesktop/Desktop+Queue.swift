// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import AgentRules
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
package import NotificationStore

/// The queue to the screen: the store's, of which a few are in hand.
extension Desktop {
    /// Shows these, oldest first, after those that wait already.
    package func present(_ fired: [Occurrence]) async {
        // The former ones have expired, and may live on in the server's own list (quirk 13).
        for place in fired.compactMap(\.kept) { closeIfOver(place) }
        let fired = fired.filter { endedEarly.remove($0.id) == nil }
        withdrawReplaced(by: fired)
        guard server != nil, backlog == backlogRead, waiting.count < Self.memory else {
            backlog += 1
            // On a full screen what presses is not to wait until all before it has been read.
            if server?.profile.isLimited == true { waiting += fired.filter(\.presses) }
            if server == nil { await link?.startServerIfActivatable() }
            pump()
            return
        }
        waiting.removeAll { older in fired.contains { $0.id == older.id } }
        waiting += fired
        pump()
    }

    /// A newer showing of a request that still waits takes its place.
    private func withdrawReplaced(by fired: [Occurrence]) {
        let names = Dictionary(fired.map { ([$0.app, $0.identifier], $0.id) }) { max($0, $1) }
        let replaced = (waiting + quietly + retry.held).filter { older in
            names[[older.app, older.identifier]].map { $0 > older.id } ?? false
        }
        for older in replaced { withdraw(older.id) }
    }

    /// Takes out of the queue what a program has removed.
    func withdraw(_ id: Int64) {
        waiting.removeAll { $0.id == id }
        quietly.removeAll { $0.id == id }
        comingAgain[id] = nil
        returning.remove(id)
        perform(retry.handle(.withdrawn(id), at: clock.sinceBoot))
        if inFlight.contains(id) || asking[id] != nil || taken == id { withdrawn.insert(id) }
    }

    func pump() {
        waitForRetry()
        guard !isPumping, !isStopping, server != nil else { return }
        isPumping = true
        // One task at a time works the queue off; it ends when the queue is empty, or the window or the screen full.
        Task {
            await completeServer()
            await workOff()
            isPumping = false
            waitForRetry()
            let mayGoOn = hasPlaceInWindow && rereading == nil && !isCrowded
            if server != nil, mayGoOn, !isQueueEmpty { pump() }
        }
    }

    /// One at a time where a server went with some in hand: so it turns out which one it can't bear.
    private var hasPlaceInWindow: Bool {
        let window = crashes.hasSuspects(at: clock.sinceBoot) ? 1 : Self.window
        return inFlight.count < retry.room(of: window, at: clock.sinceBoot) && asking.count < Self.askingLimit
    }

    private func workOff() async {
        isCrowded = false
        while let server, !isStopping, hasPlaceInWindow {
            let isCrowding = server.profile.isLimited && waiting.count < Self.memory
            if waiting.isEmpty || isCrowding, backlog != backlogRead { _ = await readBacklog() }
            guard self.server == server, let next = takeNext(on: server) else { return }
            guard showings[next.id] == nil, prompts[next.id] == nil, asking[next.id] == nil,
                !inFlight.contains(next.id), !retry.holds(next.id)
            else { continue }
            taken = next.id
            defer {
                taken = nil
                if !inFlight.contains(next.id), asking[next.id] == nil { withdrawn.remove(next.id) }
            }
            if await hasExpired(next) { continue }
            let permission = await neighbours.permission(next.app)
            if !permission.notifications {
                await unpresent(next, staysListed: false, because: .string("config.toml"))
                // It was to be shown once more in its place.
                if let place = next.server { closeIfOver(place) }
            } else if next.notification.request.content.hasNoText {
                await applyBadgeAlone(next)
            } else if !permission.alert, !isShownByHand(next) {
                await keepOffScreen(next)
            } else if crashes.isGuilty(next.id), !retry.isPardoned(next.id) {
                let accusation = PresentationRetry.Event.guilty(next, count: crashes.count(of: next.id))
                perform(retry.handle(accusation, at: clock.sinceBoot))
            } else if await showIfAwaiting(next, on: server) {
                continue
            } else if comingAgain[next.id] != nil, next.state == .presenting {
                await show(next, on: server, options: Self.soundless, manner: .silent)
            } else if next.state != .presenting {
                await showAgain(next, on: server)
            } else if let trial = retry.trial(of: next.id) {
                await show(next, on: server, options: trial.options, manner: trial.manner)
            } else if await !asksApplication(about: next) {
                await show(next, on: server)
            }
        }
    }

    /// Fetches fired ones that are only in the store; false when there are no more, or it can't be read.
    private func readBacklog() async -> Bool {
        let reading = backlog
        let known = Set(showings.keys).union(asking.keys).union(inFlight).union(prompts.keys).union(heldPresses.keys)
            .union(waiting.map(\.id)).union(retry.attempts.keys)
        let unnumbered = showings.values.count { $0.number == nil }
        do {
            let limit =
                64 + unnumbered + inFlight.count + asking.count + waiting.count + prompts.count + heldPresses.count
                + retry.attempts.count
            let rows = try await store.presenting(limit: limit).filter { !known.contains($0.id) }
            // After what was taken over from an earlier agent meanwhile, and what presses and came by itself.
            waiting += rows.filter { row in !waiting.contains { $0.id == row.id } }
            if rows.isEmpty { backlogRead = reading }
            if let count = logThrottle.end() {
                logger.notice("What is to be shown can be read again", metadata: [LogKey.count: "\(count)"])
            }
            return !rows.isEmpty
        } catch {
            if logThrottle.isDue(at: clock.sinceBoot) {
                logger.error(
                    "Could not read what is to be shown",
                    metadata: [LogKey.error: "\(ErrorSummary(error))", LogKey.count: "\(logThrottle.count)"])
            }
            rereading = clock.timer(after: Self.rereadingPause, on: loop) { [weak self] in
                self?.assumeIsolated {
                    $0.rereading = nil
                    $0.pump()
                }
            }
            return false
        }
    }

    private func applyBadgeAlone(_ occurrence: Occurrence) async {
        if await neighbours.permission(occurrence.app).badge { applyBadge(of: occurrence.notification) }
        await playSoundAlone(of: occurrence)
        await write(occurrence) { try await $1.markGone($2, event: .shown, detail: [:], at: $3) }
    }

    /// Whether the running application was asked; if so, its answer carries on from here.
    func asksApplication(about occurrence: Occurrence) async -> Bool {
        guard await neighbours.wantsToBeAsked(occurrence.notification.app) else { return false }
        asking[occurrence.id] = occurrence.app
        // On its own, because the application may take ten seconds and hold up nobody else.
        Task {
            let options = await neighbours.willPresent(occurrence.notification)
            let mayAlert = await neighbours.permission(occurrence.app).alert
            let isUnwanted = options?.isDisjoint(with: ["banner", "alert"]) == true
            if withdrawn.contains(occurrence.id) {
                asking[occurrence.id] = nil
                withdrawn.remove(occurrence.id)
                return
            }
            if isUnwanted || !mayAlert {
                // It is asked about until it is written down, so that it is not taken from the store once more.
                await list(occurrence, as: options, because: isUnwanted ? "willPresent" : "settings")
                asking[occurrence.id] = nil
                withdrawn.remove(occurrence.id)
                return pump()
            }
            asking[occurrence.id] = nil
            if let server {
                // A banner alone: seen, and then nowhere.
                if let options, options.isDisjoint(with: ["list", "alert"]) { unlisted.insert(occurrence.id) }
                await show(occurrence, on: server, options: options)
            } else {
                backlog += 1
            }
            pump()
        }
        return true
    }

    /// Back to the store's queue, for the next server.
    func putBack(_ id: Int64) {
        showings[id] = nil
        endCall(of: id)
        inFlight.remove(id)
        withdrawn.remove(id)
        backlog += 1
    }
}
