// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop

extension Connection {
    /// Calls a method and waits for the reply.
    ///
    /// - Parameters:
    ///   - message: A method call.
    ///   - timeout: Time to wait for the reply; nil waits as long as the connection lasts.
    /// - Returns: The reply.
    /// - Throws: ``BusError`` with the callee's error, ``BusError/timeout`` or ``BusError/disconnected``;
    ///   `CancellationError` if the task is cancelled, and then a late reply is dropped.
    package func call(_ message: Message, timeout: Duration? = .seconds(25)) async throws -> Message {
        try Task.checkCancellation()
        let pending = PendingSerial()
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    pending.serial = start(message, timeout: timeout) { continuation.resume(with: $0) }
                    // The task may have been cancelled before the call started.
                    if pending.isUnwanted { pending.isCancelled = cancelCall(pending.serial) }
                }
            } onCancel: {
                loop.perform {
                    self.assumeIsolated { connection in
                        pending.isUnwanted = true
                        pending.isCancelled = connection.cancelCall(pending.serial)
                    }
                }
            }
        } catch  where pending.isCancelled {
            throw CancellationError()
        }
    }

    // All access is on the loop.
    private final class PendingSerial: @unchecked Sendable {
        var serial: UInt32 = 0
        var isUnwanted = false
        var isCancelled = false
    }

    /// Calls a method; a closure receives the reply.
    ///
    /// - Parameters:
    ///   - message: A method call.
    ///   - timeout: Time to wait for the reply; nil waits as long as the connection lasts.
    ///   - reply: Called once, on the loop: in bus order with signals and calls, or at once if the message cannot be
    ///     sent.
    /// - Returns: The number for ``cancelCall(_:)``; 0 if the message was not sent.
    @discardableResult
    package func start(
        _ message: Message, timeout: Duration? = .seconds(25),
        reply: @escaping @Sendable (Result<Message, BusError>) -> Void
    ) -> UInt32 {
        let serial: UInt32
        do {
            serial = try wire.send(message)
        } catch {
            reply(.failure(error))
            return 0
        }
        let deadline = timeout.map { SuspendingClock.now.advanced(by: min($0, .seconds(1 << 30))) }
        calls.add(serial, deadline: deadline, reply: reply)
        setCallTimer()
        return serial
    }

    /// Stops waiting for a reply; its closure is called with a failure at once.
    ///
    /// - Parameter serial: The result of ``start(_:timeout:reply:)``.
    /// - Returns: False if the reply had come before, or the time was up.
    @discardableResult
    package func cancelCall(_ serial: UInt32) -> Bool {
        guard let reply = calls.take(serial) else { return false }
        setCallTimer()
        reply(.failure(.standard("NoReply", "The caller stopped waiting.")))
        return true
    }

    func receiveReply(_ message: Message, isTooLarge: Bool) {
        guard let serial = message.replySerial, let reply = calls.take(serial) else { return }
        setCallTimer()
        if let error = message.error {
            reply(.failure(error))
        } else if isTooLarge {
            reply(.failure(.limitsExceeded("The reply is too large.")))
        } else {
            reply(.success(message))
        }
    }

    /// Sets the timer for all calls; it may fire early, so it is not set again for each reply.
    private func setCallTimer() {
        let deadline = calls.earliestDeadline
        if deadline == callTimerDeadline { return }
        callTimerDeadline = deadline
        guard let deadline else {
            callTimer?.set(after: nil)
            return
        }
        let delay = SuspendingClock.now.duration(to: deadline)
        if let callTimer {
            callTimer.set(after: delay)
        } else {
            callTimer = TimerSource(after: delay, on: loop) { [weak self] in
                self?.assumeIsolated { $0.expireCalls() }
            }
        }
    }

    private func expireCalls() {
        callTimerDeadline = nil
        let expired = calls.takeExpired(at: .now)
        setCallTimer()
        for reply in expired { reply(.failure(.timeout)) }
    }
}
