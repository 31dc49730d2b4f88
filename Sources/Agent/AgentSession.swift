// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Logging
import NotificationModel
import NotificationStore

/// The rooms of the agent on one connection, wired in the order of the plot.
struct AgentSession: Sendable {
    let connection: Connection
    let inbox: Inbox
    private let scheduler: Scheduler
    private let desktop: Desktop
    private let outbox: Outbox
    private let lock: SessionLock
    private let store: NotificationStore
    private let backups: BackupTimer
    private let testClock: TestClockControl?

    init(
        connection: Connection, systemBus: SystemBus, store: NotificationStore, clock: any WallClock, logger: Logger,
        paths: AgentPaths,
        configuration: Configuration
    ) throws {
        let loop = connection.loop
        let outbox = Outbox(
            connection: connection, store: store, clock: clock, logger: logger, configuration: configuration)
        let bell = Bell()
        let lock = SessionLock(connection: connection, systemBus: systemBus, logger: logger)
        let prompter = Prompter(
            connection: connection, clock: clock, logger: logger,
            rules: { await bell.inbox?.configuration.prompt ?? PromptRules() },
            terminals: .init(
                hasOne: { await outbox.hasTerminal($0, $1) },
                ask: { await outbox.askAtTerminal(about: $0, $1) }))
        let desktop = Desktop(
            connection: connection, store: store, clock: clock, logger: logger,
            neighbours: Desktop.Neighbours(
                application: { InstalledApplication(id: $0) },
                permission: { app in
                    await bell.inbox?.configuration.permission(of: app) ?? Configuration().permission(of: app)
                },
                wantsToBeAsked: { await outbox.wantsToBeAsked($0) },
                willPresent: { await outbox.willPresent($0) },
                receivers: { await outbox.receivers(of: $0) },
                deliver: { await outbox.deliver($0) },
                tellWaiting: { await outbox.tellWaiting($0) },
                previews: { await bell.inbox?.configuration.previews(of: $0) ?? Configuration().previews(of: $0) },
                lock: lock, prompter: prompter,
                reshow: { await bell.inbox?.configuration.reshow ?? ReshowPolicy() },
                expect: { await bell.scheduler?.expect($0) },
                soundRules: { await bell.inbox?.configuration.sound ?? SoundRules() }))
        let scheduler = Scheduler(
            store: store, clock: clock, loop: loop, logger: logger,
            neighbours: Scheduler.Neighbours(
                present: {
                    await desktop.present($0)
                    await outbox.startCommands(of: $0)
                },
                later: { await desktop.take($0) }, kept: { await outbox.runCommands() },
                awaited: { await outbox.delegates.awaited(of: $0) }))
        bell.scheduler = scheduler
        let inbox = Inbox(
            connection: connection, store: store, clock: clock, logger: logger, scheduler: scheduler,
            desktop: desktop, outbox: outbox, paths: paths, configuration: configuration)
        bell.inbox = inbox
        testClock = (clock as? TestClock).map {
            TestClockControl(
                clock: $0, loop: loop,
                isIdle: {
                    let isScheduled = await scheduler.isIdle
                    let isShown = await desktop.isIdle
                    return isScheduled && isShown
                },
                zoneChanged: { await scheduler.clockMayHaveChanged() })
        }
        backups = BackupTimer(store: store, folder: paths.state, clock: clock, loop: loop, logger: logger)
        self.connection = connection
        self.store = store
        self.outbox = outbox
        self.lock = lock
        self.desktop = desktop
        self.scheduler = scheduler
        self.inbox = inbox
    }

    /// Opens the door, takes the name, and only as its owner shows and fires.
    ///
    /// - Throws: ``AlreadyRunning``, ``DBus/BusError``.
    func start() async throws {
        let loop = connection.loop
        let (inbox, backups) = (inbox, backups)
        store.setEventHandler { events in
            loop.perform {
                inbox.assumeIsolated { $0.tell(events) }
                backups.assumeIsolated { $0.changed() }
            }
        }
        inbox.attachments.removeEmptyPlaces()
        let leftovers = inbox.attachments.leftovers
        try await scheduler.prepare(await inbox.configuration)
        try await connection.export(
            try NotificationCenterObject(inbox: inbox, testClock: testClock), at: AgentNames.path)
        switch try await connection.requestName(AgentNames.busName, flags: [.doNotQueue]) {
        case .primaryOwner, .alreadyOwner: break
        case .exists, .inQueue: throw AlreadyRunning()
        }
        // Before anything is shown.
        await lock.start { [weak desktop] in desktop?.assumeIsolated { $0.lockChanged() } }
        try await desktop.start()
        await outbox.start()
        try await scheduler.start()
        await inbox.sweepAttachments(leftovers)
    }

    /// On the loop.
    func clockMayHaveChanged() {
        scheduler.assumeIsolated { $0.clockMayHaveChanged() }
        desktop.assumeIsolated { $0.waitAnew() }
    }

    /// How long calls may take to be told that the store failed them.
    private static let answering = Duration.milliseconds(500)

    /// Stops because the store failed: takes no calls any more, and answers those that it has.
    func leave() async {
        try? await connection.releaseName(AgentNames.busName)
        try? await Task.sleep(for: Self.answering)
        await stop()
    }

    func stop() async {
        await scheduler.stop()
        await backups.stop()
        await lock.stop()
        await desktop.stop()
        try? await connection.releaseName(AgentNames.busName)
        await connection.close()
    }
}

/// Lets the desktop reach the scheduler and the inbox, which are made after it. Written before anything runs.
private final class Bell: @unchecked Sendable {
    // Unchecked: set in AgentSession's init only, before the desktop is started.
    var scheduler: Scheduler?
    weak var inbox: Inbox?
}
