// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import Dispatch
import Synchronization

// Swift on Linux can't tell which of a method's two forms a delegate implements. So the handler form is called first.
// Its default implementation finds the call in progress in a task-local variable and records that the form is missing.
// Then the async form is called, whose default implementation also records that the form is missing.
//
// The handler form is called inside a main actor job, so the runtime permits methods isolated to the main actor by
// `@preconcurrency` or by an isolated conformance, even on the module's queue. On the main thread, the method really is
// isolated. On the module's queue the method isn't isolated. But in a program whose main thread is blocked, the
// alternatives are a trap or no call at all.

/// A call of a delegate's method, which ends exactly once, whatever the delegate does.
final class DelegateCall: Sendable {
    enum Ending: Sendable {
        /// The delegate has called the handler or returned.
        case done(UNNotificationPresentationOptions)
        /// The delegate implements neither form of the method.
        case notImplemented
        /// The time limit was reached after the method was called, but before it called the handler or returned.
        case tooLate
        /// The time limit was reached, and the method may not have been called, because the main thread was busy.
        case notBegun
    }

    /// The handler form and the async form of a method.
    struct Method: Sendable {
        let withHandler:
            @Sendable (
                any UNUserNotificationCenterDelegate, @escaping @Sendable (UNNotificationPresentationOptions) -> Void
            ) -> Void
        let withAsync:
            @Sendable (Unisolated<any UNUserNotificationCenterDelegate>) async -> UNNotificationPresentationOptions
    }

    @TaskLocal private static var current: DelegateCall?

    private let delegate: Unisolated<any UNUserNotificationCenterDelegate>
    private let method: Method
    private let limit: Duration
    private let state: Mutex<State>

    private struct State {
        var ending: (@Sendable (Ending) -> Void)?
        var timer: Unisolated<DispatchWorkItem>?
        var hasBegun = false
        var lacksHandlerForm = false
        var lacksAsyncForm = false
        /// The outcome if the time limit is reached now.
        var verdict = Ending.notBegun
    }

    /// Creates a call. The call fails unless ``perform(at:)`` is called within `beginning` and the delegate then
    /// responds within `limit`.
    ///
    /// The closure `ending` is called once, on any thread.
    init(
        of delegate: any UNUserNotificationCenterDelegate, _ method: Method, beginning: Duration, limit: Duration,
        ending: @escaping @Sendable (Ending) -> Void
    ) {
        self.delegate = Unisolated(delegate)
        self.method = method
        self.limit = limit
        state = Mutex(State(ending: ending))
        expire(after: beginning)
    }

    /// Calls the method on the current thread, which must be the thread of `place`.
    func perform(at place: MainLoop.Place) {
        let begins = state.withLock { state in
            guard state.ending != nil else { return false }
            state.hasBegun = true
            state.verdict = .tooLate
            return true
        }
        // If `begins` is false, the time limit was reached before the call began.
        guard begins else { return }
        expire(after: limit)
        MainActorJob.run {
            Self.$current.withValue(self) {
                self.method.withHandler(self.delegate.value) { self.end(.done($0)) }
            }
        }
        guard state.withLock({ $0.lacksHandlerForm }) else { return }
        // A method isolated to the main actor can't begin while the main thread is blocked. Other async methods can.
        // The two kinds can't be distinguished, so the outcome is that the method may not have begun.
        if !place.isMainThread { state.withLock { $0.verdict = .notBegun } }
        Task(executorPreference: place.executor) {
            let options = await Self.$current.withValue(self) { await self.method.withAsync(self.delegate) }
            self.end(self.state.withLock { $0.lacksAsyncForm } ? .notImplemented : .done(options))
        }
    }

    // MARK: - Reports of the default implementations

    /// Records that the delegate lacks the handler form; returns false if no call of that form is in progress.
    static func noteMissingHandlerForm(of delegate: any UNUserNotificationCenterDelegate) -> Bool {
        guard let current, current.delegate.value === delegate else { return false }
        return current.state.withLock { state in
            defer { state.lacksHandlerForm = true }
            // The first call of the handler form comes from `perform`, a second one from other code.
            return !state.lacksHandlerForm
        }
    }

    static func noteMissingAsyncForm(of delegate: any UNUserNotificationCenterDelegate) {
        guard let current, current.delegate.value === delegate else { return }
        current.state.withLock { $0.lacksAsyncForm = true }
    }

    // MARK: - End of the call

    private func end(_ result: Ending?) {
        let (ending, verdict) = state.withLock { state in
            defer {
                state.ending = nil
                state.timer.take()?.value.cancel()
            }
            return (state.ending, state.verdict)
        }
        ending?(result ?? verdict)
    }

    /// Starts a time limit for the call, replacing the previous limit.
    private func expire(after limit: Duration) {
        // The timer doesn't use the queue of the delegates, which a delegate may block. The timer keeps the call alive,
        // because a delegate may release the handler without calling it.
        let timer = Unisolated(DispatchWorkItem { self.end(nil) })
        let isWanted = state.withLock { state in
            guard state.ending != nil else { return false }
            state.timer?.value.cancel()
            state.timer = timer
            return true
        }
        guard isWanted else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1), execute: timer.value)
    }
}

/// Time limits for a delegate.
///
/// ``beginning`` plus ``response`` is below the 30 seconds that the agent waits for the acknowledgement of a response.
struct DelegateLimits: Sendable {
    /// Limit until a call of the delegate begins.
    var beginning = Duration.seconds(15)
    /// Limit from the beginning of a call until the delegate calls the handler or returns.
    var response = Duration.seconds(10)
    /// Limit until the delegate has decided on a presentation; the agent has the same limit.
    var presentation = Duration.seconds(10)
    /// Limit until a busy main thread reaches its loop; after this time, the thread counts as having no loop.
    var grace = Duration.seconds(3)
}
