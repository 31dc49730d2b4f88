// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import AgentRules
package import EventLoop
import ExtensionWire
import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore

/// Runs the service extensions of applications between the firing of a request and its presentation.
///
/// The store marks an occurrence with mutable content as waiting in the transaction that fires it. Each such occurrence
/// is passed to this actor exactly once, and is presented as rewritten or as it was. An ``ExtensionQueue`` decides the
/// order of the runs; this actor carries out the queue's effects.
package actor ServiceExtensions: LoopActor {
    package nonisolated let loop: EventLoop

    /// The service extension that an application declares.
    package enum Service: Hashable, Sendable {
        /// The application declares no service extension.
        case none
        /// The declaration, or the program that it names, breaks a rule.
        case faulty
        case program(ExtensionProgram)
    }

    /// Functions of other modules that ``ServiceExtensions`` calls.
    package struct Dependencies: Sendable {
        let permission: @Sendable (_ app: String) async -> Permission
        /// Finds the service extension of an application.
        let service: @Sendable (_ app: String) async -> Service
        /// Runs the process of an extension.
        let run: @Sendable (RunCall) async -> ExtensionOutcome
        /// Copies a request's attachments into the store's folder, and protects the copies until `keptFiles` is called.
        let keepFiles: @Sendable (Request, _ app: String) async throws -> (request: Request, home: String)
        /// Ends the protection of attachment copies; removes the copies of an unneeded request.
        let keptFiles: @Sendable (_ home: String, _ unneeded: Request?, _ app: String) async -> Void
        /// Presents occurrences, the oldest first.
        let present: @Sendable ([Occurrence]) async -> Void
        /// Finds out what confines extensions on this machine.
        let isolation: @Sendable () async -> ExtensionIsolation

        package init(
            permission: @escaping @Sendable (_ app: String) async -> Permission,
            service: @escaping @Sendable (_ app: String) async -> Service,
            run: @escaping @Sendable (RunCall) async -> ExtensionOutcome,
            keepFiles: @escaping @Sendable (Request, _ app: String) async throws -> (request: Request, home: String),
            keptFiles: @escaping @Sendable (_ home: String, _ unneeded: Request?, _ app: String) async -> Void,
            present: @escaping @Sendable ([Occurrence]) async -> Void,
            isolation: @escaping @Sendable () async -> ExtensionIsolation
        ) {
            (self.permission, self.service, self.run) = (permission, service, run)
            (self.keepFiles, self.keptFiles, self.present) = (keepFiles, keptFiles, present)
            self.isolation = isolation
        }
    }

    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let dependencies: Dependencies
    /// The folder for the attachments of the runs.
    let folder: RunFolder

    var queue = ExtensionQueue()
    /// The extensions to run for the occurrences in the queue, by occurrence.
    var jobs: [Int64: RunJob] = [:]
    /// The tasks of the runs, by occurrence.
    var tasks: [Int64: Task<Void, Never>] = [:]
    /// The number of operations that are passing occurrences from the queue to the desktop.
    var steps = 0
    var record = RunRecord(of: .service)
    var log: ExtensionLog { ExtensionLog(kind: .service, logger: logger) }
    /// Occurrences that have fired and are not examined yet, in the order of their arrival.
    private var arrivals: [Occurrence] = []
    private var isExamining = false

    /// - Parameters:
    ///   - folder: An absolute path: the folder for the attachments of the runs, which no other program uses.
    ///   - store: The store.
    ///   - clock: The agent's clock.
    ///   - loop: The loop that runs the actor.
    ///   - logger: The log.
    ///   - dependencies: The functions of other modules.
    package init(
        folder: String, store: NotificationStore, clock: any WallClock, loop: EventLoop, logger: Logger,
        dependencies: Dependencies
    ) {
        self.folder = RunFolder(path: folder)
        (self.store, self.clock, self.loop) = (store, clock, loop)
        (self.logger, self.dependencies) = (logger, dependencies)
    }

    /// Removes the folders that the runs of an earlier agent have left, and logs the interrupted runs.
    package func start() async {
        await offLoop { [folder] in folder.removeAll() }
        do {
            try await store.logInterruptedRuns(at: clock.now)
        } catch {
            log.failure("Could not log interrupted runs", error)
        }
    }

    /// Kills all runs, and waits until they end. The next agent presents the original notifications.
    package func stop() async {
        _ = carryOut(queue.handle(.stopping, at: clock.sinceBoot))
        for task in Array(tasks.values) { await task.value }
    }

    // MARK: - Arrivals

    /// Passes occurrences that have fired on to the desktop: at once, or after the run of a service extension.
    ///
    /// Notifications with immutable content are presented at once. Of the other notifications, those of an application
    /// that has an enabled service extension and may alert are rewritten; all others are presented as they are.
    package func pass(_ fired: [Occurrence]) async {
        let immutable = fired.filter { !$0.isExtending }
        arrivals += fired.filter(\.isExtending)
        if !immutable.isEmpty { await dependencies.present(immutable) }
        // Only one task at a time examines the fired occurrences, so that they keep their order.
        guard !isExamining else { return }
        isExamining = true
        defer { isExamining = false }
        while !arrivals.isEmpty {
            let batch = arrivals
            arrivals = []
            await examine(batch)
        }
    }

    private func examine(_ batch: [Occurrence]) async {
        var decisions: [String: Decision] = [:]
        var releases: [Release] = []
        for occurrence in batch {
            let app = occurrence.app
            let decision: Decision
            if let known = decisions[app] { decision = known } else { decision = await decide(app) }
            decisions[app] = decision
            switch decision {
            case .run(let program):
                jobs[occurrence.id] = RunJob(occurrence: occurrence, program: program)
                let item = ExtensionQueue.Item(id: occurrence.id, app: app, identifier: occurrence.identifier)
                releases += carryOut(queue.handle(.arrived(item), at: clock.sinceBoot))
            case .release(let reason): releases.append(Release(occurrence: occurrence, reason: reason))
            }
        }
        await release(releases)
    }

    private enum Decision {
        case run(ExtensionProgram)
        /// Presents the original notification, and logs the reason; nil if no reason is to be logged.
        case release(reason: String?)
    }

    private func decide(_ app: String) async -> Decision {
        guard await dependencies.permission(app).alert else { return .release(reason: nil) }
        switch await dependencies.service(app) {
        case .none: return .release(reason: nil)
        case .faulty: return .release(reason: "declaration")
        case .program(let program):
            let isEnabled = try? await store.isExtensionEnabled(ExtensionKind.service.rawValue, of: app)
            return isEnabled == true ? .run(program) : .release(reason: isEnabled == nil ? "store" : "disabled")
        }
    }

    // MARK: - Events

    /// Events with which an occurrence may have ended.
    private static let endings: Set<EventRecord.Kind> = [
        .answered, .dismissed, .expired, .gone, .removed, .replaced, .snoozed, .dropped,
    ]

    /// Cancels the runs of occurrences that have ended according to these events; called on the loop.
    package func note(_ events: [EventRecord]) {
        guard !queue.isEmpty else { return }
        let ids = events.compactMap { event in
            Self.endings.contains(event.kind)
                ? queue.occurrence(app: event.app, identifier: event.identifier) : nil
        }
        guard !ids.isEmpty else { return }
        steps += 1
        // Why: this is a task of its own, because a report of the store must not wait for another reply of the store.
        Task {
            defer { steps -= 1 }
            // The event may be about another record with the same identifier, so the store tells what still waits.
            guard let left = try? await store.extending(ids) else { return }
            for id in Set(ids).subtracting(left).sorted() {
                await release(carryOut(queue.handle(.withdrawn(id), at: clock.sinceBoot)))
            }
        }
    }

    // MARK: - Effects

    /// Carries out effects of the queue, except the effects that must write to the store.
    ///
    /// - Returns: The occurrences to release, for ``release(_:)``. The caller itself presents the result of a run.
    func carryOut(_ effects: [ExtensionQueue.Effect]) -> [Release] {
        var releases: [Release] = []
        for effect in effects {
            switch effect {
            case .start(let item): begin(item.id)
            case .cancel(let id): tasks[id]?.cancel()
            case .release(let item, let reason):
                if let job = jobs.removeValue(forKey: item.id) {
                    releases.append(Release(occurrence: job.occurrence, reason: reason.rawValue))
                }
            case .conclude: break
            case .pause(let app): log.pause(of: app)
            }
        }
        // The queue drops occurrences that have ended, among them occurrences that a newer occurrence has replaced.
        for id in jobs.keys where !queue.contains(id) && tasks[id] == nil { jobs[id] = nil }
        return releases
    }

    /// Presents occurrences with their original contents, without a run.
    func release(_ releases: [Release]) async {
        guard !releases.isEmpty else { return }
        steps += 1
        defer { steps -= 1 }
        var released: [Occurrence]
        do {
            released = try await store.release(releases.map { ($0.occurrence.id, $0.facts) }, at: clock.now)
        } catch {
            // If the store can't be written, presenting a notification is better than losing it.
            released = releases.map(\.occurrence)
            log.failure("Could not release notifications", error)
        }
        for release in releases { record.noteBypass(of: release.occurrence.app, release.reason) }
        await dependencies.present(released)
    }

    // MARK: - State

    /// The time without output after which a run counts as idle, in real time: such a run may await the test clock.
    private static let quietTime = Duration.milliseconds(500)

    /// Whether no occurrence is being examined, rewritten or released; the test clock waits until this is true. A run
    /// that is silent for a while counts as idle, because it may be waiting for the test clock.
    package var isIdle: Bool {
        let silence = ContinuousClock.now - Self.quietTime
        return arrivals.isEmpty && !isExamining && steps == 0
            && jobs.values.allSatisfy { $0.lastActivity.map { $0 < silence } ?? true }
    }
}

/// An occurrence that is presented without a run, and the reason for the log; the reason is nil if it is not logged.
struct Release: Sendable {
    let occurrence: Occurrence
    let reason: String?

    var facts: [String: PropertyListValue]? {
        reason.map { ["result": .string("original"), "reason": .string($0)] }
    }
}
