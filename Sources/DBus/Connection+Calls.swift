// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Synchronization

/// The reply to a call that was sent, for one task that waits for it.
package final class PendingReply: Sendable {
    private enum State {
        case missing
        case awaited(CheckedContinuation<Message, any Error>)
        case arrived(Result<Message, BusError>)
    }

    private let state = Mutex(State.missing)

    fileprivate func arrive(_ result: Result<Message, BusError>) {
        let waiting = state.withLock { state -> CheckedContinuation<Message, any Error>? in
            // The first result counts: the reply, the deadline or the caller's cancellation.
            if case .arrived = state { return nil }
            defer { state = .arrived(result) }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(with: result.mapError { $0 as any Error })
    }

    fileprivate func message() async throws -> Message {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Message, BusError>? in
                    if case .arrived(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let result { continuation.resume(with: result.mapError { $0 as any Error }) }
            }
        } onCancel: {
            arrive(.failure(.standard("NoReply", "The caller stopped waiting.")))
        }
    }
}

extension Connection {
    /// Calls a method and waits for the reply.
    ///
    /// - Parameters:
    ///   - message: A method call.
    ///   - timeout: Time to wait for the reply; nil waits as long as the connection lasts.
    /// - Returns: The reply.
    /// - Throws: ``BusError`` with the callee's error, ``BusError/timeout`` or ``BusError/disconnected``;
    ///   `CancellationError` if the task is cancelled; the reply is then ignored.
    package func call(_ message: Message, timeout: Duration? = .seconds(25)) async throws -> Message {
        try Task.checkCancellation()
        let pending = PendingSerial()
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    pending.serial = calls.start(message, timeout: timeout) { continuation.resume(with: $0) }
                    // The task may have been cancelled before the call started.
                    if pending.isUnwanted { pending.cancel(in: calls) }
                }
            } onCancel: {
                loop.perform { [calls] in
                    pending.isUnwanted = true
                    pending.cancel(in: calls)
                }
            }
        } catch  where pending.isCancelled {
            throw CancellationError()
        }
    }

    // The object is accessed on the loop only, hence the `@unchecked`.
    private final class PendingSerial: @unchecked Sendable {
        var serial: UInt32 = 0
        var isUnwanted = false
        var isCancelled = false

        func cancel(in calls: PendingCalls) {
            isCancelled = calls.finish(serial, .failure(.standard("NoReply", "The caller stopped waiting.")))
        }
    }

    /// Sends a call at once, so that the caller can do other work before it waits for the reply.
    ///
    /// - Parameter message: A method call.
    /// - Returns: The reply, for ``reply(to:timeout:)``.
    package func begin(_ message: Message) -> PendingReply {
        let reply = PendingReply()
        calls.start(message, timeout: nil) { reply.arrive($0) }
        return reply
    }

    /// Waits for the reply to a call that was begun; the timeout begins now.
    ///
    /// - Parameters:
    ///   - pending: The reply; no other task waits for it.
    ///   - timeout: Time to wait for the reply.
    /// - Returns: The reply.
    /// - Throws: ``BusError`` with the callee's error, ``BusError/timeout`` or ``BusError/disconnected``.
    package func reply(to pending: PendingReply, timeout: Duration = .seconds(25)) async throws -> Message {
        let timer = TimerSource(after: timeout, on: loop) { pending.arrive(.failure(.timeout)) }
        defer { timer.cancel() }
        return try await pending.message()
    }

    /// Calls a method and passes the reply to a closure.
    ///
    /// - Parameters:
    ///   - message: A method call.
    ///   - timeout: Time to wait for the reply; nil waits as long as the connection lasts.
    ///   - reply: Called once, on the loop, in bus order with signals and calls; at once if the message can't be sent.
    package func start(
        _ message: Message, timeout: Duration? = .seconds(25),
        reply: @escaping @Sendable (Result<Message, BusError>) -> Void
    ) {
        calls.start(message, timeout: timeout, reply: reply)
    }

    func receiveReply(_ message: Message, isTooLarge: Bool) {
        guard let serial = message.replySerial else { return }
        calls.finish(
            serial,
            message.error.map(Result.failure)
                ?? (isTooLarge ? .failure(.limitsExceeded("The reply is too large.")) : .success(message)))
    }
}
