// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentCallers
import AgentLog
package import AgentMachine
package import AgentRules
package import DBus
import DesktopPresentation
package import EventLoop
package import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore
package import Triggers

/// Presents notifications on the notification server, and receives the person's responses.
///
/// All decisions are made by a value, the ``DesktopPresentation/PresentationQueue``. This actor passes events to the
/// queue and carries out the queue's effects. The server's messages arrive on the loop in the order of the bus, and
/// each message is handled completely before the next.
package actor Desktop: LoopActor {
    /// Functions of other modules that the desktop calls.
    package struct Dependencies: Sendable {
        /// Returns the name and the desktop file of an application.
        let application: @Sendable (_ id: String) -> InstalledApplication
        let permission: @Sendable (_ app: String) async -> Permission
        /// Whether an application runs that wants to be asked before its notifications are shown.
        let wantsToBeAsked: @Sendable (_ app: String) async -> Bool
        /// Asks the running application for the notification's presentation options; nil without an answer in time.
        let willPresent: @Sendable (Notification) async -> Set<String>?
        /// Asks the running application to show its own notification settings; false if it does not run or reply.
        let openSettings: @Sendable (Notification) async -> Bool
        let receivers: @Sendable (Response) async -> [Receiver]
        /// Delivers stored responses to their receivers.
        let deliver: @Sendable ([OutboxItem]) async -> Void
        /// Tells callers that wait for an answer that the notification was dismissed, has expired or was snoozed.
        let tellWaiting: @Sendable (Response) async -> Void
        /// Returns whether an application's notifications show their texts: always, in an unlocked session, or never.
        let previews: @Sendable (_ app: String) async -> Previews
        let lock: SessionLock
        /// Asks the person for text.
        let prompter: Prompter
        /// Returns the rules by which notifications that a server lost are presented again on the next server.
        let reshow: @Sendable () async -> ReshowPolicy
        /// Tells the scheduler that a request, such as a snoozed one, fires again at this date.
        let expect: @Sendable (Date) async -> Void
        /// Returns the settings for sounds that the server doesn't play.
        var soundRules: @Sendable () async -> SoundRules = { SoundRules() }
        /// Returns the date that a snooze's words mean, by the person's times of day.
        package var snoozeEnd: @Sendable (_ words: String, _ now: Date, _ timeZone: Zone) async throws -> Date = {
            try SnoozeAction.date($0, now: $1, in: $2)
        }
        /// Tells whether a click on the notification itself has a receiver.
        var hearsDefault: @Sendable (Notification, _ isInstalled: Bool) async -> Bool = { _, _ in true }
        /// The content extensions of applications; nil if the agent runs none.
        var content: ContentExtensionCalls?

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
            hearsDefault: @escaping @Sendable (Notification, _ isInstalled: Bool) async -> Bool = { _, _ in true },
            content: ContentExtensionCalls? = nil
        ) {
            (self.application, self.permission, self.wantsToBeAsked) = (application, permission, wantsToBeAsked)
            (self.willPresent, self.openSettings, self.receivers) = (willPresent, openSettings, receivers)
            (self.deliver, self.tellWaiting, self.previews) = (deliver, tellWaiting, previews)
            (self.lock, self.prompter, self.reshow) = (lock, prompter, reshow)
            (self.expect, self.soundRules, self.hearsDefault) = (expect, soundRules, hearsDefault)
            self.content = content
        }
    }

    package nonisolated let loop: EventLoop

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let dependencies: Dependencies
    let launcher: Launcher
    let sounds: Sounds
    let words = NotificationPhrases()

    /// The state of all occurrences in memory, and of the server.
    var queue = PresentationQueue()
    /// Events that arrived while another event was handled, in order.
    var events = EventInbox()
    /// The timer for the presentation queue's next deadline.
    var deadline = DeadlineTimer()
    var link: ServerLink?
    var lookup = ServerLookup()
    var writing = WritingState()
    /// Called on the loop when a server has arrived or exited.
    package var serverChanged: @Sendable () -> Void = {}
    private var subscription: Subscription?
    /// Callers that wait for the server's number of an occurrence.
    var numberWaiters: [Int64: [CheckedContinuation<UInt32?, Never>]] = [:]
    /// The tasks that ask the person for text, by occurrence. A task is cancelled when its notification is removed.
    var prompts: [Int64: Task<Void, Never>] = [:]
    /// Resumes ``stop()``, which waits for replies of the server and the store; nil while ``stop()`` does not wait.
    private var farewell: CheckedContinuation<Void, Never>?

    /// The largest size, in bytes, of a signal that is buffered before the server has reported its capabilities.
    package static let signalCost = 32 << 10
    /// The longest time that ``stop()`` waits for outstanding replies of the server and the store.
    private static let farewellTime = Duration.seconds(2)

    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger,
        dependencies: Dependencies
    ) {
        self.connection = connection
        self.loop = connection.loop
        (self.store, self.clock, self.logger) = (store, clock, logger)
        self.dependencies = dependencies
        self.launcher = Launcher(connection: connection)
        self.sounds = Sounds(on: connection.loop)
    }

    /// Subscribes to the server's signals first, and then asks the bus who owns the server's name.
    ///
    /// - Parameter listening: The closure called in the turn of the loop in which the first signal can arrive.
    /// - Throws: ``DBus/BusError``, or the error of `listening`.
    package func start(listening: @Sendable (isolated Desktop) throws -> Void = { _ in }) async throws {
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
        lookup.hasAsked = true
        if await !link.isGreeting { stopLooking() }
        // An earlier agent may have left occurrences to present, so the bus is asked to start a server.
        if server == nil, try await !store.presenting(limit: 1).isEmpty { await link.startServerIfActivatable() }
    }

    /// Ends the subscription to the server's signals, because another agent takes over.
    package func stopListening() { subscription.take()?.cancel() }

    /// Stops sending notifications, and waits a moment for the server to return the numbers of the notifications that
    /// were sent, and for the store to find the notifications of earlier agents that the person has pressed.
    package func stop() async {
        feed(.stopping)
        let tasks = prompts.values
        tasks.forEach { $0.cancel() }
        // The prompt programs are killed if they do not end.
        for task in tasks { await task.value }
        if !isSettled {
            let limit = TimerSource(after: Self.farewellTime, on: loop) { [weak self] in
                self?.assumeIsolated { $0.endFarewell() }
            }
            // The last number that the server returned may have been written to disk before this continuation was made.
            await withCheckedContinuation { if isSettled { $0.resume() } else { farewell = $0 } }
            limit.cancel()
        }
        subscription?.cancel()
        await link?.stop()
        deadline.cancel()
        await sounds.stop()
        await launcher.stop()
    }

    /// Whether no reply of the server is awaited, and no write to the store is in progress.
    private var isSettled: Bool { queue.isSettled && writing.count == 0 }

    /// Continues ``stop()`` when no reply of the server and no write to the store is awaited any more.
    func settled() { if farewell != nil, isSettled { endFarewell() } }

    private func endFarewell() { farewell.take()?.resume() }
}
