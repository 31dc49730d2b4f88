// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import DesktopPresentation
import FoundationEssentials

/// Reports about a server that fails, and about the notifications that wait for it.
extension Desktop {
    /// Returns the server's failure; nil if the server works, or has failed for a short time only.
    package func trouble() -> ServerTrouble? {
        let (now, steady) = (clock.now, clock.sinceBoot)
        func date(_ time: TimeInterval) -> Date { now + (time - steady) }
        let name = server.map { $0.information.first ?? "" } ?? ""
        let refused = queue.refusedCount
        var trouble: ServerTrouble?
        if server == nil, let silence = link?.assumeIsolated({ $0.silence }) {
            let seconds = (ContinuousClock.now - silence.since).components.seconds
            trouble = ServerTrouble(
                server: silence.owner, since: now - TimeInterval(seconds), error: silence.error, next: now)
        } else if let server, let failure = queue.failure {
            trouble = ServerTrouble(
                server: name.isEmpty ? server.owner : name, since: date(failure.since), error: failure.error,
                next: queue.nextTry.map(date), refused: refused)
        } else if let server, let sent = queue.oldestCall {
            trouble = ServerTrouble(
                server: name.isEmpty ? server.owner : name, since: date(sent), error: "no reply", next: nil)
        }
        guard var trouble, trouble.refused > 0 || now.timeIntervalSince(trouble.since) >= ServerTrouble.patience else {
            return nil
        }
        // The name comes from the server, and may contain anything.
        trouble.server = PlainText.clean(String(trouble.server.prefix(64)), keepingLines: false)
        return trouble
    }
}
