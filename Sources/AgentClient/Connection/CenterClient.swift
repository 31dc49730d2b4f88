// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus
import EventLoop
import Glibc
import Synchronization

// What a long-lived program needs beside `AgentProxy`: it calls from any thread, lives through the end of the bus and
// of the agent, and must not pay for a thread while it wants nothing. The loop, its thread and the connection exist
// from the first call on, and end a moment after the last reply unless a delegate is attached; the next call makes
// new ones.

/// The agent, for a program that lives long and calls from many threads.
///
/// Calls are sent in the order in which they are made, whatever thread makes them. Nothing here waits: the replies come
/// to closures, on a thread of the client's own.
package final class CenterClient: Sendable {
    /// How a client behaves; the defaults are right for programs, others for tests.
    package struct Policy: Sendable {
        /// How long calls wait for a bus or an agent that has gone to come back.
        package var patience = Duration.seconds(5)
        /// How long the thread stays when nothing is wanted.
        package var linger = Duration.seconds(1)
        /// The pause before the first attempt to connect again; it doubles with each.
        package var firstPause = Duration.milliseconds(20)
        /// The longest pause between attempts.
        package var longestPause = Duration.seconds(30)

        package init() {}
    }

    /// What comes back of a call: the out-arguments, or ``NotificationModel/Refusal`` or ``DBus/BusError``.
    package typealias Reply = @Sendable (Result<[Value], any Error>) -> Void

    let bus: BusAddress
    let whereabouts: AgentWhereabouts?
    let policy: Policy
    private let state = Mutex(State())

    private struct State {
        var link: AgentLink?
        /// Calls that are not answered yet.
        var outstanding = 0
        var isAttached = false
        /// Whether an agent has ever answered: then one that is away is expected to come back.
        var hasMetAgent = false
    }

    /// A client that does nothing until it is asked to.
    ///
    /// - Parameters:
    ///   - bus: The program's own.
    ///   - whereabouts: Where an agent is looked for that is on another; nil is nowhere.
    ///   - policy: How it behaves.
    package init(bus: BusAddress = .session, whereabouts: AgentWhereabouts? = nil, policy: Policy = Policy()) {
        self.bus = bus
        self.whereabouts = whereabouts
        self.policy = policy
    }

    deinit {
        // Calls that are under way are still answered; nobody is left to be a delegate.
        guard let link = state.withLock({ $0.link }) else { return }
        link.loop.perform { link.assumeIsolated { $0.attach(nil) } }
    }

    /// Calls a method of the agent.
    ///
    /// A call that meets no bus or no agent waits for ``Policy/patience`` if there was one before, and fails at once
    /// else; where an agent may be on another bus, once that one has been looked at. One whose answer is lost because the
    /// agent or the bus ended is made again, so it may be obeyed twice.
    ///
    /// - Parameters:
    ///   - method: Which one.
    ///   - arguments: As the contract says.
    ///   - reply: Called once, on the client's thread, in the order of the bus and never before this returns.
    package func call(_ method: AgentMethod, _ arguments: [Value], reply: @escaping Reply) {
        let message = Message.methodCall(
            destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: method.rawValue, arguments: arguments)
        state.withLock { state in
            guard let link = link(&state) else {
                // No thread can be had; the one that waits for nothing is the caller's own.
                let error = BusError.limitsExceeded("No thread can be started.")
                Task.detached { reply(.failure(error)) }
                return
            }
            state.outstanding += 1
            link.loop.perform { link.assumeIsolated { $0.add(message, reply) } }
        }
    }

    /// Calls a method of the agent and waits for the answer, which is not an error.
    package func call(_ method: AgentMethod, _ arguments: [Value]) async throws -> [Value] {
        try await withCheckedThrowingContinuation { continuation in
            call(method, arguments) { continuation.resume(with: $0) }
        }
    }

    /// Makes this program the delegate of an application, for as long as it lasts; nil ends that.
    ///
    /// It attaches again whenever the bus or the agent has been away. Calls made before are sent before.
    package func attach(_ attachment: Attachment?) {
        state.withLock { state in
            guard attachment != nil || state.isAttached else { return }
            guard let link = link(&state) else { return }
            state.isAttached = attachment != nil
            link.loop.perform { link.assumeIsolated { $0.attach(attachment) } }
        }
    }

    /// Who is to be called for an application.
    package struct Attachment: Sendable {
        /// The application id; empty is the program's own.
        package let app: String
        package let options: [String: Value]
        package let object: DelegateObject

        package init(app: String, options: [String: Value], object: DelegateObject) {
            self.app = app
            self.options = options
            self.object = object
        }
    }

    /// Waits until every call is answered and every acknowledgement sent, or for `limit`: for programs that end.
    ///
    /// This thread waits, unless it is the client's own.
    package func waitForAnswers(atMost limit: Duration) {
        let end = ContinuousClock.now + limit
        // From the delegate's return to the bus an acknowledgement takes fewer steps.
        comeRound(times: 8)
        while ContinuousClock.now < end {
            let waits = state.withLock { $0.outstanding > 0 && $0.link?.loop.isCurrent != true }
            guard waits else { return }
            // Once in the life of a program: not worth a condition that each answer would have to signal.
            usleep(200)
        }
    }

    /// Counts as a call until the loop has come round so often, if there is a delegate.
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

    /// Whether there is a connection, or a thread that is about to make one.
    package var isAwake: Bool { state.withLock { $0.link != nil } }

    // MARK: - The link's side

    var hasMetAgent: Bool { state.withLock { $0.hasMetAgent } }

    /// A call was answered; the link is to rest soon if it was the last.
    func answered(byAgent: Bool) -> Bool {
        state.withLock { state in
            state.outstanding -= 1
            if byAgent { state.hasMetAgent = true }
            return state.outstanding == 0 && !state.isAttached
        }
    }

    func metAgent() { state.withLock { $0.hasMetAgent = true } }

    /// Lets the link go, unless something is wanted of it again; whether it has gone.
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
