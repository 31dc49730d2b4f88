// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DesktopPresentation
import EventLoop
import FoundationEssentials

/// The state of the search for a notification server.
struct ServerLookup {
    /// Whether the bus has answered the agent's first question who owns the server's name.
    var hasAsked = false
    /// Callers that wait until the server is known.
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The task that asks the server for its present capabilities.
    var renewal: Task<Void, Never>?
    /// The time when the server last listed its capabilities, by ``WallClock/sinceBoot``.
    var capabilitiesRead: TimeInterval = 0
}

extension ConnectedServer {
    /// The time, in seconds, after which a server's capabilities are read again.
    fileprivate var freshness: TimeInterval { isComplete ? Self.longestFreshness : 1 }

    static let longestFreshness: TimeInterval = 60
}

/// The search for the server, for callers that need it.
extension Desktop {
    /// The longest time that a caller waits for the capabilities of a server that has just started.
    private static let lookingTime = Duration.seconds(2)
    /// The longest time that a caller waits for a server if nothing can be done without one.
    private static let startingTime = Duration.seconds(8)

    /// The present server, with the capabilities that were read last; nil if there is none.
    package var server: ServerLink.Server? { queue.server }

    func serverArrived(_ server: ServerLink.Server) {
        stopLooking()
        lookup.capabilitiesRead = clock.sinceBoot
        feed(.serverArrived(server))
        serverChanged()
    }

    func serverLeft(_ owner: String) {
        stopLooking()
        feed(.serverLeft(owner: owner))
        serverChanged()
    }

    /// Returns the present server with its present capabilities; nil if there is none.
    ///
    /// The first caller may have started the agent, so the result waits for the search for a server. Capabilities that
    /// are older than a minute are read again, once for all callers that wait.
    package func currentServer() async -> ServerLink.Server? {
        await look()
        if let renewal = lookup.renewal {
            await renewal.value
        } else if let server, clock.sinceBoot - lookup.capabilitiesRead > server.freshness {
            let task = Task {
                if !server.isComplete {
                    // Changed capabilities are reported like the arrival of a server.
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

    /// Returns the present server, or one that the bus starts; nil if there is none.
    ///
    /// A call waits for a server that is starting only if its notification must be shown at once or not at all. With a
    /// `limit`, the server may take that long to start, and as long again to report its capabilities.
    package func serverOrStarted(within limit: Duration? = nil) async -> ServerLink.Server? {
        if let server = await currentServer() { return server }
        guard let link, await link.hasOwnerOrStarts(within: limit ?? ServerLink.startLimit) else { return nil }
        await look(within: limit ?? Self.startingTime)
        return server
    }

    /// Whether the owner of the server's name has not reported its capabilities yet.
    package var hasSilentServer: Bool { link?.assumeIsolated { $0.isGreeting } == true }

    /// Ends the search, and resumes the callers that wait for it: the server is known, or there is none.
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
            // `isLooking` is checked again here, because the search may have ended before this closure runs.
            if isLooking { lookup.waiters.append(continuation) } else { continuation.resume() }
        }
        limit.cancel()
    }
}
