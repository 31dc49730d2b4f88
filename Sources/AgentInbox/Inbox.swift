// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
package import AgentDesktop
package import AgentExtensions
package import AgentFiles
import AgentInterface
package import AgentLocation
import AgentLog
package import AgentMachine
package import AgentOutbox
package import AgentPush
package import AgentRules
package import AgentSchedule
package import DBus
package import Logging
package import NotificationStore
import Triggers

/// The first stage of a call: services that check the call, write to the store, and only then reply.
package final class Inbox: Sendable {
    package let intake: RequestIntake
    package let actions: RequestActions
    package let attachments: AttachmentCopies
    package let signals: EventSignals
    let gate: CallerGate
    let lists: RequestLists
    let completion: CompletionService
    let settings: ApplicationSettings
    let undo: UndoService
    let explainer: RequestExplainer
    let status: AgentStatus
    let diagnosis: AgentDiagnosis
    let transfer: TransferService
    let reminders: ReminderImport
    let remote: RemoteService
    let extensions: ExtensionService
    let places: PlaceService
    let logger: Logger
    private let store: NotificationStore
    private let clock: any WallClock

    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger, scheduler: Scheduler,
        desktop: Desktop, outbox: Outbox, extensions: ServiceExtensions, drawings: ContentExtensions,
        push: PushService, location: LocationService, paths: AgentPaths, authorizations: Authorizations,
        calendar: PersonalCalendarSource
    ) {
        self.logger = logger
        self.store = store
        self.clock = clock
        gate = CallerGate(of: connection)
        attachments = AttachmentCopies(in: paths.attachments, store: store, loop: connection.loop, logger: logger)
        signals = EventSignals(connection: connection, logger: logger)
        let days = CalendarReport(source: calendar, authorizations: authorizations, clock: clock)
        let holds = HoldReport(clock: clock, scheduler: scheduler, outbox: outbox)
        intake = RequestIntake(
            store: store, clock: clock, authorizations: authorizations, attachments: attachments,
            scheduler: scheduler, desktop: desktop, outbox: outbox, extensions: extensions, location: location,
            report: OutcomeReport(
                store: store, clock: clock, authorizations: authorizations, scheduler: scheduler, desktop: desktop,
                holds: holds, location: location))
        actions = RequestActions(
            store: store, clock: clock, logger: logger, authorizations: authorizations, scheduler: scheduler,
            desktop: desktop, signals: signals)
        undo = UndoService(
            store: store, clock: clock, authorizations: authorizations, scheduler: scheduler, location: location,
            attachments: attachments)
        lists = RequestLists(store: store, clock: clock, desktop: desktop)
        settings = ApplicationSettings(
            store: store, clock: clock, authorizations: authorizations, scheduler: scheduler, desktop: desktop,
            outbox: outbox, push: push, location: location)
        remote = RemoteService(push: push, store: store)
        places = PlaceService(
            location: location, signals: LocationSignals(connection: connection, location: location), store: store,
            clock: clock)
        completion = CompletionService(store: store, lists: lists, places: places, authorizations: authorizations)
        self.extensions = ExtensionService(extensions: extensions, drawings: drawings, store: store, clock: clock)
        explainer = RequestExplainer(store: store, clock: clock, gate: gate, authorizations: authorizations)
        status = AgentStatus(
            store: store, clock: clock, paths: paths, authorizations: authorizations, desktop: desktop, holds: holds,
            days: days)
        diagnosis = AgentDiagnosis(
            store: store, clock: clock, paths: paths, authorizations: authorizations, scheduler: scheduler,
            desktop: desktop, extensions: extensions, drawings: drawings, remote: remote, location: location,
            holds: holds, days: days)
        transfer = TransferService(
            store: store, clock: clock, logger: logger, authorizations: authorizations, attachments: attachments,
            scheduler: scheduler, desktop: desktop, outbox: outbox, push: push, location: location, signals: signals)
        reminders = ReminderImport(
            store: store, clock: clock, logger: logger, authorizations: authorizations, intake: intake)
    }

    /// Applies the limits of the history, at the agent's start and when the settings change.
    package func use(_ configuration: Configuration) async {
        store.setHistoryLimits(configuration.history.limits)
        do {
            try await store.pruneHistory(at: clock.now)
        } catch {
            logger.warning("Could not prune the history", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Logs an internal failure, and returns the error for the caller, without the person's data.
    func failure(_ error: any Error, in method: AgentMethod) -> any Error {
        logger.error(
            "A call failed", metadata: [LogKey.method: "\(method.rawValue)", LogKey.error: "\(ErrorSummary(error))"])
        if error is StoreError { return Refusal(.storeUnavailable, "\(error)") }
        return BusError(name: Refusal.busPrefix + "Failed", message: "\(error)")
    }
}

/// The identification of callers, and of the applications that they speak for.
struct CallerGate: Sendable {
    private let connection: Connection
    private let identity: CallerIdentity

    init(of connection: Connection) {
        self.connection = connection
        identity = CallerIdentity(on: connection.loop)
    }

    /// - Throws: ``DBus/BusError`` if the sender has left the bus.
    func caller(_ sender: String) async throws -> Caller { try await identity.caller(sender, on: connection) }

    /// Returns the application that a caller speaks for: its own if `app` is empty; with `allowsAll`, also "*".
    ///
    /// - Throws: ``DBus/BusError`` for an invalid id, and if a sandboxed caller names another application.
    func application(_ app: String, of caller: Caller, allowsAll: Bool) throws -> String {
        if app.isEmpty || app == caller.app { return caller.app }
        if caller.isSandboxed {
            throw BusError.accessDenied("\(caller.app) is sandboxed and may not speak for \"\(app)\".")
        }
        if allowsAll, app == AgentNames.allApplications { return app }
        guard ApplicationID.isValid(app) else {
            throw BusError.invalidArguments(
                "app is \"\(app)\"; an application id is 1 to 255 letters, digits, dots, dashes and underscores.")
        }
        return app
    }
}
