// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationStore

/// Notifications that the server did not accept, and the time at which each is sent again. No due notification is given
/// up because of an error.
///
/// The type is a pure state machine: ``PresentationQueue`` passes it the results of `Notify`, and performs the effects.
///
///     ready ──the server fails──▶ pausing ──time──▶ probing ──shown──▶ ready
///                                    ▲                  └──fails──┐
///                                    └── 0.1 s, 0.2 s … 60 s ◀────┘
///
/// The server counts as the cause of an error until it shows another notification. After that, the notification that
/// failed counts as the cause: it gets its own pause, and other notifications need not wait. An error about the
/// arguments counts as the notification's at once.
package struct PresentationRetry: Sendable {
    /// The state of the server, as its failures show it.
    package enum Phase: Hashable, Sendable {
        /// The server accepts notifications.
        case ready
        /// Nothing is sent to the server before this time.
        case pausing(until: TimeInterval)
        /// Notifications are sent to the server one by one, until it has shown one.
        case probing
    }

    /// The result of a `Notify` call, or a change of an occurrence that failed. Times are seconds of a steady clock.
    package enum Event: Sendable {
        case failed(Occurrence, Trial, NotifyFault, error: String)
        case shown(Int64)
        /// Servers have exited `count` times while they handled the notification.
        case guilty(Occurrence, count: Int)
        /// The notification is no longer to be shown.
        case withdrawn(Int64)
        /// There is another server, or none; the queue is read from the store again.
        case serverChanged
        /// The capabilities of the same server have changed.
        case capabilitiesChanged
        case timePassed
    }

    /// An action for the queue.
    package enum Effect: Hashable, Sendable {
        /// Occurrences that are sent before all waiting ones, in this order.
        case queueFirst([Occurrence])
        /// Occurrences that are sent after all waiting ones.
        case queueLast([Occurrence])
        /// The occurrence may be shown a second time.
        case noteRepetition(Occurrence)
        /// The server accepted no form of the occurrence, which waits for another server.
        case noteRefusal(Occurrence, error: String)
    }

    package private(set) var phase = Phase.ready
    /// The occurrences that have failed and were not shown since.
    package private(set) var attempts: [Int64: Attempt] = [:]
    /// The latest error, and the time of the first error of the present series of errors; nil without errors.
    package private(set) var failure: Failure?
    /// The number of pauses since the first failure.
    private var pauses = 0
    /// The different notifications that were refused since the first failure.
    private var refusedInRow: Set<Int64> = []

    package init(failure: Failure? = nil) { self.failure = failure }

    /// The name of the latest error, and the time of the first error.
    package struct Failure: Hashable, Sendable {
        package let since: TimeInterval
        package var error: String
    }

    /// The number of different notifications refused in a row that makes the server count as the cause.
    private static let refusalLimit = 2
    /// The most different notifications refused in a row for their arguments before the server counts as the cause.
    private static let contentLimit = 8
    /// The number of a notification's failures in a row after which other notifications have their turn.
    private static let turn = 3
    /// The first pause, in seconds, after a server had no room, and after it got too many similar notifications.
    private static let (fullPause, excessPause): (TimeInterval, TimeInterval) = (5, 1.2)
    /// The number of servers that may crash while they handle a notification before the agent no longer sends it.
    private static let crashLimit = 6

    package mutating func handle(_ event: Event, at now: TimeInterval) -> [Effect] {
        switch event {
        case .failed(let occurrence, let trial, let fault, let error):
            return failed(occurrence, trial, fault, error, at: now)
        case .shown(let id): return shown(id)
        case .guilty(let occurrence, let count): return accuse(occurrence, count, at: now)
        case .withdrawn(let id):
            attempts[id] = nil
            if attempts.isEmpty, phase == .ready { failure = nil }
            return []
        case .serverChanged:
            attempts = [:]
            makeReady()
            return []
        case .capabilitiesChanged:
            makeReady()
            let waiting = attempts.values.filter { $0.wait != .none && $0.fault != .crash }.map(\.occurrence)
            for occurrence in waiting { attempts[occurrence.id]?.beginAnew() }
            return waiting.isEmpty ? [] : [.queueFirst(waiting.sorted { $0.id < $1.id })]
        case .timePassed: return timePassed(at: now)
        }
    }

    /// Returns the largest number of calls that may be in flight now, which is `window` if the server works.
    package func room(of window: Int, at now: TimeInterval) -> Int {
        switch phase {
        case .ready: window
        case .pausing(let end): end <= now ? 1 : 0
        case .probing: 1
        }
    }

    /// Returns the time at which a notification is next sent again; nil if there is none.
    package func wake(isQueueEmpty: Bool) -> TimeInterval? {
        let ends = attempts.values.compactMap { attempt -> TimeInterval? in
            switch attempt.wait {
            case .none, .server: phase == .ready || phase == .probing ? nil : 0
            case .until(let end): end
            case .ever: nil
            }
        }
        guard case .pausing(let end) = phase else { return ends.min() }
        return isQueueEmpty ? ends.min().map { max($0, end) } : end
    }

    // MARK: - Failures

    private mutating func failed(
        _ occurrence: Occurrence, _ trial: Trial, _ fault: NotifyFault, _ error: String, at now: TimeInterval
    ) -> [Effect] {
        var attempt = attempts[occurrence.id] ?? Attempt(occurrence: occurrence, since: now)
        attempt.fail(trial, occurrence, fault, error)
        failure = Failure(since: failure?.since ?? now, error: error)
        var effects: [Effect] = fault.mayBeShown ? [.noteRepetition(occurrence)] : []
        switch fault {
        case .full:
            attempt.wait = .until(now + RetryPause.seconds(after: attempt.failures, from: Self.fullPause))
        case .excess:
            attempt.wait = .until(now + RetryPause.seconds(after: attempt.failures, from: Self.excessPause))
        case .content:
            refusedInRow.insert(occurrence.id)
            if let plainer = attempt.form.plainer {
                attempt.form = plainer
                attempt.wait = .none
                effects.append(.queueFirst([occurrence]))
            } else {
                attempt.wait = .ever
                effects.append(.noteRefusal(occurrence, error: error))
            }
            if refusedInRow.count > Self.contentLimit { pause(at: now) }
        case .absent, .unanswered, .unclear, .crash:
            attempt.form = Self.form(after: attempt.failures, isSuspect: attempt.isSuspect)
            if attempt.isSuspect {
                attempt.wait = .until(now + RetryPause.seconds(after: attempt.failures))
            } else if fault == .unclear {
                attempt.wait = .until(now + RetryPause.seconds(after: attempt.failures))
                refusedInRow.insert(occurrence.id)
                if refusedInRow.count >= Self.refusalLimit { pause(at: now) }
            } else {
                attempt.wait = .server
                pause(at: now)
            }
        }
        attempts[occurrence.id] = attempt
        return effects
    }

    /// Returns the form of the next `Notify`. Plainer forms come between full ones, because the server may have been
    /// busy, or one part of the notification may cause the failures.
    ///
    /// A form without buttons allows no answer: that form comes late, and only if the server shows other notifications.
    private static func form(after failures: Int, isSuspect: Bool) -> NotificationForm {
        let patience = isSuspect ? 3 : 8
        return switch failures - patience {
        case 1: .withoutPictures
        case 2: .withoutHints
        case 3: .plainText
        case let late where isSuspect && late > 3 && late % 6 == 2: .withoutActions
        default: .whole
        }
    }

    private mutating func accuse(_ occurrence: Occurrence, _ count: Int, at now: TimeInterval) -> [Effect] {
        guard attempts[occurrence.id]?.fault != .crash else { return [] }
        let error = "the server exited each time it got the notification"
        var attempt = Attempt(occurrence: occurrence, since: now)
        attempt.fail(Trial(), occurrence, .crash, error)
        attempt.form = .plainText
        failure = Failure(since: failure?.since ?? now, error: error)
        let isOver = count >= Self.crashLimit
        let pause = RetryPause.seconds(after: count - ServerCrashes.limit + 1, from: Self.fullPause)
        attempt.wait = isOver ? .ever : .until(now + pause)
        attempts[occurrence.id] = attempt
        return isOver ? [.noteRefusal(occurrence, error: error)] : []
    }

    /// Begins a pause in which nothing is sent to the server; calls that were in flight together count as one failure.
    private mutating func pause(at now: TimeInterval) {
        if case .pausing(let end) = phase, now < end { return }
        pauses += 1
        phase = .pausing(until: now + RetryPause.seconds(after: pauses))
    }

    // MARK: - Recovery

    private mutating func shown(_ id: Int64) -> [Effect] {
        attempts[id] = nil
        makeReady()
        if attempts.isEmpty { failure = nil }
        var released: [Occurrence] = []
        for (id, attempt) in attempts {
            attempts[id]?.othersShown = true
            guard attempt.isServersFault, attempt.wait != .none else { continue }
            attempts[id]?.wait = .none
            released.append(attempt.occurrence)
        }
        return released.isEmpty ? [] : [.queueFirst(released.sorted { $0.id < $1.id })]
    }

    private mutating func makeReady() {
        phase = .ready
        pauses = 0
        refusedInRow = []
    }

    private mutating func timePassed(at now: TimeInterval) -> [Effect] {
        if case .pausing(let end) = phase {
            guard end <= now else { return [] }
            phase = .probing
        }
        let due = attempts.values.filter { $0.isDue(at: now) }.sorted { $0.occurrence.id < $1.occurrence.id }
        for attempt in due { attempts[attempt.occurrence.id]?.wait = .none }
        let last = due.filter { $0.failures % Self.turn == 0 }.map(\.occurrence)
        let first = due.filter { $0.failures % Self.turn != 0 }.map(\.occurrence)
        return (first.isEmpty ? [] : [.queueFirst(first)]) + (last.isEmpty ? [] : [.queueLast(last)])
    }
}
