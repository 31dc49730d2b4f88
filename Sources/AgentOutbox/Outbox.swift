// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
package import AgentInterface
import AgentLog
package import AgentMachine
package import AgentRules
package import DBus
package import EventLoop
import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore

/// Delivers responses to applications, which it starts if necessary, to commands, and to callers that wait for them.
///
/// Every response is persisted before this actor gets it, and deleted when a receiver acknowledges it. An application's
/// responses are delivered one at a time, in order. A receiver that never answers delays no other application.
package actor Outbox: LoopActor {
    package nonisolated let loop: EventLoop

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    private let commands: CommandDispatch
    /// Withdraws the requests of a caller that has left the bus without `Detach`.
    private let withdraw: @Sendable (_ app: String, AttachOptions) async -> Void
    /// Handles the response to a notification in Belfry's own name.
    let hearOwn: @Sendable (Response) async -> Void
    private let activation: ApplicationActivation

    package private(set) var delegates = Delegates()
    private var departures: [String: Subscription] = [:]
    var applications: [String: ApplicationDelivery] = [:]
    private(set) var isStopping = false
    var waiters = Waiters()
    /// Seconds to keep responses for which no application can be started; nil keeps responses until there are too many.
    private(set) var responseLife: TimeInterval?
    var trust: ClockTrust
    /// Timer after which old responses are dropped, if the clock can be trusted then.
    var dropping: (any ClockTimer)?

    /// Time in which a caller that waits for the responses to certain requests must acknowledge such a response.
    static let waitingLimit = Duration.seconds(5)
    /// Time in which a receiver must acknowledge a response.
    static let receiveLimit = Duration.seconds(30)
    /// Time in which an application must say how its notification is presented.
    static let presentLimit = Duration.seconds(10)
    /// Seconds for which a started application may take to attach; a later response starts the application again.
    private static let startPause: TimeInterval = 60
    /// Number of times that an application is started again for a response, if it ends with that response in flight.
    static let restarts = 2
    /// Age in seconds; a response that is older when the agent starts does not start its application.
    private static let freshness: TimeInterval = 60

    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger,
        configuration: Configuration, withdraw: @escaping @Sendable (_ app: String, AttachOptions) async -> Void,
        hearOwn: @escaping @Sendable (Response) async -> Void = { _ in }
    ) {
        (self.withdraw, self.hearOwn) = (withdraw, hearOwn)
        responseLife = configuration.responseLife
        trust = ClockTrust(clock)
        self.connection = connection
        self.loop = connection.loop
        self.store = store
        self.clock = clock
        self.logger = logger
        activation = ApplicationActivation(connection: connection, logger: logger)
        commands = CommandDispatch(
            store: store, clock: clock, loop: connection.loop,
            runner: CommandRunner(store: store, clock: clock, logger: logger),
            opener: DesktopOpener(store: store, clock: clock, logger: logger, activation: activation))
    }

    /// Applies a changed configuration.
    package func use(_ configuration: Configuration) { responseLife = configuration.responseLife }

    /// Resumes deliveries of an earlier agent: commands that never started, and fresh responses that nobody fetched.
    package func start() async {
        do {
            let now = clock.now
            for app in try await store.outboxApps() {
                await dropOld(of: app)
                let items = try await store.outbox(for: .delegate, app: app, limit: 64)
                deliver(items.filter { now.timeIntervalSince($0.response?.date ?? now) < Self.freshness })
            }
        } catch {
            logger.error("Could not read the outbox", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
        runCommands()
    }

    // MARK: - Receivers

    /// Returns the receivers of a response; they are chosen when the person answers.
    package func receivers(of response: Response) -> [Receiver] {
        let request = response.notification.request
        let app = response.notification.app
        let command = request.responsePlan.command(for: response.eventName)
        var opening = response.kind == .default ? request.responsePlan.opening : nil
        guard command != nil || opening != nil else { return [.delegate] }
        let isInstalled = InstalledApplication(id: app).isInstalled
        // The application is started for its response anyway, and need not be opened, too.
        if opening == .application(app), isInstalled { opening = nil }
        // If the request opens a URL or another application, its own application gets the response only if it runs.
        let isTold = isExpected(request, of: app) || opening == nil && isInstalled
        return [isTold ? .delegate : nil, command.map(Receiver.command), opening.map(Receiver.opening)]
            .compactMap(\.self)
    }

    /// Tells whether a click on the notification itself opens a target, runs a command or tells a program.
    ///
    /// An application gets the response if it is attached, can be started by its desktop file, or has attached before
    /// and may do so again. The command line has no application: a caller that waits for the answer to a command line's
    /// request has attached before the notification is shown. A program that attaches for the first time only later
    /// still gets the responses to other buttons. `isInstalled` says whether the application has a desktop file.
    package func hearsDefault(of notification: Notification, isInstalled: Bool) async -> Bool {
        let (request, app) = (notification.request, notification.app)
        let plan = request.responsePlan
        let isCommand = plan.command(for: ResponsePlan.Event.default.rawValue) != nil
        if plan.opening != nil || isCommand || isExpected(request, of: app) { return true }
        guard app != AgentNames.commandLineApplication else { return false }
        if isInstalled { return true }
        // If the store can't be read, a button without effect is better than a click that is lost.
        return (try? await store.hasDelegate(app: app)) ?? true
    }

    /// Delivers persisted responses to their receivers, and starts applications that don't run.
    package func deliver(_ items: [OutboxItem]) {
        if items.contains(where: { $0.receiver.kind == .command }) { runCommands() }
        let responses = items.filter { $0.receiver.kind == .delegate }
        for app in Set(responses.map(\.app)) {
            handOver(app)
            guard app != AgentNames.desktopEntry,
                let first = responses.first(where: { $0.app == app && !isExpected($0.notification.request, of: app) }),
                let response = first.response
            else { continue }
            startApplication(app, token: response.activationToken)
        }
    }

    func isExpected(_ request: Request, of app: String) -> Bool {
        delegates.delegate(of: app) != nil || !waiting(for: request, of: app).isEmpty
    }

    package func waiting(for request: Request, of app: String) -> [Delegates.Entry] {
        delegates.waiting(for: request.identifier, instance: request.instance, of: app)
    }

    /// Starts the application, once for all responses that come before it attaches.
    func startApplication(_ app: String, token: String?) {
        guard !isStarting(app) else { return }
        applications[app, default: .init()].started = clock.now
        let attachment = attachCount(of: app)
        // Why: this is a task of its own, because an application may take long to start.
        Task { await activation.start(app, token: token) { attachCount(of: app) != attachment } }
    }

    /// Tells whether the application was started a moment ago, and may be about to attach.
    func isStarting(_ app: String) -> Bool { applications[app]?.started.flatMap(remainingPause) != nil }

    /// Returns the seconds that an application which was started at a date still has to attach; nil if no time is left.
    func remainingPause(since start: Date) -> TimeInterval? {
        let passed = clock.now.timeIntervalSince(start)
        return (0..<Self.startPause).contains(passed) ? Self.startPause - passed : nil
    }

    /// Starts the commands that the requests of these occurrences name for the event `fired`.
    package func startCommands(of fired: [Occurrence]) {
        let event = ResponsePlan.Event.fired.rawValue
        if fired.contains(where: { $0.notification.request.responsePlan.command(for: event) != nil }) { runCommands() }
    }

    /// Starts the commands that wait in the store, oldest first.
    package func runCommands() { commands.assumeIsolated { $0.ring() } }

    func attachCount(of app: String) -> Int { applications[app]?.attachCount ?? 0 }

    // MARK: - Stopping

    /// Starts no more deliveries and commands; waits for deliveries in flight and for commands that are being started.
    package func stop(within limit: Duration) async {
        isStopping = true
        dropping?.cancel()
        let deadline = TimerSource(after: limit, on: loop) { [weak self] in
            self?.assumeIsolated { $0.waiters.giveUp() }
        }
        async let started: Void = commands.stop(within: limit)
        var isDelivering: Bool { applications.values.contains { !$0.rounds.isIdle } && !waiters.haveGivenUp }
        while isDelivering { await withCheckedContinuation { waiters.add($0, if: isDelivering) } }
        deadline.cancel()
        await started
    }

    /// Waits until no command runs. Each command has a time limit.
    package func finishCommands() async { await commands.finish() }

    // MARK: - Attaching

    package func attach(_ name: String, to app: String, _ options: AttachOptions) async throws {
        delegates.attach(Delegates.Entry(connection: name, app: app, options: options))
        applications[app, default: .init()].hasAttached(forAll: options.identifiers == nil)
        // Responses are delivered even if this Attach fails, because a delivery in progress has stopped for this call.
        defer { handOver(app) }
        if options.identifiers == nil, app != AgentNames.commandLineApplication { await rememberDelegate(of: app) }
        if departures[name] == nil {
            departures[name] = try await connection.watchDeparture(of: name) { [weak self] in
                self?.assumeIsolated { $0.departed(name) }
            }
            if departures[name] == nil { departed(name) }
        }
    }

    /// Stores that the application has attached, so that a click on its notifications still has an effect after the
    /// application has ended.
    private func rememberDelegate(of app: String) async {
        do {
            try await store.setDelegate(app: app)
        } catch {
            logger.warning(
                "Could not store that an application has attached",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    package func detach(_ name: String, from app: String) {
        delegates.detach(name, from: app)
        if !delegates.knows(name) { departures.removeValue(forKey: name)?.cancel() }
    }

    private func departed(_ name: String) {
        let abandoned = delegates.entries.filter { $0.connection == name && $0.options.withdraws }
        delegates.detach(name, from: nil)
        departures.removeValue(forKey: name)?.cancel()
        guard !abandoned.isEmpty, !isStopping else { return }
        // Why: this is a task of its own, because nobody waits until the requests are withdrawn.
        Task { for entry in abandoned { await withdraw(entry.app, entry.options) } }
    }
}

/// The state of the deliveries to one application.
struct ApplicationDelivery {
    /// The rounds of delivery; new responses during a round cause another round.
    var rounds = WorkRounds()
    /// The date at which the application was last started; nil once it has attached.
    var started: Date?
    /// Ids of outbox items whose delivery has failed since the last `Attach`: the next `Attach` delivers them again.
    var held: Set<Int64> = []
    /// Number of times that the application ended with a response in flight, by the id of the response's outbox item.
    var deaths: [Int64: Int] = [:]

    /// Counts that the application ended with a response in flight; returns whether to restart it for this response.
    mutating func hasDied(of item: OutboxItem) -> Bool {
        deaths[item.id, default: 0] += 1
        return deaths[item.id, default: 0] <= Outbox.restarts
    }

    /// Number of `Attach` calls; shows whether a receiver attached during a delivery or the start of the application.
    private(set) var attachCount = 0

    /// - Parameter all: Whether the connection attached for all responses, as a started application does.
    mutating func hasAttached(forAll all: Bool) {
        held = []
        attachCount += 1
        if all { started = nil }
    }
}
