// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore

/// What an occurrence that is not on the screen yet waits for.
enum PresentationWant: String, Hashable, Sendable, CaseIterable {
    /// A notification server.
    case server
    /// The server's reply.
    case reply
    /// Room on the screen.
    case room
    /// The end of a pause: the server did not take it.
    case retry
    /// Another server: this one refuses it.
    case refused
    /// Its application's word, the person's, or its turn.
    case turn
}

/// What others ask about the queue.
extension PresentationQueue {
    /// Whether all that fired is on the server, or waits for one.
    func isIdle(at now: TimeInterval) -> Bool {
        let isWriting = records.values.contains(where: \.isNumberBeingWritten)
        guard !isWriting, session?.isAdopting != true, counters.questions == 0 else { return false }
        guard session != nil else { return true }
        return (waiting.isEmpty || waiting.isCrowded || retry.isPausing(at: now)) && records.inFlight == 0
            && waiting.worker == .idle && redraws.isIdle
    }

    /// Whether the server has named all that it was sent.
    var isSettled: Bool { session == nil || records.inFlight == 0 }

    func want(of id: Int64, at now: TimeInterval) -> PresentationWant {
        guard session != nil else { return .server }
        if let attempt = retry.attempts[id] { return attempt.wait == .ever ? .refused : .retry }
        let record = records[id]
        if record?.call != nil { return .reply }
        if retry.isPausing(at: now) { return .retry }
        let waitsForSomebody = record?.isAsking == true || record?.prompt != nil || record?.press != nil
        return waiting.isCrowded && !waitsForSomebody ? .room : .turn
    }

    /// The number of an occurrence on the present server.
    func number(of id: Int64) -> UInt32? { records[id]?.active?.number }

    /// The request of an application that the present server shows under a number; nil application means any.
    func identifier(ofNumber number: UInt32, app: String?) -> String? {
        guard let id = session?.occurrences[number], let record = records[id], record.isOpen,
            app == nil || record.occurrence.app == app
        else { return nil }
        return record.occurrence.identifier
    }

    /// Occurrences that the delivered list leaves out: their application wants them on the screen only, or the person has
    /// dismissed them and the store is about to hear of it.
    var unlisted: Set<Int64> {
        Set(records.values.lazy.filter { !$0.isListed || $0.active?.machine.isDismissed == true }.map(\.id))
    }

    /// When the oldest call was sent whose reply is awaited.
    var oldestCall: TimeInterval? { records.values.compactMap { $0.call == nil ? nil : $0.active?.sent }.min() }
}
