// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop

/// Who the server is, for those who have to know.
extension Desktop {
    /// How long a caller waits for a server that has just come to say what it can do.
    private static let lookingTime = Duration.seconds(2)

    /// The present server, with what it can do now; nil when there is none.
    ///
    /// The first caller may be who started the agent: nobody is told that there is no server before one was looked for.
    /// What is known for longer than a minute is asked for again, once for all who want to know it meanwhile.
    func currentServer() async -> ServerLink.Server? {
        await look()
        if let renewal {
            await renewal.value
        } else if let server, clock.sinceBoot - capabilitiesRead > Self.freshness {
            let task = Task {
                if let renewed = await link?.renewed(server), self.server == renewed { self.server = renewed }
                capabilitiesRead = clock.sinceBoot
                renewal = nil
            }
            renewal = task
            await task.value
        }
        return server
    }

    /// It is found out who the server is, or that there is none.
    func stopLooking() {
        for looker in lookers { looker.resume() }
        lookers = []
    }

    private var isLooking: Bool {
        !isStopping && (!hasAsked || link?.assumeIsolated { $0.isGreeting } == true)
    }

    private func look() async {
        guard isLooking else { return }
        let limit = TimerSource(after: Self.lookingTime, on: loop) { [weak self] in
            self?.assumeIsolated { $0.stopLooking() }
        }
        await withCheckedContinuation { continuation in
            // Looked at in here: it may have been found out before this runs.
            if isLooking { lookers.append(continuation) } else { continuation.resume() }
        }
        limit.cancel()
    }
}
