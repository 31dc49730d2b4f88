// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Triggers

/// A client's thread with its bus connection, its waiting calls and its attachment, until the client is idle.
actor AgentLink: LoopActor {
    nonisolated let loop: EventLoop

    private(set) weak var client: CenterClient?
    let bus: BusAddress
    let whereabouts: AgentWhereabouts?
    let policy: CenterClient.Policy

    var session: BusSession?
    var calls = CallQueue()
    var retry: Retry
    var life = Life()

    // State for AgentLink+Attaching.swift.
    var attachment: CenterClient.Attachment?
    /// Number of the last call that was made before the delegate was set.
    var lastBeforeAttachment = 0

    // State for AgentLink+Finding.swift.
    /// True while the link searches for the agent's bus; calls wait in the queue until the search ends.
    var isFinding = false
    var noteWatch: WhereaboutsWatch?
    /// True if the link has searched for the agent's bus since the last successful `Attach`.
    var hasBeenLookedFor = false

    /// A connection to a bus, with the known state of the agent on that bus.
    struct BusSession {
        let connection: Connection
        /// Address of the connection's bus; nil for the program's own bus.
        let otherAddress: String?
        var attached = AttachState.no
        /// Number of the last call to attach; replies to earlier calls are ignored.
        var attempt = 0
        /// State of the subscription to the signal of an attachment that hears signals.
        var hearing = HearingState.no
        /// Unique name of the agent; nil if no agent is known.
        var owner: String?
        /// True if the link watches for new agents on this bus.
        var isFollowed = false
    }

    /// Unanswered calls by number; the numbers are in the order of the calls.
    struct CallQueue {
        var operations: [Int: Operation] = [:]
        /// Numbers of calls that are not in flight, in order.
        var unsent: [Int] = []
        private(set) var lastNumber = 0

        mutating func add(_ operation: Operation) {
            lastNumber += 1
            operations[lastNumber] = operation
            unsent.append(lastNumber)
        }

        /// Returns a call to its place in the queue.
        mutating func putBack(_ number: Int) {
            let index = unsent.firstIndex { $0 > number } ?? unsent.endIndex
            unsent.insert(number, at: index)
        }

        /// Empties the list of calls that are not in flight, and returns these calls to be sent.
        mutating func takeUnsent() -> [Int] {
            defer { unsent = [] }
            return unsent
        }
    }

    /// The pause before attaching and the waiting calls are tried again; the timer exists only during the pause.
    struct Retry {
        var pause: Duration
        var timer: TimerSource?
    }

    struct Life {
        var resting: TimerSource?
        var idleSince = ContinuousClock.now
        var isEnded = false
        /// Reference to the link itself while it is in use, because calls are answered even if the client is released.
        var living: AgentLink?
    }

    struct Operation {
        let message: Message
        let reply: CenterClient.Reply
        /// Time at which the call fails; nil until an error occurs.
        var deadline: ContinuousClock.Instant?
        /// True if the link has searched for the agent's bus because of this call.
        var hasBeenLookedFor = false
    }

    enum AttachState: Equatable {
        /// The program is not attached, and no call to attach is in flight.
        case no
        /// The call to attach is in flight.
        case asked
        /// The program is attached to the agent with this unique name.
        case to(String)
        /// The agent has refused to attach the program; retrying would not help.
        case refused
    }

    enum HearingState {
        case no, asked, yes
    }

    init(of client: CenterClient, on loop: EventLoop) {
        self.client = client
        self.loop = loop
        (bus, whereabouts, policy) = (client.bus, client.whereabouts, client.policy)
        retry = Retry(pause: policy.firstPause)
    }

    var connection: Connection? { session?.connection }

    // MARK: - Calls

    func add(_ message: Message, _ reply: @escaping CenterClient.Reply) {
        stayAlive()
        calls.add(Operation(message: message, reply: reply))
        // During the pause before a retry, the call waits in the queue.
        if retry.timer == nil { sendAll() } else { excuse(calls.lastNumber, .disconnected) }
    }

    /// Sends the waiting calls in order.
    ///
    /// - Parameter looking: Whether to search for the agent on another bus first, even if a connection is open.
    func sendAll(looking: Bool = false) {
        guard !life.isEnded, !isFinding else { return }
        if looking || !isConnected, mayBeFound { return find() }
        sendAllHere()
    }

    /// Sends the waiting calls, without a search for another bus; connects to the own bus if no connection is open.
    func sendAllHere() {
        do {
            let connection = try connect()
            let numbers = calls.takeUnsent()
            // `Attach` keeps its place among the calls: the delegate is asked about requests added after it was set.
            for number in numbers where number <= lastBeforeAttachment { send(number, over: connection) }
            attachIfNeeded(over: connection)
            for number in numbers where number > lastBeforeAttachment { send(number, over: connection) }
        } catch {
            let error = error as? BusError ?? .failed("\(error)")
            for number in calls.unsent { excuse(number, error) }
            attachment?.hearing?.answered(.failure(error))
            if !calls.unsent.isEmpty || attachment != nil { retryLater() }
        }
    }

    var isConnected: Bool { connection?.assumeIsolated { $0.isOpen } ?? false }

    private func connect() throws -> Connection {
        if let connection, isConnected { return connection }
        let new = try Connection(to: bus, on: loop)
        use(new, at: nil)
        return new
    }

    /// Makes `new` the link's connection. The agent on its bus is not yet known.
    func use(_ new: Connection, at address: String?) {
        new.assumeIsolated { connection in
            connection.setDisconnectHandler { [weak self] in self?.assumeIsolated { $0.lost() } }
        }
        session = BusSession(connection: new, otherAddress: address)
    }

    private func send(_ number: Int, over connection: Connection) {
        guard let operation = calls.operations[number] else { return }
        connection.assumeIsolated { connection in
            connection.start(operation.message) { [weak self] result in
                self?.assumeIsolated { $0.received(result, for: number, over: connection) }
            }
        }
    }

    private func received(_ result: Result<Message, BusError>, for number: Int, over used: Connection) {
        switch result {
        case .success(let message):
            retry.pause = policy.firstPause
            finish(number, .success(message.arguments), byAgent: true)
        case .failure(let error) where error == .disconnected && used !== connection && isConnected:
            // The call was in flight on a bus that the link has left; `find` sends it again.
            calls.putBack(number)
        case .failure(let error)
        where mayBeElsewhere(after: error) && calls.operations[number]?.hasBeenLookedFor == false:
            calls.operations[number]?.hasBeenLookedFor = true
            calls.putBack(number)
            find()
        case .failure(let error) where error.meansAbsence:
            calls.putBack(number)
            excuse(number, error)
            if !calls.unsent.isEmpty { retryLater() }
        case .failure(let error):
            let refusal = Refusal(error)
            finish(number, .failure(refusal ?? error), byAgent: refusal != nil)
        }
    }

    /// Keeps a call in the queue, or fails it if its time limit has passed or no agent is expected.
    private func excuse(_ number: Int, _ error: BusError) {
        let now = ContinuousClock.now
        let patience = client?.hasMetAgent == true ? policy.patience : .zero
        let deadline = calls.operations[number]?.deadline ?? now + patience
        calls.operations[number]?.deadline = deadline
        guard deadline <= now else { return }
        calls.unsent.removeAll { $0 == number }
        finish(number, .failure(error), byAgent: false)
    }

    private func finish(_ number: Int, _ result: Result<[Value], any Error>, byAgent: Bool) {
        guard let operation = calls.operations.removeValue(forKey: number) else { return }
        operation.reply(result)
        if client?.answered(byAgent: byAgent) != false { restSoon() }
    }

    // MARK: - Loss of the connection and retries

    private func lost() {
        session = nil
        if !calls.unsent.isEmpty || attachment != nil { retryLater() }
    }

    /// Schedules a retry of attaching and of the waiting calls, unless a retry is scheduled already.
    ///
    /// The pause doubles at each retry, up to `policy.longestPause`, but ends at the first deadline of a waiting call.
    func retryLater() {
        guard retry.timer == nil, !life.isEnded else { return }
        var delay = retry.pause
        if let first = calls.unsent.compactMap({ calls.operations[$0]?.deadline }).min() {
            delay = min(delay, max(ContinuousClock.now.duration(to: first), .milliseconds(1)))
        }
        retry.pause = min(retry.pause * 2, policy.longestPause)
        retry.timer = TimerSource(after: delay, on: loop) { [weak self] in
            self?.assumeIsolated { link in
                link.retry.timer = nil
                link.sendAll(looking: true)
            }
        }
    }

    /// Retries attaching and the waiting calls at once, as an agent may be there; if `looking`, on another bus.
    func retryNow(looking: Bool = false) {
        retry.timer?.cancel()
        retry = Retry(pause: policy.firstPause)
        sendAll(looking: looking)
    }
}

extension BusError {
    /// True if the bus or the agent is absent; either may have ended while the call was in flight.
    var meansAbsence: Bool {
        self == .disconnected || isServiceUnknown || name == BusError.prefix + "NoReply"
            || name == BusError.prefix + "Disconnected"
    }
}
