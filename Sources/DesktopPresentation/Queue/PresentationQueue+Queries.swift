// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import NotificationStore

/// The reason why an occurrence is not on the screen yet.
package enum PresentationWant: String, Hashable, Sendable, CaseIterable {
    /// The occurrence waits for a notification server.
    case server
    /// The occurrence was sent, and waits for the server's reply.
    case reply
    /// The occurrence waits for room on the screen.
    case room
    /// The server did not accept the occurrence, which waits for the end of a pause.
    case retry
    /// The server refuses the occurrence, which waits for another server.
    case refused
    /// The occurrence waits for its application's answer, an action of the person, or its turn.
    case turn
}

/// Properties of the queue that other types read.
extension PresentationQueue {
    /// The present server; nil if there is none.
    package var server: ConnectedServer? { session?.server }

    /// Whether the occurrence was sent to the server, or is on the server's screen.
    package func isWithServer(_ id: Int64) -> Bool { records[id]?.active != nil }

    /// Tells whether the server's reply to a call of `Notify` for an occurrence is awaited.
    package func isAwaited(_ id: Int64, call: UInt64, from place: String) -> Bool {
        server?.place == place && records[id]?.call?.number == call
    }

    /// Whether servers exit one after another. If so, notifications of a former server are not presented to the next.
    package func isServerLoop(at now: TimeInterval) -> Bool { crashes.isLoop(at: now) }

    /// The number of notifications that the server refuses in every form.
    package var refusedCount: Int { retry.attempts.values.count { $0.wait == .ever } }

    /// The server's failure while an occurrence waits; nil if the server accepts notifications.
    package var failure: PresentationRetry.Failure? { retry.attempts.isEmpty && waiting.isEmpty ? nil : retry.failure }

    /// The time when a failed notification is next sent; nil if that needs another server or other capabilities.
    package var nextTry: TimeInterval? { retry.wake(isQueueEmpty: waiting.isEmpty) }

    /// Whether every fired occurrence was sent to the server, or waits for a server.
    package func isIdle(at now: TimeInterval) -> Bool {
        let isWriting = records.values.contains(where: \.isNumberBeingWritten)
        guard !isWriting, session?.isAdopting != true, counters.questions == 0 else { return false }
        guard session != nil else { return true }
        return (waiting.isEmpty || waiting.isCrowded || retry.isPausing(at: now)) && records.inFlight == 0
            && waiting.worker == .idle && redraws.isIdle
    }

    /// Whether the server has returned the numbers of all calls, and no signal waits until the store is read.
    package var isSettled: Bool {
        guard let session else { return signalsBeforeHandshake.isEmpty }
        return records.inFlight == 0 && !session.isAdopting && session.lookups == 0
    }

    package func want(of id: Int64, at now: TimeInterval) -> PresentationWant {
        guard session != nil else { return .server }
        if let attempt = retry.attempts[id] { return attempt.wait == .ever ? .refused : .retry }
        let record = records[id]
        if record?.call != nil { return .reply }
        if retry.isPausing(at: now) { return .retry }
        let waitsForSomebody = record?.isAsking == true || record?.prompt != nil || record?.marks.press != nil
        return waiting.isCrowded && !waitsForSomebody ? .room : .turn
    }

    /// The number that the present server has given to an occurrence; nil if it has none.
    package func number(of id: Int64) -> UInt32? { records[id]?.active?.number }

    /// Returns the identifier of the request that the server shows under a number, of any application if `app` is nil.
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

    /// The time when the oldest `Notify` call without a reply was sent; nil if each call has its reply.
    package var oldestCall: TimeInterval? {
        records.values.compactMap { $0.call == nil ? nil : $0.active?.dispatch.sent }.min()
    }
}
