// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The order of the runs of service extensions: a value without processes, clock or store.
///
/// Each occurrence that arrives leaves the queue exactly once: after its extension has run, without a run, or because
/// the occurrence has ended. A run that was cancelled keeps its place until its process has ended, so that there are
/// never more processes than ``Limits`` allows.
package struct ExtensionQueue: Sendable {
    /// The largest numbers of runs and of occurrences that wait, and the rule of the circuit breaker.
    package struct Limits: Hashable, Sendable {
        /// Largest number of runs of all applications at once.
        package var runs = 4
        /// Largest number of runs of one application at once.
        package var runsOfOne = 2
        /// Largest number of occurrences of one application that wait for a run.
        package var waitingOfOne = 32
        /// Failures in a row after which an application's extension does not run for ``pause`` seconds.
        package var failures = 5
        /// Seconds for which an extension that has failed too often does not run.
        package var pause: TimeInterval = 600

        package init() {}
    }

    /// An occurrence for which an extension is to run.
    package struct Item: Hashable, Sendable, Identifiable {
        /// The occurrence's id, which grows with each firing.
        package let id: Int64
        package let app: String
        package let identifier: String

        package init(id: Int64, app: String, identifier: String) {
            self.id = id
            self.app = app
            self.identifier = identifier
        }
    }

    /// The reason for which an occurrence is presented without a run.
    package enum Bypass: String, Hashable, Sendable, CaseIterable {
        /// Too many occurrences of the application wait for a run.
        case tooMany
        /// The extension has failed too often lately.
        case paused
    }

    package enum Event: Hashable, Sendable {
        case arrived(Item)
        /// The process of a run has ended; `failed` tells whether the extension has failed.
        case ended(Int64, failed: Bool)
        /// An occurrence has ended, so that its content need not be rewritten any more.
        case withdrawn(Int64)
        /// The agent stops.
        case stopping
    }

    package enum Effect: Hashable, Sendable {
        /// Starts the extension's process.
        case start(Item)
        /// Kills the process of a run; the end of the process is still reported.
        case cancel(Int64)
        /// Presents an occurrence at once, with its original content.
        case release(Item, Bypass)
        /// Presents the result of a run: the rewritten content, or the original if the run has failed.
        case conclude(Item)
        /// An application's extension has failed too often and is paused.
        case pause(app: String)
    }

    /// The state of an occurrence in the queue.
    enum Phase: Hashable, Sendable {
        case waiting, running, cancelled
    }

    private struct Entry: Sendable {
        let item: Item
        var phase: Phase
    }

    private struct Name: Hashable {
        let app: String
        let identifier: String

        init(_ item: Item) { (app, identifier) = (item.app, item.identifier) }
    }

    private let limits: Limits
    private var entries: [Int64: Entry] = [:]
    /// The occurrences that wait for a run, in the order of their arrival.
    private var waiting: [Int64] = []
    /// The newest occurrence of each request that waits or is in a run.
    private var newest: [Name: Int64] = [:]
    private var breakers: ExtensionBreakers
    private var isStopping = false

    package init(_ limits: Limits = Limits()) {
        self.limits = limits
        breakers = ExtensionBreakers(failures: limits.failures, pause: limits.pause)
    }

    // MARK: - Queries

    /// Whether no occurrence waits for a run, and no process runs.
    package var isEmpty: Bool { entries.isEmpty }

    /// Returns whether an occurrence waits or is in a run that has not been cancelled.
    package func contains(_ id: Int64) -> Bool { entries[id].map { $0.phase != .cancelled } ?? false }

    /// Returns the occurrence of a request that waits or is in a run; nil if there is none.
    package func occurrence(app: String, identifier: String) -> Int64? {
        newest[Name(Item(id: 0, app: app, identifier: identifier))]
    }

    /// Returns the number of runs: of one application, or of all applications if `app` is nil.
    package func runs(of app: String? = nil) -> Int {
        entries.values.count { $0.phase != .waiting && (app == nil || $0.item.app == app) }
    }

    /// Returns the number of an application's occurrences that wait for a run.
    package func waiting(of app: String) -> Int {
        entries.values.count { $0.phase == .waiting && $0.item.app == app }
    }

    /// Returns the moment, in seconds since boot, until which an application's extension is paused; nil if it is not.
    package func pausedUntil(_ app: String, at now: TimeInterval) -> TimeInterval? {
        breakers.pausedUntil(app, at: now)
    }

    // MARK: - Events

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: Seconds since boot, by a clock that can't be set.
    /// - Returns: The effects, in the order in which they are to be carried out.
    package mutating func handle(_ event: Event, at now: TimeInterval) -> [Effect] {
        switch event {
        case .arrived(let item): arrive(item, at: now)
        case .ended(let id, let failed): end(id, failed: failed, at: now)
        case .withdrawn(let id): withdraw(id) + startNext()
        case .stopping: stop()
        }
    }

    private mutating func arrive(_ item: Item, at now: TimeInterval) -> [Effect] {
        // Occurrences that arrive while the agent stops are left to the next agent, which presents the originals.
        guard !isStopping, entries[item.id] == nil else { return [] }
        var effects: [Effect] = []
        if let other = newest[Name(item)] {
            // A newer firing of the request has replaced this one already.
            guard other < item.id else { return [] }
            effects += withdraw(other)
        }
        if pausedUntil(item.app, at: now) != nil {
            effects.append(.release(item, .paused))
        } else if waiting(of: item.app) >= limits.waitingOfOne {
            effects.append(.release(item, .tooMany))
        } else {
            entries[item.id] = Entry(item: item, phase: .waiting)
            newest[Name(item)] = item.id
            waiting.append(item.id)
        }
        return effects + startNext()
    }

    private mutating func end(_ id: Int64, failed: Bool, at now: TimeInterval) -> [Effect] {
        guard let entry = entries[id], entry.phase != .waiting else { return [] }
        entries[id] = nil
        guard entry.phase == .running else { return startNext() }
        newest[Name(entry.item)] = nil
        var effects = [Effect.conclude(entry.item)]
        effects += failed ? fail(entry.item.app, at: now) : succeed(entry.item.app)
        return effects + startNext()
    }

    private mutating func succeed(_ app: String) -> [Effect] {
        breakers.succeed(app)
        return []
    }

    /// Counts a failure; at the limit, pauses the extension and releases the occurrences that wait for it.
    private mutating func fail(_ app: String, at now: TimeInterval) -> [Effect] {
        guard breakers.fail(app, at: now) else { return [] }
        let released = waiting.compactMap { entries[$0]?.item }.filter { $0.app == app }
        for item in released { forget(item) }
        return [.pause(app: app)] + released.map { .release($0, .paused) }
    }

    /// Removes an occurrence from the queue; its run is cancelled, and counts until the process has ended.
    private mutating func withdraw(_ id: Int64) -> [Effect] {
        guard let entry = entries[id] else { return [] }
        switch entry.phase {
        case .waiting:
            forget(entry.item)
            return []
        case .running:
            entries[id]?.phase = .cancelled
            newest[Name(entry.item)] = nil
            return [.cancel(id)]
        case .cancelled: return []
        }
    }

    private mutating func forget(_ item: Item) {
        entries[item.id] = nil
        newest[Name(item)] = nil
        waiting.removeAll { $0 == item.id }
    }

    private mutating func stop() -> [Effect] {
        isStopping = true
        return entries.keys.sorted().flatMap { withdraw($0) }
    }

    /// Starts the runs that the limits allow, the oldest first; an application at its own limit does not delay another.
    private mutating func startNext() -> [Effect] {
        var effects: [Effect] = []
        while runs() < limits.runs, let index = waiting.firstIndex(where: hasRoom) {
            let id = waiting.remove(at: index)
            guard let item = entries[id]?.item else { continue }
            entries[id]?.phase = .running
            effects.append(.start(item))
        }
        return effects
    }

    private func hasRoom(_ id: Int64) -> Bool {
        entries[id].map { runs(of: $0.item.app) < limits.runsOfOne } ?? false
    }
}
