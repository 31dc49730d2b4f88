// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import DesktopPresentation
import FoundationEssentials

/// What people are told of a server that fails, and of what waits.
extension Desktop {
    /// What an occurrence that is not on the screen yet waits for.
    package enum Want: String, Hashable, Sendable, CaseIterable {
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

    /// How the server fails; nil where it doesn't, or has only begun to.
    package func trouble() -> ServerTrouble? {
        let (now, steady) = (clock.now, clock.sinceBoot)
        func date(_ time: TimeInterval) -> Date { now + (time - steady) }
        let name = server.map { $0.information.first ?? "" } ?? ""
        let refused = retry.attempts.values.count { $0.wait == .ever }
        var trouble: ServerTrouble?
        if server == nil, let silence = link?.assumeIsolated({ $0.silence }) {
            let seconds = (ContinuousClock.now - silence.since).components.seconds
            trouble = ServerTrouble(
                server: silence.owner, since: now - TimeInterval(seconds), error: silence.error, next: now)
        } else if let server, let failure = retry.failure, isSomethingWaiting {
            trouble = ServerTrouble(
                server: name.isEmpty ? server.owner : name, since: date(failure.since), error: failure.error,
                next: retry.wake(isQueueEmpty: isQueueEmpty).map(date), refused: refused)
        } else if let server, let sent = sent.keys.compactMap({ showings[$0]?.sent }).min() {
            trouble = ServerTrouble(
                server: name.isEmpty ? server.owner : name, since: date(sent), error: "no reply", next: nil)
        }
        guard var trouble, trouble.refused > 0 || now.timeIntervalSince(trouble.since) >= ServerTrouble.patience else {
            return nil
        }
        // A server may say anything.
        trouble.server = PlainText.clean(String(trouble.server.prefix(64)), keepingLines: false)
        return trouble
    }

    /// What each of these waits for, which the store has as presenting.
    package func wants(of ids: [Int64]) -> [Int64: Want] {
        Dictionary(ids.map { ($0, want(of: $0)) }) { one, _ in one }
    }

    private func want(of id: Int64) -> Want {
        guard server != nil else { return .server }
        if let attempt = retry.attempts[id] { return attempt.wait == .ever ? .refused : .retry }
        if sent[id] != nil { return .reply }
        if retry.isPausing(at: clock.sinceBoot) { return .retry }
        return isCrowded && asking[id] == nil && prompts[id] == nil && heldPresses[id] == nil ? .room : .turn
    }

    private var isSomethingWaiting: Bool { !retry.attempts.isEmpty || !isQueueEmpty }

    var isQueueEmpty: Bool { waiting.isEmpty && quietly.isEmpty && backlog == backlogRead }
}
