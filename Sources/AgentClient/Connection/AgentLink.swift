// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import NotificationModel
import Triggers

/// One life of a client's thread: its connection, the calls that wait, and the delegate.
actor AgentLink {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private(set) weak var client: CenterClient?
    let bus: BusAddress
    let whereabouts: AgentWhereabouts?
    let policy: CenterClient.Policy

    var connection: Connection?
    /// Calls without an answer, by their number, which is their order.
    var operations: [Int: Operation] = [:]
    /// Those that are not on the bus, in order.
    private var unsent: [Int] = []
    private(set) var lastNumber = 0
    var pause: Duration
    var retrying: TimerSource?

    // AgentLink+Resting
    var resting: TimerSource?
    var idleSince = ContinuousClock.now
    var isEnded = false
    /// Itself, until the end: calls are answered though the client has gone.
    var living: AgentLink?

    // AgentLink+Attaching
    var attachment: CenterClient.Attachment?
    var attached = AttachState.no
    /// The number of the last call that was made before the delegate was set.
    var lastBeforeAttachment = 0
    /// The agent's unique name, where it is followed.
    var owner: String?
    /// The connection that tells of agents.
    var followed: Connection?

    // AgentLink+Finding
    /// The address of the other bus that the connection is to; nil for the program's own.
    var otherAddress: String?
    /// The agent is looked for; what is to be sent waits.
    var isFinding = false
    var noteWatch: WhereaboutsWatch?
    /// Whether the agent was looked for since it was last attached to.
    var hasBeenLookedFor = false

    struct Operation {
        let message: Message
        let reply: CenterClient.Reply
        /// When it gives up; nil as long as nothing has gone wrong.
        var deadline: ContinuousClock.Instant?
        /// Whether the agent was looked for because nobody has answered it.
        var hasBeenLookedFor = false
    }

    enum AttachState: Equatable {
        /// Not attached, and nobody was asked.
        case no
        /// The agent was asked.
        case asked
        /// To the agent of this unique name.
        case to(String)
        /// The agent said no, and would say it again.
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
        // While a pause lasts, it stands in line.
        if retrying == nil { sendAll() } else { excuse(lastNumber, .disconnected) }
    }

    /// Sends what waits, in order.
    ///
    /// - Parameter looking: Whether the agent may have moved to another bus, though there is a connection.
    func sendAll(looking: Bool = false) {
        guard !isEnded, !isFinding else { return }
        if looking || !isConnected, mayBeFound { return find() }
        sendAllHere()
    }

    /// The same to the bus that there is.
    func sendAllHere() {
        do {
            let connection = try connect()
            let numbers = unsent
            unsent = []
            // In the order in which all of it was asked for: a delegate is asked about what is added after it was set.
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

    /// From now on everything goes to this connection; nothing is known of an agent there.
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
            _ = connection.start(operation.message) { [weak self] result in
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
            // It was on its way to a bus that was left; whoever left it sends again.
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

    /// Into its place in the line.
    private func putBack(_ number: Int) {
        let index = unsent.firstIndex { $0 > number } ?? unsent.endIndex
        unsent.insert(number, at: index)
    }

    /// Lets a call that can't be made now wait; ends it if it has waited enough, or nobody is expected.
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

    // MARK: - Losing and coming back

    private func lost() {
        connection = nil
        otherAddress = nil
        attached = .no
        owner = nil
        followed = nil
        if !unsent.isEmpty || attachment != nil { retryLater() }
    }

    /// Tries again after a pause, which grows each time; once at a time.
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

    /// The agent is there, here or, where it is to be looked for, on another bus: no need to wait any longer.
    func retryNow(looking: Bool = false) {
        retrying?.cancel()
        retrying = nil
        pause = policy.firstPause
        sendAll(looking: looking)
    }
}

extension BusError {
    /// Whether nobody was there to answer: the bus or the agent has gone, perhaps with the call in hand.
    var meansAbsence: Bool {
        self == .disconnected || isServiceUnknown || name == BusError.prefix + "NoReply"
            || name == BusError.prefix + "Disconnected"
    }
}
