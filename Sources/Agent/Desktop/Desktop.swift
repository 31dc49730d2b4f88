// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Shows what has fired, and learns what the person did with it.
///
/// The queue of what is to be shown is the store's: this actor holds the few it has in hand. Everything
/// that the server says arrives on the loop, in bus order, and is handled to the end before the next
/// message; a signal that overtakes the reply which names its notification is parked until that
/// reply is there (quirk 8). All is keyed by the server's unique name and its number (quirk 1).
actor Desktop {
    /// What the desktop needs from its neighbours.
    struct Neighbours: Sendable {
        /// The name and desktop file of an application, as the desktop knows them.
        let application: @Sendable (_ id: String) -> InstalledApplication
        /// What the person lets the application do, now.
        let permission: @Sendable (_ app: String) async -> Configuration.Permission
        /// Whether an application runs that wants to be asked before its notifications are shown.
        let wantsToBeAsked: @Sendable (_ app: String) async -> Bool
        /// Asks the running application how to show; nil when it gave no answer in time.
        let willPresent: @Sendable (Notification) async -> Set<String>?
        /// Who is to get the response.
        let receivers: @Sendable (Response) async -> [Receiver]
        /// Takes responses that are on disk.
        let deliver: @Sendable ([OutboxItem]) async -> Void
        /// Tells who waits that this will not be answered, or was put off.
        let tellWaiting: @Sendable (Response) async -> Void
        /// A request comes back at this time.
        let expect: @Sendable (Date) async -> Void
    }

    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let neighbours: Neighbours
    let badges: Badges

    var link: ServerLink?
    var server: ServerLink.Server?
    /// By occurrence: what is on its way to the server or on the screen. Bounded by ``memory``.
    var showings: [Int64: Showing] = [:]
    /// The occurrence of each number of the present server.
    var occurrences: [UInt32: Int64] = [:]
    var parked = ParkedSignals()

    private var subscription: Subscription?
    private var waiting: [Occurrence] = []
    /// Fired ones that are only in the store; grows with each so that none is overlooked.
    var backlog: UInt64 = 0
    private var backlogRead: UInt64 = 0
    private var isPumping = false
    var inFlight: Set<Int64> = []
    /// Occurrences that wait for their application's word.
    private var asking: Set<Int64> = []
    /// Removed while their `Notify` was being made: not to be sent.
    var withdrawn: Set<Int64> = []
    private var isStopping = false
    /// What this server showed for an earlier agent is being read: its signals are parked.
    var isAdopting = false
    /// Waits before the store is read again after it has failed.
    private var rereading: TimerSource?

    /// How many `Notify` calls are under way at once.
    private static let window = 16
    /// How many applications are asked at once before the queue waits for them.
    private static let askingLimit = 256
    private static let rereadingPause = Duration.seconds(5)
    /// How long the end waits for replies that are on their way.
    private static let farewell = Duration.seconds(2)
    /// How many shown notifications are remembered; servers that never report a close would grow it.
    static let memory = 1000

    init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger, neighbours: Neighbours
    ) {
        self.connection = connection
        self.loop = connection.loop
        self.store = store
        self.clock = clock
        self.logger = logger
        self.neighbours = neighbours
        self.badges = Badges(connection: connection)
    }

    /// Listens before it speaks: signals first, then the server's name.
    func start() async throws {
        backlog += 1
        let rule = MatchRule(path: NotifyCall.path, interface: NotifyCall.interface)
        subscription = try await connection.subscribe(to: rule) { [weak self] message in
            self?.assumeIsolated { $0.received(message) }
        }
        let link = ServerLink(
            connection: connection, logger: logger,
            arrived: { [weak self] server in self?.assumeIsolated { $0.serverArrived(server) } },
            left: { [weak self] owner in self?.assumeIsolated { $0.serverLeft(owner) } })
        self.link = link
        try await link.start()
        // Something waits from before, and nobody is there to show it.
        if server == nil, try await !store.presenting(limit: 1).isEmpty { await link.startServerIfActivatable() }
    }

    /// Sends nothing more, and gives the server a moment to name what it has been sent.
    func stop() async {
        isStopping = true
        let end = ContinuousClock.now + Self.farewell
        while !inFlight.isEmpty, server != nil, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(10))
        }
        subscription?.cancel()
        await link?.stop()
        for id in showings.keys { showings[id]?.timers.values.forEach { $0.cancel() } }
    }

    /// Shows these, oldest first, after those that wait already.
    func present(_ fired: [Occurrence]) async {
        guard server != nil, backlog == backlogRead, waiting.count < Self.memory else {
            backlog += 1
            if server == nil { await link?.startServerIfActivatable() }
            pump()
            return
        }
        // A newer showing of a request that still waits takes its place.
        waiting.removeAll { older in fired.contains { $0.app == older.app && $0.identifier == older.identifier } }
        waiting += fired
        pump()
    }

    /// Takes out of the queue what a program has removed.
    func withdraw(_ id: Int64) {
        waiting.removeAll { $0.id == id }
        if inFlight.contains(id) || asking.contains(id) { withdrawn.insert(id) }
    }

    /// What the present server can't do of a request; nil when there is none.
    func degraded(_ request: Request, category: NotificationModel.Category?) -> [String]? {
        guard let server else { return nil }
        return server.capabilities.degraded(request, category: category)
            + HintList.degraded(in: request.presentation.hints)
    }

    // MARK: - The queue

    func pump() {
        guard !isPumping, !isStopping, server != nil else { return }
        isPumping = true
        // One task at a time works the queue off; it ends when the queue is empty or the window full.
        Task {
            await workOff()
            isPumping = false
            let hasRoom = inFlight.count < Self.window && asking.count < Self.askingLimit && rereading == nil
            if server != nil, hasRoom, !waiting.isEmpty || backlog != backlogRead { pump() }
        }
    }

    private func workOff() async {
        while let server, inFlight.count < Self.window, asking.count < Self.askingLimit {
            if waiting.isEmpty {
                guard backlog != backlogRead, await readBacklog() else { return }
                continue
            }
            let next = waiting.removeFirst()
            guard showings[next.id] == nil, !asking.contains(next.id), !inFlight.contains(next.id) else { continue }
            let permission = await neighbours.permission(next.app)
            if !permission.notifications {
                await keepUnseen(next, listed: false, because: "config.toml")
            } else if next.notification.request.content.hasNoText {
                await applyBadgeAlone(next)
            } else if await !asksApplication(about: next) {
                await show(next, on: server)
            }
        }
    }

    /// Fetches fired ones that are only in the store; false when there are no more, or it can't be read.
    private func readBacklog() async -> Bool {
        let reading = backlog
        let known = Set(showings.keys).union(asking).union(inFlight)
        let unnumbered = showings.values.count { $0.number == nil }
        do {
            let rows = try await store.presenting(limit: 64 + unnumbered + inFlight.count + asking.count)
            waiting = rows.filter { !known.contains($0.id) }
        } catch {
            logger.error("Could not read what is to be shown", metadata: [LogKey.error: "\(error)"])
            rereading = TimerSource(after: Self.rereadingPause, on: loop) { [weak self] in
                self?.assumeIsolated {
                    $0.rereading = nil
                    $0.pump()
                }
            }
            return false
        }
        if waiting.isEmpty { backlogRead = reading }
        return !waiting.isEmpty
    }

    private func applyBadgeAlone(_ occurrence: Occurrence) async {
        applyBadge(of: occurrence.notification)
        await write(occurrence) { try await $0.markGone($1, event: .shown, detail: [:], at: $2) }
    }

    func applyBadge(of notification: Notification) {
        guard let count = notification.request.content.badge else { return }
        badges.show(count, for: neighbours.application(notification.app).desktopEntry)
        Task { try? await store.setBadge(count, app: notification.app) }
    }

    /// Whether the running application was asked; if so, its answer carries on from here.
    private func asksApplication(about occurrence: Occurrence) async -> Bool {
        guard await neighbours.wantsToBeAsked(occurrence.notification.app) else { return false }
        asking.insert(occurrence.id)
        // On its own, because the application may take ten seconds and hold up nobody else.
        Task {
            let options = await neighbours.willPresent(occurrence.notification)
            asking.remove(occurrence.id)
            if withdrawn.remove(occurrence.id) != nil {
                return
            } else if let options, options.isDisjoint(with: ["banner", "alert"]) {
                if options.contains("badge") { applyBadge(of: occurrence.notification) }
                await keepUnseen(occurrence, listed: options.contains("list"), because: "willPresent")
            } else if let server {
                await show(occurrence, on: server, options: options)
            } else {
                backlog += 1
            }
            pump()
        }
        return true
    }

    private func keepUnseen(_ occurrence: Occurrence, listed: Bool, because reason: String) async {
        let detail: [String: PropertyListValue] = ["reason": .string(reason)]
        await write(occurrence) { store, id, now in
            if listed {
                try await store.markUnpresented(id, event: .gone, detail: detail, at: now)
            } else {
                try await store.markGone(id, event: .gone, detail: detail, at: now)
            }
        }
    }

    /// Writes down what became of an occurrence; a failing store is logged, and the agent goes on.
    ///
    /// Nil when it failed.
    @discardableResult
    func write<Result: Sendable>(
        _ occurrence: Occurrence,
        _ change: @Sendable (NotificationStore, _ id: Int64, _ now: Date) async throws -> Result
    ) async -> Result? {
        do {
            return try await change(store, occurrence.id, clock.now)
        } catch {
            logger.error(
                "Could not write down what became of a notification",
                metadata: [LogKey.occurrence: "\(occurrence.id)", LogKey.error: "\(error)"])
            return nil
        }
    }

    /// Back to the store's queue, for the next server.
    func putBack(_ id: Int64) {
        showings[id] = nil
        inFlight.remove(id)
        withdrawn.remove(id)
        backlog += 1
    }
}
