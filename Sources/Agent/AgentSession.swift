// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentExtensions
import AgentFiles
import AgentInbox
import AgentInterface
import AgentLocation
import AgentMachine
import AgentMaintenance
import AgentMedia
import AgentOutbox
import AgentPush
import AgentRules
import AgentSchedule
import DBus
import DesktopPresentation
import EventLoop
import Logging
import NotificationModel
import NotificationStore

/// The agent's stages on one connection, wired in the order in which a request passes them.
struct AgentSession: Sendable {
    let connection: Connection
    let inbox: Inbox
    let authorizations: Authorizations
    private let scheduler: Scheduler
    private let desktop: Desktop
    private let outbox: Outbox
    private let extensions: SessionExtensions
    private let push: PushService
    private let location: LocationService
    private let lock: SessionLock
    private let calendar: PersonalCalendarSource
    private let store: NotificationStore
    private let backups: BackupTimer
    private let testClock: TestClockControl?

    init(
        connection: Connection, systemBus: SystemBus, store: NotificationStore, clock: any WallClock, logger: Logger,
        paths: AgentPaths, configuration: Configuration
    ) throws {
        let loop = connection.loop
        let stages = LateBoundStages()
        let authorizations = Authorizations(configuration, store: store, loop: loop, logger: logger)
        let outbox = Outbox(
            connection: connection, store: store, clock: clock, logger: logger, configuration: configuration,
            withdraw: { await stages.inbox?.actions.withdraw($0, $1) },
            hearOwn: { await stages.location?.hear($0) })
        let lock = SessionLock(connection: connection, systemBus: systemBus, logger: logger)
        let prompter = Prompter(
            connection: connection, clock: clock, logger: logger,
            rules: { await authorizations.configuration.prompt },
            terminals: .init(
                hasOne: { await outbox.hasTerminal($0, $1) },
                ask: { await outbox.askAtTerminal(about: $0, $1) }))
        let desktop = Desktop(
            connection: connection, store: store, clock: clock, logger: logger,
            dependencies: Self.dependencies(ofDesktop: outbox, authorizations, lock, prompter, stages))
        let extensions = SessionExtensions(
            connection: connection, store: store, clock: clock, logger: logger, paths: paths,
            configuration: configuration, desktop, authorizations, stages)
        let scheduler = Scheduler(
            store: store, clock: clock, loop: loop, logger: logger,
            dependencies: Self.dependencies(ofScheduler: desktop, outbox, extensions.service))
        stages.scheduler = scheduler
        let calendar = PersonalCalendarSource(clock: clock, logger: logger, scheduler: scheduler)
        let push = try PushService(
            connection: connection, store: store, clock: clock, logger: logger,
            distributor: configuration.pushDistributor, dependencies: Self.dependencies(ofPush: outbox, stages))
        let location = Self.location(systemBus, store, clock, logger, stages)
        let inbox = Inbox(
            connection: connection, store: store, clock: clock, logger: logger, scheduler: scheduler,
            desktop: desktop, outbox: outbox, extensions: extensions.service, drawings: extensions.content, push: push,
            location: location, paths: paths, authorizations: authorizations, calendar: calendar)
        stages.inbox = inbox
        let backups = BackupTimer(store: store, folder: paths.state, clock: clock, loop: loop, logger: logger) {
            await inbox.attachments.sweep()
        } repaired: {
            await scheduler.clockMayHaveChanged()
        }
        testClock = (clock as? TestClock).map {
            Self.control(of: $0, scheduler, extensions.service, desktop, backups, location, on: loop)
        }
        (self.connection, self.store, self.backups) = (connection, store, backups)
        (self.outbox, self.extensions, self.push) = (outbox, extensions, push)
        (self.location, self.lock, self.calendar) = (location, lock, calendar)
        (self.desktop, self.scheduler, self.inbox) = (desktop, scheduler, inbox)
        self.authorizations = authorizations
    }

    /// Makes the control of a test's clock, which waits for the stages in the order in which a request passes them.
    private static func control(
        of clock: TestClock, _ scheduler: Scheduler, _ extensions: ServiceExtensions, _ desktop: Desktop,
        _ backups: BackupTimer, _ location: LocationService, on loop: EventLoop
    ) -> TestClockControl {
        TestClockControl(
            clock: clock, loop: loop,
            isIdle: {
                let isScheduled = await scheduler.isIdle
                let isExtended = await extensions.isIdle
                let isShown = await desktop.isIdle
                let isBackedUp = await backups.isIdle
                let isLocated = await location.isIdle
                return isLocated && isScheduled && isExtended && isShown && isBackedUp
            },
            zoneChanged: { await scheduler.clockMayHaveChanged() })
    }

    /// Returns the functions of other stages that the desktop calls.
    private static func dependencies(
        ofDesktop outbox: Outbox, _ authorizations: Authorizations, _ lock: SessionLock, _ prompter: Prompter,
        _ stages: LateBoundStages
    ) -> Desktop.Dependencies {
        var dependencies = Desktop.Dependencies(
            application: { InstalledApplication(id: $0) },
            permission: { await authorizations.permission(of: $0) },
            wantsToBeAsked: { await outbox.wantsToBeAsked($0) },
            willPresent: { await outbox.willPresent($0) },
            openSettings: { await outbox.openSettings(of: $0.app, about: $0) },
            receivers: { await outbox.receivers(of: $0) },
            deliver: { await outbox.deliver($0) },
            tellWaiting: { await outbox.tellWaiting($0) },
            previews: { await authorizations.configuration.previews(of: $0) },
            lock: lock, prompter: prompter,
            reshow: { await authorizations.configuration.reshow },
            expect: { await stages.scheduler?.expect($0) },
            soundRules: { await authorizations.configuration.sound },
            hearsDefault: { await outbox.hearsDefault(of: $0, isInstalled: $1) },
            content: SessionExtensions.calls(stages))
        dependencies.snoozeEnd = {
            let parts = await authorizations.configuration.partsOfDay
            return try SnoozeAction.date($0, now: $1, in: $2, partsOfDay: parts)
        }
        return dependencies
    }

    /// Returns the functions of other stages that the push service calls.
    private static func dependencies(ofPush outbox: Outbox, _ stages: LateBoundStages) -> PushService.Dependencies {
        PushService.Dependencies(
            deliver: { push in
                guard let inbox = stages.inbox else { throw BusError.disconnected }
                return try await inbox.intake.receive(push)
            },
            call: { await outbox.callRemote($0, $1, $2) }, isAttached: { await outbox.hasRemoteDelegate($0) },
            startPause: { await outbox.startPause(of: $0) }, start: { await outbox.startForRemote($0) },
            sayOnce: { try? await stages.inbox?.intake.sayOnce($0, name: $1) })
    }

    /// Makes the location service, which calls functions of other stages.
    private static func location(
        _ systemBus: SystemBus, _ store: NotificationStore, _ clock: any WallClock, _ logger: Logger,
        _ stages: LateBoundStages
    ) -> LocationService {
        let dependencies = LocationService.Dependencies(
            ring: { await stages.scheduler?.ring() }, say: { try? await stages.inbox?.intake.say($0) },
            name: { InstalledApplication(id: $0).name })
        let location = LocationService(
            systemBus: systemBus, store: store, clock: clock, logger: logger,
            threshold: TestHook.locationInterval.value.flatMap { UInt32($0) } ?? .max, dependencies: dependencies)
        stages.location = location
        return location
    }

    /// Returns the functions of other stages that the scheduler calls.
    private static func dependencies(
        ofScheduler desktop: Desktop, _ outbox: Outbox, _ extensions: ServiceExtensions
    ) -> Scheduler.Dependencies {
        Scheduler.Dependencies(
            present: {
                await extensions.pass($0)
                await outbox.startCommands(of: $0)
            },
            later: { await desktop.take($0) }, kept: { await outbox.runCommands() },
            expired: { responses in
                await outbox.runCommands()
                // Why: this is a task of its own, because a client may take long to answer a response.
                Task { for response in responses { await outbox.tellWaiting(response) } }
            },
            awaited: { await outbox.delegates.awaited(of: $0) }, announce: { await desktop.announce($0) },
            withdraw: { await desktop.withdraw($0) },
            clockChanged: { desktop.assumeIsolated { $0.waitAnew() } })
    }

    /// Exports the agent's object and takes the bus name; only the name's owner fires requests and shows notifications.
    ///
    /// - Parameters:
    ///   - takeover: The takeover of the bus name, which has kept the server's signals; nil if no agent was replaced.
    ///   - reader: The reader of `config.toml`.
    /// - Throws: ``AlreadyRunning``, ``DBus/BusError``.
    func start(after takeover: Takeover?, reader: ConfigurationReader) async throws {
        let loop = connection.loop
        let (inbox, extensions, backups, pings) = (inbox, self.extensions.service, backups, push.pings)
        let location = location
        store.setEventHandler { events in
            loop.perform {
                inbox.attachments.assumeIsolated { $0.sweep(after: events) }
                inbox.signals.assumeIsolated { $0.tell(events) }
                extensions.assumeIsolated { $0.note(events) }
                pings.assumeIsolated { $0.note(events) }
                backups.assumeIsolated { $0.changed() }
                location.assumeIsolated { $0.note(events) }
            }
        }
        let leftovers = await leftovers()
        await inbox.attachments.count(leftovers)
        await inbox.use(await authorizations.configuration)
        await calendar.use(await authorizations.configuration)
        try await scheduler.prepare(await authorizations.configuration)
        await self.extensions.start()
        await push.prepare()
        let objects: [ObjectPath: any ExportedObject] = [
            AgentNames.path: try NotificationCenterObject(inbox: inbox, testClock: testClock, reader: reader),
            PushNames.connectorPath: push.connector,
        ]
        if takeover == nil {
            for (path, object) in objects { try await connection.export(object, at: path) }
        }
        switch try await connection.requestName(AgentNames.busName, flags: [.doNotQueue]) {
        case .primaryOwner, .alreadyOwner: break
        case .exists, .inQueue: throw AlreadyRunning()
        }
        // Whether the person's desktop session is locked must be known before anything is shown.
        await lock.start { [weak desktop, location] in
            desktop?.assumeIsolated { $0.lockChanged() }
            location.assumeIsolated { $0.mayHaveMoved(.unlocked) }
        }
        let desktop = desktop
        try await desktop.start { desktop in
            desktop.serverChanged = { inbox.signals.assumeIsolated { $0.tellStatus() } }
            guard let takeover else { return }
            // The takeover ends in the same turn in which the desktop subscribes: no signal is missed or comes twice.
            desktop.buffer(
                try takeover.assumeIsolated { takeover in
                    defer { takeover.stopListening() }
                    return try takeover.end(with: objects)
                })
        }
        await outbox.start()
        try await scheduler.start()
        // Why: this is a task of its own, because registrations must not delay the agent's start.
        Task { await push.start() }
        await location.start()
        await inbox.attachments.sweep(leftovers)
    }

    func use(_ configuration: Configuration) async {
        await authorizations.use(configuration)
        await inbox.use(configuration)
        await calendar.use(configuration)
        await scheduler.use(configuration)
        await outbox.use(configuration)
        await extensions.use(configuration)
        await push.registrar.use(distributor: configuration.pushDistributor)
        await desktop.showBadges()
        await inbox.signals.tellStatus()
    }

    /// Handles the end of the machine's sleep; called on the loop.
    func woke() {
        clockMayHaveChanged()
        location.assumeIsolated { $0.mayHaveMoved(.resumed) }
        // Why: this is a task of its own, because the registrations' distributors may take long to reply.
        Task { await push.registrar.resumed() }
    }

    /// Handles a new network connection of the machine; called on the loop.
    func cameOnline() {
        location.assumeIsolated { $0.mayHaveMoved(.networkChanged) }
        // Why: this is a task of its own, because the registrations' distributors may take long to reply.
        Task { await push.registrar.hasNetwork() }
    }

    /// Returns the present folders of attachment copies, to be swept if no request needs them.
    private func leftovers() async -> [String] {
        await offLoop { [attachments = inbox.attachments.files] in
            attachments.removeEmptyPlaces()
            return attachments.leftovers()
        }
    }

    /// Handles replaced time zone files; called on the loop.
    func zonesMayHaveChanged() {
        scheduler.assumeIsolated { $0.zonesMayHaveChanged() }
        desktop.assumeIsolated { $0.waitAnew() }
    }

    func clockMayHaveChanged() {
        scheduler.assumeIsolated { $0.clockMayHaveChanged() }
        desktop.assumeIsolated { $0.waitAnew() }
    }

    /// Finishes calls in flight, stops all stages and gives up the bus name.
    ///
    /// If another agent waits for the name, it gets the name at once. This agent handles the calls and signals that
    /// came before; the other agent handles all later ones.
    ///
    /// - Returns: Whether another agent waits for the name.
    @discardableResult
    func stop() async -> Bool {
        let hasSuccessor = await hasSuccessor()
        await push.prepareToStop()
        if hasSuccessor { await handOver() }
        await calendar.stop()
        await scheduler.stop()
        await extensions.stop()
        await push.stop()
        await location.stop()
        await backups.stop()
        await lock.stop()
        await desktop.stop()
        if !hasSuccessor { try? await connection.releaseName(AgentNames.busName) }
        await connection.finishAnswering(within: Self.farewell)
        await outbox.stop(within: Self.farewell)
        await connection.close()
        return hasSuccessor
    }

    /// Longest time that ``stop()`` waits for calls in flight, and for responses that are being delivered.
    private static let farewell = Duration.seconds(2)

    private func hasSuccessor() async -> Bool {
        let owners = try? await connection.queuedOwners(of: AgentNames.busName)
        return (owners ?? []).contains { $0 != connection.uniqueName }
    }

    private func handOver() async {
        let desktop = desktop
        await connection.releaseName(AgentNames.busName) { desktop.assumeIsolated { $0.stopListening() } }
        // Calls are finished before the desktop stops, because a call may still present a notification.
        await connection.finishAnswering(within: Self.farewell)
    }

    /// Waits until the commands that the agent has started have ended, half a minute at most.
    func finishCommands() async { await outbox.finishCommands() }
}

/// References to stages, for stages created before the referenced stages. All references are set before any stage runs.
final class LateBoundStages: @unchecked Sendable {
    // `Sendable` is not checked: the references are set in AgentSession's init only, before the desktop is started.
    weak var scheduler: Scheduler?
    weak var inbox: Inbox?
    weak var content: ContentExtensions?
    weak var location: LocationService?
}
