// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
package import AgentDesktop
package import AgentFiles
import AgentInterface
import AgentLog
package import AgentMachine
package import AgentMedia
package import AgentOutbox
package import AgentRules
package import AgentSchedule
package import DBus
import EventLoop
import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore
import Triggers

/// Takes calls: who is it, what do they want, may they; then the store, and only then the reply.
package actor Inbox {
    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let scheduler: Scheduler
    let desktop: Desktop
    let outbox: Outbox
    package let attachments: AttachmentStore
    let paths: AgentPaths
    package var configuration: Configuration
    /// Folders of copies whose requests are not in the store yet: not to be swept.
    var uncommittedFolders: Set<String> = []
    /// Ends when the copies of the time before the start are counted; nobody's file is taken before.
    var counting: Task<Void, Never>?

    /// What applications have asked to be allowed, as far as it was looked up.
    var authorizations = KnownAuthorizations()

    private let identity: CallerIdentity
    private var watchers = Watchers()
    private var departures: [String: Subscription] = [:]

    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger, scheduler: Scheduler,
        desktop: Desktop, outbox: Outbox, paths: AgentPaths, configuration: Configuration
    ) {
        self.connection = connection
        self.loop = connection.loop
        self.identity = CallerIdentity(on: connection.loop)
        self.store = store
        self.clock = clock
        self.logger = logger
        self.scheduler = scheduler
        self.desktop = desktop
        self.outbox = outbox
        self.paths = paths
        self.configuration = configuration
        attachments = AttachmentStore(folder: paths.attachments)
    }

    /// The person has changed `config.toml`.
    package func use(_ configuration: Configuration) async {
        self.configuration = configuration
        await scheduler.use(configuration)
        await outbox.use(configuration)
        await desktop.showBadges()
    }

    // MARK: - Who

    /// The caller, and the application it speaks of; with `allowsAll` that may be "*".
    ///
    /// Throws ``DBus/BusError`` for a name that can't be an id, and for a sandboxed caller that names another.
    func application(
        _ app: String, for sender: String, allowsAll: Bool = false
    ) async throws -> (app: String, caller: Caller) {
        let caller = try await identity.caller(sender, on: connection)
        if app.isEmpty || app == caller.app { return (caller.app, caller) }
        if caller.isSandboxed {
            throw BusError.accessDenied("\(caller.app) is sandboxed and may not speak for \"\(app)\".")
        }
        if allowsAll, app == AgentNames.allApplications { return (app, caller) }
        guard ApplicationID.isValid(app) else {
            throw BusError.invalidArguments(
                "app is \"\(app)\"; an application id is 1 to 255 letters, digits, dots, dashes and underscores.")
        }
        return (app, caller)
    }

    /// A failure of ours: noted once, here, and told without detail of the person's data.
    func failure(_ error: any Error, in method: AgentMethod) -> any Error {
        logger.error(
            "A call failed", metadata: [LogKey.method: "\(method.rawValue)", LogKey.error: "\(ErrorSummary(error))"])
        if error is StoreError { return Refusal(.storeUnavailable, "\(error)") }
        return BusError(name: Refusal.busPrefix + "Failed", message: "\(error)")
    }

    // MARK: - Events

    func watch(_ app: String, for sender: String) async throws {
        let (app, caller) = try await application(app, for: sender, allowsAll: true)
        watchers.watch(caller.connection, app)
        guard departures[sender] == nil else { return }
        departures[sender] = try await connection.watch(name: sender) { [weak self] _, new in
            guard new == nil else { return }
            self?.assumeIsolated { $0.departed(sender) }
        }
        // It may have gone while we were about to watch it.
        if try await connection.owner(of: sender) == nil { departed(sender) }
    }

    func unwatch(_ app: String, for sender: String) async throws {
        let (app, _) = try await application(app, for: sender, allowsAll: true)
        watchers.unwatch(sender, app)
        if !watchers.contains(sender) { departed(sender) }
    }

    private func departed(_ sender: String) {
        watchers.remove(sender)
        departures.removeValue(forKey: sender)?.cancel()
    }

    /// Tells the watchers what was logged.
    package func tell(_ events: [EventRecord]) {
        for event in events
        where event.kind == .dropped && event.detail["reason"] == .string(EventRecord.unreadableReason) {
            logger.error("Set aside what can't be read", metadata: [LogKey.app: "\(event.app)"])
        }
        sweepAttachments(after: events)
        guard !watchers.isEmpty else { return }
        for signal in events.flatMap(watchers.signals) {
            // A signal can only fail with the connection, and that is an event of its own.
            connection.assumeIsolated { try? $0.send(signal) }
        }
    }
}
