// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DesktopPresentation
import EventLoop

/// Who the server is, for those who have to know.
extension Desktop {
    /// How long a caller waits for a server that has just come to say what it can do.
    private static let lookingTime = Duration.seconds(2)
    /// The same where nothing can be done without one.
    private static let startingTime = Duration.seconds(8)

    /// The present server, with what it can do now; nil when there is none.
    ///
    /// The first caller may be who started the agent: nobody is told that there is no server before one was looked for.
    /// What is known for longer than a minute is asked for again, once for all who want to know it meanwhile.
    package func currentServer() async -> ServerLink.Server? {
        await look()
        if let renewal {
            await renewal.value
        } else if let server, clock.sinceBoot - capabilitiesRead > (server.isComplete ? Self.freshness : 1) {
            let task = Task {
                if !server.isComplete {
                    // News come as a server that arrives.
                    await link?.complete(server)
                } else if let renewed = await link?.renewed(server), self.server == renewed {
                    let isNews = self.server?.capabilities != renewed.capabilities
                    self.server = renewed
                    if isNews { capabilitiesChanged() }
                }
                capabilitiesRead = clock.sinceBoot
                renewal = nil
            }
            renewal = task
            await task.value
        }
        return server
    }

    /// What it refused before it may take now.
    private func capabilitiesChanged() {
        perform(retry.handle(.capabilitiesChanged, at: clock.sinceBoot))
        pump()
    }

    /// The present server, or one that the bus starts for it, which takes its time; nil where there is none.
    ///
    /// For who shows something now or not at all: nothing else waits for a server that is only starting.
    package func serverOrStarted() async -> ServerLink.Server? {
        if let server = await currentServer() { return server }
        guard let link, await link.hasOwnerOrStarts() else { return nil }
        await look(within: Self.startingTime)
        return server
    }

    /// Whether somebody owns the server's name and doesn't say what they can do.
    package var hasSilentServer: Bool { link?.assumeIsolated { $0.isGreeting } == true }

    /// It is found out who the server is, or that there is none.
    func stopLooking() {
        for looker in lookers { looker.resume() }
        lookers = []
    }

    private var isLooking: Bool {
        !isStopping && (!hasAsked || link?.assumeIsolated { $0.isGreeting } == true)
    }

    private func look(within time: Duration = lookingTime) async {
        guard isLooking else { return }
        let limit = TimerSource(after: time, on: loop) { [weak self] in
            self?.assumeIsolated { $0.stopLooking() }
        }
        await withCheckedContinuation { continuation in
            // Looked at in here: it may have been found out before this runs.
            if isLooking { lookers.append(continuation) } else { continuation.resume() }
        }
        limit.cancel()
    }
}
