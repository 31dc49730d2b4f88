// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import WebPush

/// The steps of a registration: an event is applied on disk, and its consequences are carried out.
extension PushRegistrar {
    /// Seconds before the first retry, and largest number of seconds before a later retry.
    private static let retryRange = 5.0...3600.0

    /// Applies an event to a registration, and logs a failure of the store.
    @discardableResult
    func step(_ token: String, _ event: RegistrationEvent) async -> (RemoteRegistration, [RegistrationEffect])? {
        do {
            return try await apply(event, to: token)
        } catch {
            logger.error("Could not change a registration", metadata: [LogKey.error: "\(ErrorSummary(error))"])
            return nil
        }
    }

    /// Applies an event to a registration, on disk first; then runs the effects except ``RegistrationEffect/register``.
    ///
    /// - Returns: The changed registration and the consequences; nil if there is no registration of this token.
    /// - Throws: ``NotificationStore/StoreError``, ``WebPush/WebPushError/noLibrary``.
    @discardableResult
    func apply(
        _ event: RegistrationEvent, to token: String
    ) async throws -> (RemoteRegistration, [RegistrationEffect])? {
        let fresh = try RegistrationKeys()
        let changed = try await store.changeRegistration(token: token) { $0.handle(event, fresh: fresh) }
        guard let (row, effects) = changed else { return nil }
        if effects.contains(.retry) {
            retryLater(row)
        } else if row.state != .pending, !effects.contains(.register) {
            endRetry(of: row.key)
        }
        if effects.contains(.tell) {
            changes += 1
            try await note(row)
            announce(row)
            if row.reason == RegistrationFailure.actionRequired.rawValue { await askPerson(row.distributor) }
            resumeWaiters(of: row.key)
        }
        return changed
    }

    /// Waits for the next change of a registration, unless ``changes`` is no longer `seen`.
    func waitForChange(of key: String, since seen: Int) async {
        await withCheckedContinuation {
            settling[key, default: Waiters()].add($0, if: !isStopping && changes == seen)
        }
    }

    func resumeWaiters(of key: String) {
        var waiters = settling.removeValue(forKey: key)
        waiters?.resume()
    }

    /// Logs a registration's state; the log's event reports the state to `belfry listen` and `belfry push register`.
    private func note(_ row: RemoteRegistration) async throws {
        let isRegistered = row.state == .registered
        try await store.note(
            EventRecord(
                app: row.app, identifier: row.instance, kind: isRegistered ? .registered : .unregistered,
                date: clock.now, detail: row.reason.map { ["reason": .string($0)] } ?? [:]))
    }

    /// Forgets the retries of a registration that is registered, has failed for good, or begins anew.
    func endRetry(of key: String) { retries.removeValue(forKey: key)?.timer?.cancel() }

    private func retryLater(_ row: RemoteRegistration) {
        guard !isStopping else { return }
        var retry = retries[row.key] ?? Retry()
        retry.timer?.cancel()
        let pause = min(Self.retryRange.lowerBound * Double(1 << min(retry.count, 12)), Self.retryRange.upperBound)
        retry.count += 1
        retry.isDue = false
        let key = row.key
        // The pause is varied at random, so that many machines do not ask a push server at the same moment.
        let spread = pause * Double.random(in: 0.75...1.25)
        retry.timer = clock.timer(after: .seconds(spread), on: loop) { [weak self] in
            self?.assumeIsolated { registrar in
                registrar.retries[key]?.isDue = true
                registrar.work()
            }
        }
        retries[key] = retry
    }

    /// Tells the application of the registration's state, if it runs; else the state waits for its next `Attach`.
    func announce(_ row: RemoteRegistration) {
        guard !isStopping else { return }
        // Why: the call is a task of its own, because an application may take long to reply.
        Task { await tellState(of: row) }
    }

    func tellState(of row: RemoteRegistration) async {
        guard await tell(row.app, row) else { return }
        _ = try? await store.changeRegistration(token: row.token) { current in
            // The state may have changed while the application was told of the former one.
            if current.state == row.state, current.endpoint == row.endpoint, current.reason == row.reason {
                current.isTold = true
            }
        }
    }
}

extension RemoteRegistration {
    /// Name of the registration, which stays the same when its token changes.
    var key: String { "\(app)\n\(instance)" }
}
