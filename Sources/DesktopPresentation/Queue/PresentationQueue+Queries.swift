// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import NotificationStore

/// The reason why an occurrence is not on the screen yet.
package enum PresentationWant: String, Hashable, Sendable, CaseIterable {
    /// A notification server.
    case server
    /// The server's reply.
    case reply
    /// Room on the screen.
    case room
    /// The end of a pause, because the server did not accept it.
    case retry
    /// Another server, because this one refuses it.
    case refused
    /// The answer of its application, an action of the person, or its turn.
    case turn
}

/// Properties of the queue that other types read.
extension PresentationQueue {
    /// The present server; nil if there is none.
    package var server: ConnectedServer? { session?.server }

    /// Whether it was sent to the server, or is on its screen.
    package func isWithServer(_ id: Int64) -> Bool { records[id]?.active != nil }

    /// Whether the reply to this call is awaited.
    package func isAwaited(_ id: Int64, call: UInt64, from place: String) -> Bool {
        server?.place == place && records[id]?.call?.number == call
    }

    /// Whether servers exit one after another; then notifications of a former one are not presented to the next.
    package func isServerLoop(at now: TimeInterval) -> Bool { crashes.isLoop(at: now) }

    /// The number of notifications that the server refuses in every form.
    package var refusedCount: Int { retry.attempts.values.count { $0.wait == .ever } }

    /// The server's failure while an occurrence waits; nil if the server accepts notifications.
    package var failure: PresentationRetry.Failure? {
        retry.attempts.isEmpty && waiting.isEmpty ? nil : retry.failure
    }

    /// The time of the next try; nil if it needs another server or other capabilities.
    package var nextTry: TimeInterval? { retry.wake(isQueueEmpty: waiting.isEmpty) }

    /// Whether every fired occurrence is on the server, or waits for one.
    package func isIdle(at now: TimeInterval) -> Bool {
        let isWriting = records.values.contains(where: \.isNumberBeingWritten)
        guard !isWriting, session?.isAdopting != true, counters.questions == 0 else { return false }
        guard session != nil else { return true }
        return (waiting.isEmpty || waiting.isCrowded || retry.isPausing(at: now)) && records.inFlight == 0
            && waiting.worker == .idle && redraws.isIdle
    }

    /// Whether the server has returned the numbers of all calls.
    package var isSettled: Bool { session == nil || records.inFlight == 0 }

    package func want(of id: Int64, at now: TimeInterval) -> PresentationWant {
        guard session != nil else { return .server }
        if let attempt = retry.attempts[id] { return attempt.wait == .ever ? .refused : .retry }
        let record = records[id]
        if record?.call != nil { return .reply }
        if retry.isPausing(at: now) { return .retry }
        let waitsForSomebody = record?.isAsking == true || record?.prompt != nil || record?.marks.press != nil
        return waiting.isCrowded && !waitsForSomebody ? .room : .turn
    }

    /// The number of an occurrence on the present server.
    package func number(of id: Int64) -> UInt32? { records[id]?.active?.number }

    /// Returns the identifier of the request that the present server shows under a number; with nil of any application.
    package func identifier(ofNumber number: UInt32, app: String?) -> String? {
        guard let id = session?.occurrences[number], let record = records[id], record.isOpen,
            app == nil || record.occurrence.app == app
        else { return nil }
        return record.occurrence.identifier
    }

    /// Occurrences that are left out of the delivered list: their application wants them on the screen only, or the
    /// person has dismissed them and the store does not know that yet.
    package var unlisted: Set<Int64> {
        Set(records.values.lazy.filter { !$0.isListed || $0.active?.machine.isDismissed == true }.map(\.id))
    }

    /// The time when the oldest unanswered call was sent.
    package var oldestCall: TimeInterval? {
        records.values.compactMap { $0.call == nil ? nil : $0.active?.dispatch.sent }.min()
    }
}
