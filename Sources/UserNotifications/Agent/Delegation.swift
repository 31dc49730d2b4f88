// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Foundation
import NotificationModel
import Synchronization

/// Between the agent that has something to tell and the application's delegate.
final class Delegation: Sendable {
    private let agent: CenterClient
    private let app: String
    private let limits: DelegateLimits
    private let mainLoop: MainLoop
    private let state = Mutex(State())

    private struct State: @unchecked Sendable {
        // Only read and written under the lock.
        weak var delegate: (any UNUserNotificationCenterDelegate)?
        weak var center: UNUserNotificationCenter?
        var isActive = true
        /// Whether the present delegate is known not to implement `willPresent`.
        var lacksWillPresent = false
        /// A response could not be handed over because the main thread had no time for it.
        var hasMissedOne = false
        /// Responses that the agent has handed over, and that are not acknowledged.
        var handling = 0
    }

    /// Shown as if the application did not run.
    static let asAlways = ["banner", "list", "sound", "badge"]

    init(agent: CenterClient, app: String, limits: DelegateLimits) {
        self.agent = agent
        self.app = app
        self.limits = limits
        mainLoop = MainLoop(grace: limits.grace)
    }

    func belong(to center: UNUserNotificationCenter) {
        let center = Unisolated(center)
        state.withLock { $0.center = center.value }
    }

    /// The delegate; setting it attaches to the agent, whose waiting responses then come, and nil detaches.
    var delegate: (any UNUserNotificationCenterDelegate)? {
        get { state.withLock { Unisolated($0.delegate) }.value }
        set {
            let new = Unisolated(newValue)
            state.withLock { state in
                state.delegate = new.value
                state.lacksWillPresent = false
                state.hasMissedOne = false
                // Under the lock: who sets last has attached last.
                attach(new.value != nil)
            }
        }
    }

    var isActive: Bool {
        get { state.withLock { $0.isActive } }
        set { state.withLock { $0.isActive = newValue } }
    }

    private func attach(_ isWanted: Bool) {
        guard isWanted else { return agent.attach(nil) }
        let object = try? DelegateObject(
            didReceive: { [weak self] dictionary in
                self?.state.withLock { $0.handling += 1 }
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    guard let self else { return continuation.resume(throwing: Self.noDelegate) }
                    self.receive(dictionary) { continuation.resume(with: $0) }
                }
            },
            received: { [weak self] in self?.state.withLock { $0.handling -= 1 } },
            willPresent: { [weak self] dictionary in
                try await withCheckedThrowingContinuation { continuation in
                    guard let self else { return continuation.resume(throwing: Self.noDelegate) }
                    self.present(dictionary) { continuation.resume(with: $0) }
                }
            },
            openSettings: { [weak self] dictionary in
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    guard let self else { return continuation.resume(throwing: Self.noDelegate) }
                    self.openSettings(dictionary) { continuation.resume(with: $0) }
                }
            })
        // Nil only if the XML that is compiled in is broken, which a test excludes.
        guard let object else { return }
        agent.attach(
            CenterClient.Attachment(app: app, options: ["willPresent": .boolean(true)], object: object))
    }

    private static let noDelegate = BusError.failed("The application has no delegate at the moment.")
    private static let noTime = BusError.failed("The application has no time at the moment.")

    // MARK: - What the agent tells; on the agent's loop, in the order of the bus

    private func receive(
        _ dictionary: [String: Value], _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        let response: UNNotificationResponse
        do {
            response = .make(
                try DictionaryCoding.decode(NotificationModel.Response.self, from: .properties(dictionary)))
        } catch {
            return completion(.failure(error))
        }
        guard let (center, delegate) = receiver() else {
            completion(.failure(Self.noDelegate))
            // After the answer, so that the agent does not take us for gone, and start us.
            return agent.attach(nil)
        }
        let method = DelegateCall.Method(
            withHandler: { delegate, handler in
                delegate.userNotificationCenter(center, didReceive: response) { handler([]) }
            },
            withAsync: { delegate in
                await delegate.value.userNotificationCenter(center, didReceive: response)
                return []
            })
        let call = DelegateCall(of: delegate, method, beginning: limits.beginning, limit: limits.response) {
            [weak self] ending in
            switch ending {
            case .done, .notImplemented, .tooLate:
                completion(.success(()))
            case .notBegun:
                completion(.failure(Self.noTime))
                self?.missed()
            }
        }
        mainLoop.perform { place in call.perform(at: place) }
    }

    private func present(
        _ dictionary: [String: Value], _ completion: @escaping @Sendable (Result<[String], any Error>) -> Void
    ) {
        let asks = state.withLock { $0.isActive && !$0.lacksWillPresent }
        guard asks, let (center, delegate) = receiver() else { return completion(.success(Self.asAlways)) }
        let notification: UNNotification
        do {
            notification = UNNotification(
                try DictionaryCoding.decode(NotificationModel.Notification.self, from: .properties(dictionary)))
        } catch {
            return completion(.failure(error))
        }
        let method = DelegateCall.Method(
            withHandler: { $0.userNotificationCenter(center, willPresent: notification, withCompletionHandler: $1) },
            withAsync: { await $0.value.userNotificationCenter(center, willPresent: notification) })
        let asked = Unisolated(delegate)
        let limit = limits.presentation
        let call = DelegateCall(of: delegate, method, beginning: limit, limit: limit) { [weak self] ending in
            switch ending {
            case .done(let options):
                completion(.success(options.words))
            case .notImplemented:
                self?.lacksWillPresent(asked)
                completion(.success(Self.asAlways))
            case .tooLate, .notBegun:
                // Shown, as the contract says.
                completion(.failure(Self.noTime))
            }
        }
        mainLoop.perform { place in call.perform(at: place) }
    }

    private func openSettings(
        _ dictionary: [String: Value], _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        guard let (center, delegate) = receiver() else { return completion(.failure(Self.noDelegate)) }
        let notification: UNNotification?
        do {
            notification =
                dictionary.isEmpty
                ? nil
                : UNNotification(
                    try DictionaryCoding.decode(NotificationModel.Notification.self, from: .properties(dictionary)))
        } catch {
            return completion(.failure(error))
        }
        let method = DelegateCall.Method(
            withHandler: { delegate, handler in
                delegate.userNotificationCenter(center, openSettingsFor: notification)
                handler([])
            },
            withAsync: { _ in [] })
        let limit = limits.presentation
        let call = DelegateCall(of: delegate, method, beginning: limit, limit: limit) { ending in
            switch ending {
            case .done, .notImplemented, .tooLate: completion(.success(()))
            case .notBegun: completion(.failure(Self.noTime))
            }
        }
        mainLoop.perform { place in call.perform(at: place) }
    }

    /// Waits until the delegate is through with its responses and the loop about to say so, or for `limit`: for programs
    /// that end.
    ///
    /// A delegate that tells another thread that it has what it wanted, and then returns, would come too late.
    func waitForDelegate(atMost limit: Duration) {
        let end = ContinuousClock.now + limit
        // Once in the life of a program: not worth a condition.
        while ContinuousClock.now < end, state.withLock({ $0.handling > 0 }) { usleep(200) }
    }

    private func receiver() -> (UNUserNotificationCenter, any UNUserNotificationCenterDelegate)? {
        let found = state.withLock { Unisolated(($0.center, $0.delegate)) }.value
        guard let center = found.0, let delegate = found.1 else { return nil }
        return (center, delegate)
    }

    private func lacksWillPresent(_ asked: Unisolated<any UNUserNotificationCenterDelegate>) {
        state.withLock { if $0.delegate === asked.value { $0.lacksWillPresent = true } }
    }

    /// The main thread is stuck: whenever it comes round, the agent is to hand over again what it has kept.
    private func missed() {
        mainLoop.doubt()
        let isFirst = state.withLock { state in
            defer { state.hasMissedOne = true }
            return !state.hasMissedOne
        }
        guard isFirst else { return }
        mainLoop.whenMainThreadRuns { [weak self] in
            guard let self else { return }
            // Out of the lock: the last reference may go here, and a delegate's end may set the delegate.
            let delegate = delegate
            state.withLock { state in
                guard state.hasMissedOne else { return }
                state.hasMissedOne = false
                if delegate != nil { self.attach(true) }
            }
        }
    }
}

extension UNNotificationPresentationOptions {
    /// The words of the contract.
    fileprivate var words: [String] {
        var words: [String] = []
        if !isDisjoint(with: [.banner, .alert]) { words.append("banner") }
        if !isDisjoint(with: [.list, .alert]) { words.append("list") }
        if contains(.sound) { words.append("sound") }
        if contains(.badge) { words.append("badge") }
        return words
    }
}
