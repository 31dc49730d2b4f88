// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentCallers
import AgentLog
package import AgentMachine
package import AgentRules
package import DBus
import DesktopPresentation
import EventLoop
package import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore

/// Shows what has fired, and learns what the person did with it.
///
/// The queue of what is to be shown is the store's: this actor holds the few it has in hand. Everything
/// that the server says arrives on the loop, in bus order, and is handled to the end before the next
/// message; a signal that overtakes the reply which names its notification is parked until that
/// reply is there (quirk 8). All is keyed by the server's unique name and its number (quirk 1).
package actor Desktop {
    /// What the desktop needs from its neighbours.
    package struct Neighbours: Sendable {
        /// The name and desktop file of an application, as the desktop knows them.
        let application: @Sendable (_ id: String) -> InstalledApplication
        /// What the person lets the application do, now.
        let permission: @Sendable (_ app: String) async -> Permission
        /// Whether an application runs that wants to be asked before its notifications are shown.
        let wantsToBeAsked: @Sendable (_ app: String) async -> Bool
        /// Asks the running application how to show; nil when it gave no answer in time.
        let willPresent: @Sendable (Notification) async -> Set<String>?
        /// Has the running application show its own notification settings; false where it doesn't.
        let openSettings: @Sendable (Notification) async -> Bool
        /// Who is to get the response.
        let receivers: @Sendable (Response) async -> [Receiver]
        /// Takes responses that are on disk.
        let deliver: @Sendable ([OutboxItem]) async -> Void
        /// Tells who waits that this will not be answered, or was put off.
        let tellWaiting: @Sendable (Response) async -> Void
        /// When the words of an application's notifications are shown.
        let previews: @Sendable (_ app: String) async -> Previews
        /// Whether the session is locked.
        let lock: SessionLock
        /// Asks the person for words.
        let prompter: Prompter
        /// What of a former server's comes back on a new one.
        let reshow: @Sendable () async -> ReshowPolicy
        /// A request comes back at this time.
        let expect: @Sendable (Date) async -> Void
        /// How the person wants sounds to be played that the server doesn't play.
        var soundRules: @Sendable () async -> SoundRules = { SoundRules() }
        /// Whether something can come of a choice of the notification itself.
        var hearsDefault: @Sendable (Notification) async -> Bool = { _ in true }

        package init(
            application: @escaping @Sendable (_ id: String) -> InstalledApplication,
            permission: @escaping @Sendable (_ app: String) async -> Permission,
            wantsToBeAsked: @escaping @Sendable (_ app: String) async -> Bool,
            willPresent: @escaping @Sendable (Notification) async -> Set<String>?,
            openSettings: @escaping @Sendable (Notification) async -> Bool,
            receivers: @escaping @Sendable (Response) async -> [Receiver],
            deliver: @escaping @Sendable ([OutboxItem]) async -> Void,
            tellWaiting: @escaping @Sendable (Response) async -> Void,
            previews: @escaping @Sendable (_ app: String) async -> Previews, lock: SessionLock, prompter: Prompter,
            reshow: @escaping @Sendable () async -> ReshowPolicy, expect: @escaping @Sendable (Date) async -> Void,
            soundRules: @escaping @Sendable () async -> SoundRules = { SoundRules() },
            hearsDefault: @escaping @Sendable (Notification) async -> Bool = { _ in true }
        ) {
            self.application = application
            self.permission = permission
            self.wantsToBeAsked = wantsToBeAsked
            self.willPresent = willPresent
            self.openSettings = openSettings
            self.receivers = receivers
            self.deliver = deliver
            self.tellWaiting = tellWaiting
            self.previews = previews
            self.lock = lock
            self.prompter = prompter
            self.reshow = reshow
            self.expect = expect
            self.soundRules = soundRules
            self.hearsDefault = hearsDefault
        }
    }

    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let neighbours: Neighbours
    let launcher: Launcher
    let sounds: Sounds
    /// What Belfry itself says on a notification.
    let words = LateWords()

    /// Waits for the first whose time on the screen is over; nil where there is none.
    var hiding = DeadlineTimer()
    /// The last one that the server said it has closed, and when.
    var lastClosed: (id: Int64, at: TimeInterval)?

    var link: ServerLink?
    package var server: ServerLink.Server?
    /// When the server last said what it can do, by ``WallClock/sinceBoot``.
    var capabilitiesRead: TimeInterval = 0
    var renewal: Task<Void, Never>?
    /// The bus has said who owns the server's name at the start, if anybody does.
    var hasAsked = false
    /// Callers who want to know who the server is, while that is being found out.
    var lookers: [CheckedContinuation<Void, Never>] = []
    /// By occurrence: what is on its way to the server or on the screen. Bounded by ``memory``.
    var showings: [Int64: Showing] = [:]
    /// The occurrence of each number of the present server.
    var occurrences: [UInt32: Int64] = [:]
    var parked = ParkedSignals()

    private var subscription: Subscription?
    var waiting: [Occurrence] = []
    /// Fired ones that are only in the store; grows with each so that none is overlooked.
    var backlog: UInt64 = 0
    var backlogRead: UInt64 = 0
    var isPumping = false
    /// What waits has no room on the screen: looked at again when something leaves it.
    var isCrowded = false
    /// The oldest on a full screen has not been there for long: when it has.
    var crowdTimer: (any ClockTimer)?
    /// Lost with a former server: to come back without a sound once nothing else waits.
    var quietly: [Occurrence] = []
    /// Those that come without a sound and unasked once more, until they are shown: that made room, for the most part.
    var comingAgain: [Int64: Turn] = [:]
    /// Those that a person has asked to see again, until they leave the screen.
    var shownByHand: Set<Int64> = []
    /// Answered on an older showing before they were in hand: not to be shown.
    var endedEarly: Set<Int64> = []
    /// What the server did not take, and when it is sent again.
    var retry = PresentationRetry()
    /// Waits for the end of a pause.
    var retrying = DeadlineTimer()
    /// Errors of the server, for the log.
    var refusals = LogThrottle()
    /// Servers that went lately, and what they had in hand.
    var crashes = ServerCrashes()
    /// By occurrence: how often a server that ends when it has nothing to show has ended with it, though it was to stay.
    var departures: [Int64: Int] = [:]
    /// When a server is asked for that shows what the last one ended with.
    var returnTimer: (any ClockTimer)?
    var inFlight: Set<Int64> = []
    /// By occurrence: which of all its `Notify` calls is under way, and its reply awaited.
    var sent: [Int64: UInt64] = [:]
    /// How many `Notify` calls there were.
    var calls: UInt64 = 0
    /// Occurrences that wait for their application's word, and whose they are.
    var asking: [Int64: String] = [:]
    /// Out of the queue, and not in flight yet.
    var taken: Int64?
    /// Removed while their `Notify` was being made: not to be sent.
    var withdrawn: Set<Int64> = []
    /// Those on the screen that their application wants shown, but in no list.
    package var unlisted: Set<Int64> = []
    /// By occurrence: the questions that the person is being asked.
    var prompts: [Int64: OpenPrompt] = [:]
    /// By occurrence: presses that wait until the session is unlocked.
    var heldPresses: [Int64: HeldPress] = [:]
    /// Occurrences that may be on the screen otherwise than they should, the last one first.
    var toRedraw: [Int64] = []
    var isRedrawing = false
    /// Those whose `Notify` is no news.
    var redrawing: Set<Int64> = []
    /// Unanswered ones that come back, and of which the log knows.
    var returning: Set<Int64> = []
    /// What the person did with them is not on disk yet: they are not closed before that.
    var unwritten: Set<Int64> = []
    /// The server has named them, and the store is yet to hear of it.
    var unnoted: Set<Int64> = []
    /// By occurrence: callers who wait for its number.
    var numberWaiters: [Int64: [CheckedContinuation<UInt32?, Never>]] = [:]
    /// Signals of a server that is there and was not met yet.
    package var unmet: [Message] = []
    /// Some that are on the screen were dropped from memory; the store knows them.
    var hasForgotten = false
    var isStopping = false
    /// Signals for which the store is asked whether they are of one that was dropped from memory: few, as in a flood they are not.
    var reviving = 0
    /// What this server showed for an earlier agent is being read: its signals are parked.
    var isAdopting: Bool { adoptions > 0 }
    /// A slow server may arrive a second time, able to do more, while the first is still being read.
    var adoptions = 0
    /// How many changes are on their way to the store.
    var writing = 0
    /// Waits before the store is read again after it has failed.
    /// What is said of a store that can't be read.
    var logThrottle = LogThrottle()
    var rereading: (any ClockTimer)?

    /// How many `Notify` calls are under way at once.
    static let window = 16
    /// How many applications are asked at once before the queue waits for them.
    static let askingLimit = 256
    static let rereadingPause = Duration.seconds(5)
    /// How many signals of a server that was not met yet are kept.
    static let unmetLimit = 1000
    /// How large one of them may be, in bytes.
    package static let unmetCost = 32 << 10
    /// How long the end waits for replies that are on their way.
    private static let farewell = Duration.seconds(2)
    /// How many shown notifications are remembered; servers that never report a close would grow it.
    static let memory = 1000
    /// How long, in seconds, what a server said it can do is taken as it is.
    static let freshness: TimeInterval = 60

    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger, neighbours: Neighbours
    ) {
        self.connection = connection
        self.loop = connection.loop
        self.store = store
        self.clock = clock
        self.logger = logger
        self.neighbours = neighbours
        self.launcher = Launcher(connection: connection)
        self.sounds = Sounds(on: connection.loop)
    }

    /// Listens before it speaks: signals first, then the server's name.
    ///
    /// - Parameter listening: Called in the turn in which the first signal can be heard.
    /// - Throws: ``DBus/BusError``, and what `listening` throws.
    package func start(listening: @Sendable (isolated Desktop) throws -> Void = { _ in }) async throws {
        backlog += 1
        try await launcher.start()
        await showBadges()
        let rule = MatchRule(path: NotifyCall.path, interface: NotifyCall.interface)
        subscription = try await connection.subscribe(to: rule) { [weak self] message in
            self?.assumeIsolated { $0.received(message) }
        }
        try listening(self)
        let link = ServerLink(
            connection: connection, logger: logger,
            arrived: { [weak self] server in self?.assumeIsolated { $0.serverArrived(server) } },
            left: { [weak self] owner in self?.assumeIsolated { $0.serverLeft(owner) } })
        self.link = link
        try await link.start()
        hasAsked = true
        if await !link.isGreeting { stopLooking() }
        // Something waits from before, and nobody is there to show it.
        if server == nil, try await !store.presenting(limit: 1).isEmpty { await link.startServerIfActivatable() }
    }

    /// Another agent hears the server from now on.
    package func stopListening() {
        subscription?.cancel()
        subscription = nil
    }

    /// Sends nothing more, and gives the server a moment to name what it has been sent.
    package func stop() async {
        isStopping = true
        await endPrompts()
        let end = ContinuousClock.now + Self.farewell
        while !inFlight.isEmpty && server != nil || !unwritten.isEmpty || !unnoted.isEmpty, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(10))
        }
        subscription?.cancel()
        await link?.stop()
        hiding.cancel()
        retrying.cancel()
        await sounds.stop()
        await launcher.stop()
        for id in showings.keys { showings[id]?.timers.values.forEach { $0.cancel() } }
    }

    /// What the present server can't do of a request; nil when there is none.
    package func degraded(
        _ request: Request, of app: String = "", category: NotificationModel.Category?
    ) async -> [String]? {
        guard let server = await currentServer() else { return nil }
        return server.capabilities.degraded(request, category: category)
            + HintList.degraded(of: request.presentation) + (await soundDegraded(request, app, server))
    }
}
