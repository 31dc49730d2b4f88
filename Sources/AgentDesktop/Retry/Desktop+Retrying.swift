// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import AgentRules
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// What the server did not take is sent again; ``PresentationRetry`` says when, and how.
extension Desktop {
    /// The server has answered `Notify` with an error.
    func failed(_ id: Int64, _ fault: NotifyFault, error: String) {
        guard let showing = showings[id] else { return }
        var occurrence = showing.occurrence
        // Drawn otherwise before: what is there still says what it may say no more, and nobody would hear its buttons.
        if redrawing.contains(id), let former = occurrence.replaces {
            closeOnServer(former.number)
            occurrence = occurrence.inPlaceOfNone
        }
        if showing.hidesAt != nil || showing.returns > 0 {
            comingAgain[id] = Turn(hidesAt: showing.hidesAt, count: showing.turns, since: clock.sinceBoot)
        }
        if refusals.isDue(at: clock.sinceBoot) {
            logger.warning(
                "The server did not take a notification",
                metadata: [
                    LogKey.error: "\(ErrorSummary(BusError(name: error, message: "")))", LogKey.occurrence: "\(id)",
                    LogKey.count: "\(refusals.count)",
                ])
        }
        // It may be able to do something else, as soon as it is all there.
        if fault == .absent { capabilitiesRead = -Self.freshness }
        let trial = PresentationRetry.Trial(options: showing.options, manner: showing.manner)
        discard(id)
        perform(retry.handle(.failed(occurrence, trial, fault, error: error), at: clock.sinceBoot))
    }

    /// The server has shown something: nothing that waits for it waits any longer.
    func serverWorks(_ id: Int64) {
        if let count = refusals.end() {
            logger.notice("The server takes notifications again", metadata: [LogKey.count: "\(count)"])
        }
        perform(retry.handle(.shown(id), at: clock.sinceBoot))
    }

    /// Out of hand, without a word to the store: it is still to be shown.
    private func discard(_ id: Int64) {
        endCall(of: id)
        inFlight.remove(id)
        withdrawn.remove(id)
        guard let showing = showings.removeValue(forKey: id) else { return }
        showing.timers.values.forEach { $0.cancel() }
        if let number = showing.number, occurrences[number] == id { occurrences[number] = nil }
        if showing.hidesAt != nil { waitForTime() }
    }

    func perform(_ effects: [PresentationRetry.Effect]) {
        for effect in effects {
            switch effect {
            case .queueFirst(let occurrences): waiting = unqueued(occurrences) + waiting
            case .queueLast(let occurrences): waiting += unqueued(occurrences)
            case .noteRepetition(let occurrence): noteRepetition(of: occurrence)
            case .noteRefusal(let occurrence, let error): noteRefusal(of: occurrence, error)
            }
        }
        waitForRetry()
    }

    /// One timer for all pauses, and none where nothing waits for the end of one.
    func waitForRetry() {
        let next = server == nil || isStopping ? nil : retry.wake(isQueueEmpty: isQueueEmpty)
        retrying.wait(until: next, by: clock, on: loop) { [weak self] in self?.assumeIsolated { $0.retryDue() } }
    }

    private func retryDue() {
        retrying.cancel()
        // The timer counts in whole microseconds.
        perform(retry.handle(.timePassed, at: clock.sinceBoot + 0.001))
        pump()
    }

    /// Asks a server that has not said all of itself once more, before it is sent what waits.
    func completeServer() async {
        guard let server, !server.isComplete, retry.phase != .ready else { return }
        _ = await link?.complete(server)
    }

    /// No form of it was accepted: the person finds it in the log, and in `status` and `doctor`.
    private func noteRefusal(of occurrence: Occurrence, _ error: String) {
        logger.error(
            "The server refuses a notification in every form",
            metadata: [
                LogKey.occurrence: "\(occurrence.id)",
                LogKey.error: "\(ErrorSummary(BusError(name: error, message: "")))",
            ])
        let server = server?.information.first ?? ""
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .refused, date: clock.now,
            detail: [
                "error": .string(error),
                "server": .string(PlainText.clean(String(server.prefix(64)), keepingLines: false)),
            ])
        Task.immediate { await write(occurrence) { _, store, _, _ in try await store.note(event) } }
    }
}
