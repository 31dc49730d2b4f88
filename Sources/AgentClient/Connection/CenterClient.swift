// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus
import EventLoop
import Glibc
import Synchronization

// The counterpart of `AgentProxy` for long-lived programs. Such a program calls from any thread, outlives the bus and
// the agent, and should have no extra thread while it is idle. The first call creates the loop, its thread and the
// connection. They end shortly after the last reply, unless the program is attached. The next call creates new ones.

/// Connects a long-lived program with many threads to the agent.
///
/// Calls are sent in the order in which they are made, from any thread. No method blocks; replies are passed to
/// closures on the client's own thread.
package final class CenterClient: Sendable {
    /// Time limits of a client; programs use the defaults, and tests use other limits.
    package struct Policy: Sendable {
        /// Time that calls wait for the return of a bus or an agent.
        package var patience = Duration.seconds(5)
        /// Time until the client's idle thread ends.
        package var linger = Duration.seconds(1)
        /// Pause before the first reconnection; the pause doubles with each attempt.
        package var firstPause = Duration.milliseconds(20)
        /// Longest pause between two attempts to reach the agent.
        package var longestPause = Duration.seconds(30)

        package init() {}
    }

    /// Handler of a reply: the out-arguments, or ``NotificationModel/Refusal`` or ``DBus/BusError``.
    package typealias Reply = @Sendable (Result<[Value], any Error>) -> Void

    let bus: BusAddress
    let whereabouts: AgentWhereabouts?
    let policy: Policy
    private let state = Mutex(State())

    private struct State {
        var link: AgentLink?
        var outstanding = 0
        var isAttached = false
        /// True if an agent has ever replied; if so, calls wait for an absent agent to return.
        var hasMetAgent = false
    }

    /// Creates a client, which connects at the first call; without `whereabouts` it uses the program's own bus only.
    package init(bus: BusAddress = .session, whereabouts: AgentWhereabouts? = nil, policy: Policy = Policy()) {
        self.bus = bus
        self.whereabouts = whereabouts
        self.policy = policy
    }

    deinit {
        // The link still awaits the replies of calls in flight, but the program is detached.
        guard let link = state.withLock({ $0.link }) else { return }
        link.loop.perform { link.assumeIsolated { $0.attach(nil) } }
    }

    /// Calls a method of the agent.
    ///
    /// Without a bus or an agent, the call waits for ``Policy/patience`` if there was an agent before. If there was
    /// none, the call fails at once, or after a search on another bus. If the agent or the bus ends before the reply,
    /// the call is sent again, so the agent may execute it twice. The handler is called once on the client's thread, in
    /// bus order and after this method has returned.
    package func call(_ method: AgentMethod, _ arguments: [Value], reply: @escaping Reply) {
        let message = method.call(arguments)
        state.withLock { state in
            guard let link = link(&state) else {
                // Without a thread of the client, the handler runs on the concurrency pool.
                let error = BusError.limitsExceeded("No thread can be started.")
                Task.detached { reply(.failure(error)) }
                return
            }
            state.outstanding += 1
            link.loop.perform { link.assumeIsolated { $0.add(message, reply) } }
        }
    }

    /// Calls a method of the agent, and returns the out-arguments of the reply or throws the reply's error.
    package func call(_ method: AgentMethod, _ arguments: [Value]) async throws -> [Value] {
        try await withCheckedThrowingContinuation { continuation in
            call(method, arguments) { continuation.resume(with: $0) }
        }
    }

    /// Attaches this program to the agent for an application, as its delegate or to hear signals; nil detaches it.
    ///
    /// The client attaches the program again after an absence of the bus or the agent. Earlier calls are sent first.
    package func attach(_ attachment: Attachment?) {
        state.withLock { state in
            guard attachment != nil || state.isAttached else { return }
            guard let link = link(&state) else { return }
            state.isAttached = attachment != nil
            link.loop.perform { link.assumeIsolated { $0.attach(attachment) } }
        }
    }

    /// Waits, at most for `limit`, until all calls are answered and all acknowledgements of the delegate are sent.
    /// Programs call this before they exit.
    ///
    /// The call blocks its thread; on the client's own thread it returns at once.
    package func waitForAnswers(atMost limit: Duration) {
        let end = ContinuousClock.now + limit
        // After the delegate has returned, an acknowledgement reaches the bus in fewer than 8 turns of the loop.
        comeRound(times: 8)
        while ContinuousClock.now < end {
            let waits = state.withLock { $0.outstanding > 0 && $0.link?.loop.isCurrent != true }
            guard waits else { return }
            // A process calls this method once, so polling is simpler than a condition that each reply must signal.
            usleep(200)
        }
    }

    /// Counts one more outstanding call, if the program is attached, until the loop has made this number of turns.
    private func comeRound(times: Int) {
        let loop = state.withLock { state -> EventLoop? in
            guard state.isAttached, let loop = state.link?.loop else { return nil }
            state.outstanding += 1
            return loop
        }
        if let loop { step(times, on: loop) }
    }

    private func step(_ left: Int, on loop: EventLoop) {
        guard left > 0 else { return state.withLock { $0.outstanding -= 1 } }
        loop.perform { self.step(left - 1, on: loop) }
    }

    /// True if there is a connection or a thread that is about to connect.
    package var isAwake: Bool { state.withLock { $0.link != nil } }

    // MARK: - Calls from the link

    var hasMetAgent: Bool { state.withLock { $0.hasMetAgent } }

    /// Counts a reply; returns true if no call is unanswered any more and the link should close soon.
    func answered(byAgent: Bool) -> Bool {
        state.withLock { state in
            state.outstanding -= 1
            if byAgent { state.hasMetAgent = true }
            return state.outstanding == 0 && !state.isAttached
        }
    }

    func metAgent() { state.withLock { $0.hasMetAgent = true } }

    /// Releases an idle link; returns false if the link is needed again.
    func retire(_ link: AgentLink) -> Bool {
        state.withLock { state in
            guard state.outstanding == 0, !state.isAttached, state.link === link else { return false }
            state.link = nil
            return true
        }
    }

    private func link(_ state: inout State) -> AgentLink? {
        if let link = state.link { return link }
        guard let loop = EventLoop.onOwnThreadIfPossible(named: "notifications") else { return nil }
        let link = AgentLink(of: self, on: loop)
        state.link = link
        return link
    }
}
