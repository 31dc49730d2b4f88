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

/// Brings responses to their receivers: the running application, one that is started for it, a command,
/// a caller that waits.
///
/// Every response is on disk before it comes here, and leaves the disk when a receiver has
/// acknowledged it. One application's responses go out one at a time, in order; a receiver that
/// never answers holds up nobody else.
package actor Outbox {
    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let commands: CommandRunner
    /// Takes away what nobody waits for any more.
    private let withdraw: @Sendable (_ app: String, AttachOptions) async -> Void
    private let activation: ApplicationActivation
    private let opener: DesktopOpener

    package private(set) var delegates = Delegates()
    private var departures: [String: Subscription] = [:]
    /// Applications whose responses are being handed over right now.
    var busy: Set<String> = []
    /// Applications for which something new came meanwhile.
    var rung: Set<String> = []
    /// The last command that was started; ids grow and are never used twice.
    private var lastCommand: Int64 = 0
    private var isStartingCommands = false
    private(set) var runningCommands = 0
    /// Commands that are being started: the store has them still.
    private var startingCommands: Set<Int64> = []
    private(set) var isStopping = false
    private var hasMoreCommands = false
    /// Commands that could not be started for want of room and are to be tried again now, with their attempt.
    private var againCommands: [(item: OutboxItem, attempt: Int)] = []
    /// Those that wait for that, by their item.
    private var pauses: [Int64: any ClockTimer] = [:]
    /// When each application was last started; an entry goes when it attaches.
    private var started: [String: Date] = [:]
    /// Items that failed since the last `Attach`: they wait for the next one.
    var held: [String: Set<Int64>] = [:]
    /// How often each application was attached to: tells whether that happened during a wait.
    var attachCounts: [String: Int] = [:]
    /// How long responses wait that nobody is started for; nil for as long as there is room.
    private(set) var responseLife: TimeInterval?
    var trust: ClockTrust
    /// Looks again at what is old once the clock can be trusted.
    var dropping: (any ClockTimer)?

    /// How many commands run at once; the others wait in the store.
    private static let commandLimit = 16
    /// How long a caller that waits for one answer may take: others stand behind it.
    static let waitingLimit = Duration.seconds(5)
    /// How long a receiver may take to acknowledge.
    static let receiveLimit = Duration.seconds(30)
    /// How long an application may take to say how its notification is shown.
    static let presentLimit = Duration.seconds(10)
    /// How long a started application may take to attach before another answer starts it again, in seconds.
    private static let startPause: TimeInterval = 60
    /// A response older than this starts no application when the agent itself starts.
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

    /// The person has changed `config.toml`.
    package func use(_ configuration: Configuration) { responseLife = configuration.responseLife }

    /// Takes up what an earlier agent left: commands that never started, fresh responses nobody fetched.
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

    // MARK: - Who receives

    /// Who is to get this response, decided at the moment of the answer.
    package func receivers(of response: Response) -> [Receiver] {
        let request = response.notification.request
        let app = response.notification.app
        let command = request.responsePlan.command(for: response.eventName)
        var opening = response.kind == .default ? request.responsePlan.opening : nil
        guard command != nil || opening != nil else { return [.delegate] }
        let isInstalled = InstalledApplication(id: app).isInstalled
        // Itself is started for its response anyway.
        if opening == .application(app), isInstalled { opening = nil }
        // What it names instead of itself is opened: it hears of that if it runs, and is not started for it.
        let isTold = isExpected(request, of: app) || opening == nil && isInstalled
        return [isTold ? .delegate : nil, command.map(Receiver.command), opening.map(Receiver.opening)]
            .compactMap(\.self)
    }

    /// Whether something can come of a choice of the notification itself: it opens something, a command is run, or somebody is
    /// told.
    ///
    /// A program hears of it now, when it is started for it or when it comes. The command line has no program: who waits for an
    /// answer there has attached before it is shown.
    package func hearsDefault(of notification: Notification) -> Bool {
        let (request, app) = (notification.request, notification.app)
        return app != AgentNames.commandLineApplication || request.responsePlan.opening != nil
            || request.responsePlan.command(for: ResponsePlan.Event.default.rawValue) != nil
            || isExpected(request, of: app)
    }

    /// Takes responses that are on disk.
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

    /// Starts the application, once for all the answers that come before it attaches.
    func startApplication(_ app: String, for response: Response) {
        let now = clock.now
        if let last = started[app], (0..<Self.startPause).contains(now.timeIntervalSince(last)) { return }
        started[app] = now
        let attachment = attachCounts[app]
        // On its own: an application may take its time to start.
        Task { await activation.start(app, with: response) { attachCounts[app] != attachment } }
    }

    /// Starts the commands that requests name for the moment they fire.
    package func startCommands(of fired: [Occurrence]) {
        let event = ResponsePlan.Event.fired.rawValue
        if fired.contains(where: { $0.notification.request.responsePlan.command(for: event) != nil }) { runCommands() }
    }

    /// Starts the commands that wait in the store, in the order in which they came to wait.
    package func runCommands() {
        guard !isStartingCommands else {
            hasMoreCommands = true
            return
        }
        isStartingCommands = true
        // One task reads them; each then runs on its own, for up to half a minute.
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
            // It stays in the store: another agent would begin again with it.
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

    // MARK: - The end

    /// Begins nothing more, and waits for receivers that have a response in hand and for commands that are being started.
    package func stop(within limit: Duration) async {
        isStopping = true
        dropping?.cancel()
        let end = ContinuousClock.now + limit
        while !busy.isEmpty || !startingCommands.isEmpty || isStartingCommands, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits until no command runs, which is so after its time limit.
    package func finishCommands() async {
        while runningCommands > 0 { try? await Task.sleep(for: .milliseconds(20)) }
    }

    // MARK: - Attaching

    package func attach(_ entry: Delegates.Entry) async throws {
        delegates.attach(entry)
        held[entry.app] = nil
        attachCounts[entry.app, default: 0] += 1
        // Whatever becomes of this one: a handing over that was under way has stopped for it.
        defer { handOver(entry.app) }
        if entry.options.identifiers == nil { started[entry.app] = nil }
        if departures[entry.connection] == nil {
            departures[entry.connection] = try await connection.watch(name: entry.connection) { [weak self] _, new in
                guard new == nil else { return }
                self?.assumeIsolated { $0.departed(entry.connection) }
            }
            // It may have gone while we were about to watch it.
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
