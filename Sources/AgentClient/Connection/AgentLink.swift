// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import NotificationModel
import Triggers

/// A client's thread with its connection, its waiting calls and its delegate, until it is idle.
actor AgentLink {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private(set) weak var client: CenterClient?
    let bus: BusAddress
    let whereabouts: AgentWhereabouts?
    let policy: CenterClient.Policy

    var connection: Connection?
    /// Unanswered calls by their number, which is also their order.
    var operations: [Int: Operation] = [:]
    /// Numbers of calls that are not in flight, in order.
    private var unsent: [Int] = []
    private(set) var lastNumber = 0
    var pause: Duration
    var retrying: TimerSource?

    // AgentLink+Resting
    var resting: TimerSource?
    var idleSince = ContinuousClock.now
    var isEnded = false
    /// Reference to itself until its end, because calls are answered even if the client is released.
    var living: AgentLink?

    // AgentLink+Attaching
    var attachment: CenterClient.Attachment?
    var attached = AttachState.no
    /// Number of the last call before the delegate was set.
    var lastBeforeAttachment = 0
    /// Unique name of the agent, if it is watched.
    var owner: String?
    /// Connection on which agents are watched.
    var followed: Connection?

    // AgentLink+Finding
    /// Address of the other bus to which the link is connected; nil for the program's own.
    var otherAddress: String?
    /// True while the agent is looked for; calls wait meanwhile.
    var isFinding = false
    var noteWatch: WhereaboutsWatch?
    /// True if the agent was looked for since the last attachment.
    var hasBeenLookedFor = false

    struct Operation {
        let message: Message
        let reply: CenterClient.Reply
        /// Time at which the call fails; nil until an error occurs.
        var deadline: ContinuousClock.Instant?
        /// True if the agent was looked for because of this call.
        var hasBeenLookedFor = false
    }

    enum AttachState: Equatable {
        /// Not attached, and no call is in flight.
        case no
        /// The call to attach is in flight.
        case asked
        /// Attached to the agent with this unique name.
        case to(String)
        /// The agent has refused; retrying would not help.
        case refused
    }

    init(of client: CenterClient, on loop: EventLoop) {
        self.client = client
        self.loop = loop
        (bus, whereabouts, policy) = (client.bus, client.whereabouts, client.policy)
        pause = policy.firstPause
    }

    // MARK: - Calls

    func add(_ message: Message, _ reply: @escaping CenterClient.Reply) {
        stayAlive()
        lastNumber += 1
        operations[lastNumber] = Operation(message: message, reply: reply)
        unsent.append(lastNumber)
        // During a pause the call waits in the queue.
        if retrying == nil { sendAll() } else { excuse(lastNumber, .disconnected) }
    }

    /// Sends the waiting calls in order.
    ///
    /// - Parameter looking: True if the agent may be on another bus, even if there is a connection.
    func sendAll(looking: Bool = false) {
        guard !isEnded, !isFinding else { return }
        if looking || !isConnected, mayBeFound { return find() }
        sendAllHere()
    }

    /// Sends the waiting calls to the current bus.
    func sendAllHere() {
        do {
            let connection = try connect()
            let numbers = unsent
            unsent = []
            // The attachment keeps its place in the order: the delegate is asked about requests added after it was set.
            for number in numbers where number <= lastBeforeAttachment { send(number, over: connection) }
            attachIfNeeded(over: connection)
            for number in numbers where number > lastBeforeAttachment { send(number, over: connection) }
        } catch {
            let error = error as? BusError ?? .failed("\(error)")
            for number in unsent { excuse(number, error) }
            if !unsent.isEmpty || attachment != nil { retryLater() }
        }
    }

    var isConnected: Bool { connection?.assumeIsolated { $0.isOpen } ?? false }

    private func connect() throws -> Connection {
        if let connection, isConnected { return connection }
        let new = try Connection(to: bus, on: loop)
        use(new, at: nil)
        return new
    }

    /// Uses a connection for everything from now on; its agent is not yet known.
    func use(_ new: Connection, at address: String?) {
        new.assumeIsolated { connection in
            connection.setDisconnectHandler { [weak self] in self?.assumeIsolated { $0.lost() } }
        }
        connection = new
        otherAddress = address
        attached = .no
        owner = nil
        followed = nil
    }

    private func send(_ number: Int, over connection: Connection) {
        guard let operation = operations[number] else { return }
        connection.assumeIsolated { connection in
            connection.start(operation.message) { [weak self] result in
                self?.assumeIsolated { $0.received(result, for: number, over: connection) }
            }
        }
    }

    private func received(_ result: Result<Message, BusError>, for number: Int, over used: Connection) {
        switch result {
        case .success(let message):
            pause = policy.firstPause
            finish(number, .success(message.arguments), byAgent: true)
        case .failure(let error) where error == .disconnected && used !== connection && isConnected:
            // The call was in flight on a bus that was left; `find` sends it again.
            putBack(number)
        case .failure(let error) where mayBeElsewhere(after: error) && operations[number]?.hasBeenLookedFor == false:
            operations[number]?.hasBeenLookedFor = true
            putBack(number)
            find()
        case .failure(let error) where error.meansAbsence:
            putBack(number)
            excuse(number, error)
            if !unsent.isEmpty { retryLater() }
        case .failure(let error):
            let refusal = Refusal(error)
            finish(number, .failure(refusal ?? error), byAgent: refusal != nil)
        }
    }

    /// Returns a call to its place in the queue.
    private func putBack(_ number: Int) {
        let index = unsent.firstIndex { $0 > number } ?? unsent.endIndex
        unsent.insert(number, at: index)
    }

    /// Lets a call wait, or ends it if its time limit has passed or no agent is expected.
    private func excuse(_ number: Int, _ error: BusError) {
        let now = ContinuousClock.now
        if operations[number]?.deadline == nil {
            let patience = client?.hasMetAgent == true ? policy.patience : .zero
            operations[number]?.deadline = now + patience
        }
        guard let deadline = operations[number]?.deadline, deadline <= now else { return }
        unsent.removeAll { $0 == number }
        finish(number, .failure(error), byAgent: false)
    }

    private func finish(_ number: Int, _ result: Result<[Value], any Error>, byAgent: Bool) {
        guard let operation = operations.removeValue(forKey: number) else { return }
        operation.reply(result)
        if client?.answered(byAgent: byAgent) != false { restSoon() }
    }

    // MARK: - Loss of the connection and retries

    private func lost() {
        connection = nil
        otherAddress = nil
        attached = .no
        owner = nil
        followed = nil
        if !unsent.isEmpty || attachment != nil { retryLater() }
    }

    /// Retries after a pause, which doubles each time; only one retry is scheduled.
    func retryLater() {
        guard retrying == nil, !isEnded else { return }
        var delay = pause
        if let first = unsent.compactMap({ operations[$0]?.deadline }).min() {
            delay = min(delay, max(ContinuousClock.now.duration(to: first), .milliseconds(1)))
        }
        pause = min(pause * 2, policy.longestPause)
        retrying = TimerSource(after: delay, on: loop) { [weak self] in
            self?.assumeIsolated { link in
                link.retrying = nil
                link.sendAll(looking: true)
            }
        }
    }

    /// Retries at once, because an agent is available here or on another bus.
    func retryNow(looking: Bool = false) {
        retrying?.cancel()
        retrying = nil
        pause = policy.firstPause
        sendAll(looking: looking)
    }
}

extension BusError {
    /// True if the bus or the agent is absent; it may have ended with the call in flight.
    var meansAbsence: Bool {
        self == .disconnected || isServiceUnknown || name == BusError.prefix + "NoReply"
            || name == BusError.prefix + "Disconnected"
    }
}
