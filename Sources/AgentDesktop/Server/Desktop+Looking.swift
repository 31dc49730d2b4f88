// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DesktopPresentation
import EventLoop
import FoundationEssentials

/// The state of the search for a server.
struct ServerLookup {
    /// The bus has said who owns the server's name at the start, if anybody does.
    var hasAsked = false
    /// Callers who want to know who the server is, while that is being found out.
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Asks the server what it can do now.
    var renewal: Task<Void, Never>?
    /// The time of the server's last list of capabilities, by ``WallClock/sinceBoot``.
    var capabilitiesRead: TimeInterval = 0
}

extension ConnectedServer {
    /// The time, in seconds, after which a server's capabilities are read again.
    fileprivate var freshness: TimeInterval { isComplete ? Self.longestFreshness : 1 }

    static let longestFreshness: TimeInterval = 60
}

/// Finding out who the server is, for those who have to know.
extension Desktop {
    /// The time that a caller waits for the capabilities of a server that has just started.
    private static let lookingTime = Duration.seconds(2)
    /// The same where nothing can be done without one.
    private static let startingTime = Duration.seconds(8)

    /// The present server as it was known last; nil when there is none.
    package var server: ServerLink.Server? { queue.server }

    func serverArrived(_ server: ServerLink.Server) {
        stopLooking()
        lookup.capabilitiesRead = clock.sinceBoot
        feed(.serverArrived(server))
    }

    func serverLeft(_ owner: String) {
        stopLooking()
        feed(.serverLeft(owner: owner))
    }

    /// The present server, with what it can do now; nil when there is none.
    ///
    /// The first caller may be who started the agent: nobody is told that there is no server before one was looked for.
    /// What is known for longer than a minute is asked for again, once for all who want to know it meanwhile.
    package func currentServer() async -> ServerLink.Server? {
        await look()
        if let renewal = lookup.renewal {
            await renewal.value
        } else if let server, clock.sinceBoot - lookup.capabilitiesRead > server.freshness {
            let task = Task {
                if !server.isComplete {
                    // News come as a server that arrives.
                    await link?.complete(server)
                } else if let renewed = await link?.renewed(server) {
                    feed(.serverRenewed(renewed))
                }
                lookup.capabilitiesRead = clock.sinceBoot
                lookup.renewal = nil
            }
            lookup.renewal = task
            await task.value
        }
        return server
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

    /// Ends the search: the server is known, or there is none.
    func stopLooking() {
        for waiter in lookup.waiters { waiter.resume() }
        lookup.waiters = []
    }

    private var isLooking: Bool {
        !queue.isStopping && (!lookup.hasAsked || link?.assumeIsolated { $0.isGreeting } == true)
    }

    private func look(within time: Duration = lookingTime) async {
        guard isLooking else { return }
        let limit = TimerSource(after: time, on: loop) { [weak self] in
            self?.assumeIsolated { $0.stopLooking() }
        }
        await withCheckedContinuation { continuation in
            // Looked at in here: it may have been found out before this runs.
            if isLooking { lookup.waiters.append(continuation) } else { continuation.resume() }
        }
        limit.cancel()
    }
}
