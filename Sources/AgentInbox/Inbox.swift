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

/// Handles calls: identifies the caller, checks the request, writes to the store, and only then replies.
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
    /// Folders of copies whose requests are not stored yet, and which must not be swept.
    var uncommittedFolders: Set<String> = []
    /// Counts the copies from before the start; no file is accepted until it has ended.
    var counting: Task<Void, Never>?

    /// Authorizations that applications have asked for, as far as they were looked up.
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

    /// Applies a changed configuration.
    package func use(_ configuration: Configuration) async {
        self.configuration = configuration
        await scheduler.use(configuration)
        await outbox.use(configuration)
        await desktop.showBadges()
    }

    // MARK: - Callers

    /// Returns the caller and the application that it speaks for; with `allowsAll` that may be "*".
    ///
    /// Throws ``DBus/BusError`` for an invalid id, and if a sandboxed caller names another application.
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

    /// Logs an internal failure, and returns the error for the caller, without the person's data.
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
        // The connection may have closed before the watch began.
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

    /// Sends signals about logged events to the watchers.
    package func tell(_ events: [EventRecord]) {
        for event in events
        where event.kind == .dropped && event.detail["reason"] == .string(EventRecord.unreadableReason) {
            logger.error("Set aside what can't be read", metadata: [LogKey.app: "\(event.app)"])
        }
        sweepAttachments(after: events)
        guard !watchers.isEmpty else { return }
        for signal in events.flatMap(watchers.signals) {
            // Sending a signal only fails if the connection is lost, which the disconnect handler deals with.
            connection.assumeIsolated { try? $0.send(signal) }
        }
    }
}
