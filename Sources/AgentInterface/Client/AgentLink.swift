// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationModel

/// One life of a client's thread: its connection, the calls that wait, and the delegate.
actor AgentLink {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private(set) weak var client: AgentClient?
    private let bus: BusAddress
    let policy: AgentClient.Policy

    private(set) var connection: Connection?
    /// Calls without an answer, by their number, which is their order.
    private var operations: [Int: Operation] = [:]
    /// Those that are not on the bus, in order.
    private var unsent: [Int] = []
    private var lastNumber = 0
    var pause: Duration
    private var retrying: TimerSource?
    private var resting: TimerSource?
    private var idleSince = ContinuousClock.now
    private var isEnded = false
    /// Itself, until the end: calls are answered though the client has gone.
    private var living: AgentLink?

    // AgentLink+Attaching
    var attachment: AgentClient.Attachment?
    var attached = AttachState.no
    /// The agent's unique name, where it is followed.
    var owner: String?
    /// The connection that tells of agents.
    var followed: Connection?

    private struct Operation {
        let message: Message
        let reply: AgentClient.Reply
        /// When it gives up; nil as long as nothing has gone wrong.
        var deadline: ContinuousClock.Instant?
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

    init(of client: AgentClient, bus: BusAddress, policy: AgentClient.Policy, on loop: EventLoop) {
        self.client = client
        self.bus = bus
        self.policy = policy
        self.loop = loop
        pause = policy.firstPause
    }

    // MARK: - Calls

    func add(_ message: Message, _ reply: @escaping AgentClient.Reply) {
        stayAlive()
        lastNumber += 1
        operations[lastNumber] = Operation(message: message, reply: reply)
        unsent.append(lastNumber)
        // While a pause lasts, it stands in line.
        if retrying == nil { sendAll() } else { excuse(lastNumber, .disconnected) }
    }

    /// Sends what waits, in order.
    func sendAll() {
        guard !isEnded else { return }
        do {
            let connection = try connect()
            let numbers = unsent
            unsent = []
            for number in numbers { send(number, over: connection) }
            attachIfNeeded(over: connection)
        } catch {
            let error = error as? BusError ?? .failed("\(error)")
            for number in unsent { excuse(number, error) }
            if !unsent.isEmpty || attachment != nil { retryLater() }
        }
    }

    private func connect() throws -> Connection {
        if let connection, connection.assumeIsolated({ $0.isOpen }) { return connection }
        let new = try Connection(to: bus, on: loop)
        new.assumeIsolated { connection in
            connection.setDisconnectHandler { [weak self] in self?.assumeIsolated { $0.lost() } }
        }
        connection = new
        attached = .no
        return new
    }

    private func send(_ number: Int, over connection: Connection) {
        guard let operation = operations[number] else { return }
        connection.assumeIsolated { connection in
            _ = connection.start(operation.message) { [weak self] result in
                self?.assumeIsolated { $0.received(result, for: number) }
            }
        }
    }

    private func received(_ result: Result<Message, BusError>, for number: Int) {
        switch result {
        case .success(let message):
            pause = policy.firstPause
            finish(number, .success(message.arguments), byAgent: true)
        case .failure(let error) where error.meansAbsence:
            // Back to its place in the line.
            let index = unsent.firstIndex { $0 > number } ?? unsent.endIndex
            unsent.insert(number, at: index)
            excuse(number, error)
            if !unsent.isEmpty { retryLater() }
        case .failure(let error):
            let refusal = Refusal(error)
            finish(number, .failure(refusal ?? error), byAgent: refusal != nil)
        }
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
                link.sendAll()
            }
        }
    }

    /// The agent is there: no need to wait any longer.
    func retryNow() {
        retrying?.cancel()
        retrying = nil
        pause = policy.firstPause
        sendAll()
    }

    // MARK: - Rest

    func stayAlive() { if !isEnded { living = self } }

    func restSoon() {
        idleSince = .now
        guard resting == nil, !isEnded else { return }
        resting = TimerSource(after: policy.linger, on: loop) { [weak self] in self?.assumeIsolated { $0.rest() } }
    }

    private func rest() {
        resting = nil
        guard attachment == nil, operations.isEmpty else { return }
        // The timer is not set anew for each call: it may be early.
        let rest = idleSince.duration(to: .now)
        guard rest >= policy.linger else {
            resting = TimerSource(after: policy.linger - rest, on: loop) { [weak self] in
                self?.assumeIsolated { $0.rest() }
            }
            return
        }
        guard client?.retire(self) != false else { return }
        end()
    }

    /// Closes the connection and ends the thread.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        living = nil
        retrying = nil
        resting = nil
        attachment = nil
        connection?.assumeIsolated { $0.close() }
        connection = nil
        for (_, operation) in operations.sorted(by: { $0.key < $1.key }) {
            operation.reply(.failure(BusError.disconnected))
        }
        operations = [:]
        loop.stop()
    }
}

extension BusError {
    /// Whether nobody was there to answer: the bus or the agent has gone, perhaps with the call in hand.
    fileprivate var meansAbsence: Bool {
        self == .disconnected || isServiceUnknown || name == BusError.prefix + "NoReply"
            || name == BusError.prefix + "Disconnected"
    }
}
