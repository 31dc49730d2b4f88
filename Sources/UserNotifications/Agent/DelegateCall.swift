// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import Dispatch
import EventLoop
import Foundation
import Synchronization

// Which of the two forms of a method a delegate implements can't be asked in Swift on Linux. So the handler form is
// called first; its default implementation finds the call that is under way, in a task-local, and takes note instead
// of calling anybody. Then the async form is called, whose default does the same.
//
// The handler form is called inside a job that runs as the main actor's: the runtime then lets methods through that
// are isolated to the main actor by `@preconcurrency` or by an isolated conformance, also on the module's own queue.
// On the main thread that is the truth. In a program whose main thread is blocked it is what the alternative to a
// trap, or to silence, is.

/// One call of a delegate's method: under way, then answered once, whatever the delegate does.
final class DelegateCall: Sendable {
    /// What becomes of a call.
    enum Ending: Sendable {
        /// The delegate has called the handler or returned.
        case done(UNNotificationPresentationOptions)
        /// The delegate implements neither form.
        case notImplemented
        /// It was called, but has neither called the handler nor returned.
        case tooLate
        /// Perhaps it was never called: the main thread had no time.
        case notBegun
    }

    /// A method: the handler form and the async form.
    struct Method: Sendable {
        let withHandler:
            @Sendable (
                any UNUserNotificationCenterDelegate, @escaping @Sendable (UNNotificationPresentationOptions) -> Void
            ) -> Void
        let withAsync:
            @Sendable (Unisolated<any UNUserNotificationCenterDelegate>) async ->
                UNNotificationPresentationOptions
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
        /// What a limit that is reached now would mean.
        var verdict = Ending.notBegun
    }

    /// A call that begins when ``perform(at:)`` is called.
    ///
    /// - Parameters:
    ///   - delegate: Whose method it is.
    ///   - method: Its two forms.
    ///   - beginning: How long it may take to begin.
    ///   - limit: How long it may take from then on.
    ///   - ending: Called once, on any thread.
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

    /// Calls the method on this thread, which is the place's.
    func perform(at place: MainLoop.Place) {
        let begins = state.withLock { state in
            guard state.ending != nil else { return false }
            state.hasBegun = true
            state.verdict = .tooLate
            return true
        }
        // It was given up.
        guard begins else { return }
        expire(after: limit)
        MainActorJob.run {
            Self.$current.withValue(self) {
                self.method.withHandler(self.delegate.value) { self.end(.done($0)) }
            }
        }
        guard state.withLock({ $0.lacksHandlerForm }) else { return }
        // An async method of the main actor can't begin while the main thread is blocked, and can't be told from others.
        if !place.isMainThread { state.withLock { $0.verdict = .notBegun } }
        Task(executorPreference: place.executor) {
            let options = await Self.$current.withValue(self) { await self.method.withAsync(self.delegate) }
            self.end(self.state.withLock { $0.lacksAsyncForm } ? .notImplemented : .done(options))
        }
    }

    // MARK: - What default implementations tell

    /// Whether a call of ours has come to a delegate that does not implement the handler form.
    static func noteMissingHandlerForm(of delegate: any UNUserNotificationCenterDelegate) -> Bool {
        guard let current, current.delegate.value === delegate else { return false }
        return current.state.withLock { state in
            defer { state.lacksHandlerForm = true }
            // The second time it is somebody else's doing.
            return !state.lacksHandlerForm
        }
    }

    static func noteMissingAsyncForm(of delegate: any UNUserNotificationCenterDelegate) {
        guard let current, current.delegate.value === delegate else { return }
        current.state.withLock { $0.lacksAsyncForm = true }
    }

    // MARK: - The end

    private func end(_ result: Ending?) {
        let (ending, verdict) = state.withLock { state in
            defer {
                state.ending = nil
                state.timer?.value.cancel()
                state.timer = nil
            }
            return (state.ending, state.verdict)
        }
        ending?(result ?? verdict)
    }

    /// One limit at a time: the next takes the place of this one.
    private func expire(after limit: Duration) {
        // Not on the queue where delegates are called: one that blocks it must not block this.
        // It keeps the call alive: a delegate need not keep the handler.
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
