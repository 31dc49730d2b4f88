// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
package import AgentInterface
import AgentLog
package import AgentMachine
package import AgentRules
package import DBus
import EventLoop
import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore

/// Delivers responses to the running application, an application started for them, a command, or a waiting caller.
///
/// Every response is persisted before it comes here, and is deleted when a receiver has acknowledged it. The responses
/// of one application are delivered one at a time, in order. A receiver that never answers delays no other application.
package actor Outbox {
    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let commands: CommandRunner
    /// Withdraws requests whose caller has left the bus.
    private let withdraw: @Sendable (_ app: String, AttachOptions) async -> Void
    private let activation: ApplicationActivation
    private let opener: DesktopOpener

    package private(set) var delegates = Delegates()
    private var departures: [String: Subscription] = [:]
    /// Applications with a delivery in flight.
    var busy: Set<String> = []
    /// Applications that got new responses during a delivery.
    var rung: Set<String> = []
    /// Id of the last command that was started; ids grow and are never used twice.
    private var lastCommand: Int64 = 0
    private var isStartingCommands = false
    private(set) var runningCommands = 0
    /// Commands that are being started and are still in the store.
    private var startingCommands: Set<Int64> = []
    private(set) var isStopping = false
    private var hasMoreCommands = false
    /// Commands to retry now, after a lack of memory, files or processes, each with the number of its attempt.
    private var againCommands: [(item: OutboxItem, attempt: Int)] = []
    /// Timers of commands that wait for a retry, by the id of their item.
    private var pauses: [Int64: any ClockTimer] = [:]
    /// The date at which each application was last started; its entry goes when it attaches.
    private var started: [String: Date] = [:]
    /// Items whose delivery failed since the last `Attach`: the next one retries them.
    var held: [String: Set<Int64>] = [:]
    /// Number of `Attach` calls of each application; tells whether one came during a wait.
    var attachCounts: [String: Int] = [:]
    /// Seconds that responses wait if no application can be started for them; nil for as long as there is room.
    private(set) var responseLife: TimeInterval?
    var trust: ClockTrust
    /// Timer for another look at old responses, when the clock can be trusted.
    var dropping: (any ClockTimer)?

    /// Number of commands that run at once; the others wait in the store.
    private static let commandLimit = 16
    /// Time in which a caller that waits for one answer must acknowledge: the application waits behind it.
    static let waitingLimit = Duration.seconds(5)
    /// Time in which a receiver must acknowledge.
    static let receiveLimit = Duration.seconds(30)
    /// Time in which an application must say how its notification is presented.
    static let presentLimit = Duration.seconds(10)
    /// Seconds in which a started application must attach, before another response starts it again.
    private static let startPause: TimeInterval = 60
    /// Age in seconds from which a response starts no application when the agent itself starts.
    private static let freshness: TimeInterval = 60

    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger,
        configuration: Configuration, withdraw: @escaping @Sendable (_ app: String, AttachOptions) async -> Void
    ) {
        self.withdraw = withdraw
        responseLife = configuration.responseLife
        trust = ClockTrust(clock)
        self.connection = connection
        self.loop = connection.loop
        self.store = store
        self.clock = clock
        self.logger = logger
        commands = CommandRunner(store: store, clock: clock, logger: logger)
        activation = ApplicationActivation(connection: connection, logger: logger)
        opener = DesktopOpener(store: store, clock: clock, logger: logger, activation: activation)
    }

    /// Applies a changed configuration.
    package func use(_ configuration: Configuration) { responseLife = configuration.responseLife }

    /// Resumes what an earlier agent left: commands that never started, and fresh responses that nobody fetched.
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

    /// Returns the receivers of this response, decided when the person answers.
    package func receivers(of response: Response) -> [Receiver] {
        let request = response.notification.request
        let app = response.notification.app
        let command = request.responsePlan.command(for: response.eventName)
        var opening = response.kind == .default ? request.responsePlan.opening : nil
        guard command != nil || opening != nil else { return [.delegate] }
        let isInstalled = InstalledApplication(id: app).isInstalled
        // The application is started for its response anyway.
        if opening == .application(app), isInstalled { opening = nil }
        // An application that names something else to open is told if it runs, but is not started.
        let isTold = isExpected(request, of: app) || opening == nil && isInstalled
        return [isTold ? .delegate : nil, command.map(Receiver.command), opening.map(Receiver.opening)]
            .compactMap(\.self)
    }

    /// Whether choosing the notification itself has any effect: it opens something, runs a command or tells a program.
    ///
    /// An application is told now, when it is started, or when it attaches later. The command line has no application:
    /// a caller that waits for an answer there has attached before the notification is shown.
    package func hearsDefault(of notification: Notification) -> Bool {
        let (request, app) = (notification.request, notification.app)
        return app != AgentNames.commandLineApplication || request.responsePlan.opening != nil
            || request.responsePlan.command(for: ResponsePlan.Event.default.rawValue) != nil
            || isExpected(request, of: app)
    }

    /// Delivers responses that are persisted.
    package func deliver(_ items: [OutboxItem]) {
        if items.contains(where: { $0.receiver.kind == .command }) { runCommands() }
        let responses = items.filter { $0.receiver.kind == .delegate }
        for app in Set(responses.map(\.app)) {
            handOver(app)
            guard
                let first = responses.first(where: { $0.app == app && !isExpected($0.notification.request, of: app) }),
                let response = first.response
            else { continue }
            startApplication(app, for: response)
        }
    }

    func isExpected(_ request: Request, of app: String) -> Bool {
        delegates.delegate(of: app) != nil || !waiting(for: request, of: app).isEmpty
    }

    package func waiting(for request: Request, of app: String) -> [Delegates.Entry] {
        delegates.waiting(for: request.identifier, instance: request.instance, of: app)
    }

    /// Starts the application, once for all responses that come before it attaches.
    func startApplication(_ app: String, for response: Response) {
        let now = clock.now
        if let last = started[app], (0..<Self.startPause).contains(now.timeIntervalSince(last)) { return }
        started[app] = now
        let attachment = attachCounts[app]
        // Runs in a task of its own: an application may take long to start.
        Task { await activation.start(app, with: response) { attachCounts[app] != attachment } }
    }

    /// Starts the commands that these requests name for the event `fired`.
    package func startCommands(of fired: [Occurrence]) {
        let event = ResponsePlan.Event.fired.rawValue
        if fired.contains(where: { $0.notification.request.responsePlan.command(for: event) != nil }) { runCommands() }
    }

    /// Starts the commands that wait in the store, oldest first.
    package func runCommands() {
        guard !isStartingCommands else {
            hasMoreCommands = true
            return
        }
        isStartingCommands = true
        // One task reads the commands; each then runs in its own task, for up to half a minute.
        Task {
            repeat {
                hasMoreCommands = false
                while !isStopping, runningCommands < Self.commandLimit, let (item, attempt) = await nextCommand() {
                    runningCommands += 1
                    Task { await run(item, attempt) }
                }
            } while hasMoreCommands
            isStartingCommands = false
        }
    }

    private func nextCommand() async -> (OutboxItem, Int)? {
        if !againCommands.isEmpty { return againCommands.removeFirst() }
        let items = try? await store.outbox(for: .command, app: nil, after: lastCommand, limit: 1)
        guard let item = items?.first else { return nil }
        lastCommand = item.id
        return (item, 0)
    }

    private func run(_ item: OutboxItem, _ attempt: Int) async {
        var pause: Duration?
        startingCommands.insert(item.id)
        if case .opening(let opening) = item.receiver {
            await opener.open(opening, for: item)
        } else {
            pause = await commands.run(item, attempt: attempt) { await self.started(item.id) }
        }
        startingCommands.remove(item.id)
        runningCommands -= 1
        if let pause {
            // The command stays in the store: after a restart the agent begins with it again.
            pauses[item.id] = clock.timer(after: pause, on: loop) { [weak self] in
                self?.assumeIsolated { outbox in
                    outbox.pauses[item.id] = nil
                    outbox.againCommands.append((item, attempt + 1))
                    outbox.runCommands()
                }
            }
        }
        runCommands()
    }

    private func started(_ command: Int64) { startingCommands.remove(command) }

    // MARK: - Stopping

    /// Starts nothing more, and waits for deliveries in flight and for commands that are being started.
    package func stop(within limit: Duration) async {
        isStopping = true
        dropping?.cancel()
        let end = ContinuousClock.now + limit
        while !busy.isEmpty || !startingCommands.isEmpty || isStartingCommands, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits until no command runs, which the time limit of commands bounds.
    package func finishCommands() async {
        while runningCommands > 0 { try? await Task.sleep(for: .milliseconds(20)) }
    }

    // MARK: - Attaching

    package func attach(_ entry: Delegates.Entry) async throws {
        delegates.attach(entry)
        held[entry.app] = nil
        attachCounts[entry.app, default: 0] += 1
        // Even if this attachment fails, because a delivery under way has stopped for it.
        defer { handOver(entry.app) }
        if entry.options.identifiers == nil { started[entry.app] = nil }
        if departures[entry.connection] == nil {
            departures[entry.connection] = try await connection.watch(name: entry.connection) { [weak self] _, new in
                guard new == nil else { return }
                self?.assumeIsolated { $0.departed(entry.connection) }
            }
            // The connection may have closed before the watch began.
            if try await connection.owner(of: entry.connection) == nil { return departed(entry.connection) }
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
        Task { for entry in abandoned { await withdraw(entry.app, entry.options) } }
    }
}
