// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import NotificationModel
import Synchronization

/// Passes the agent's calls on to the application's delegate.
final class Delegation: Sendable {
    private let agent: CenterClient
    private let app: String
    private let limits: DelegateLimits
    private let mainLoop: MainLoop
    private let state = Mutex(State())

    private struct State: @unchecked Sendable {
        // The mutex around the state guards these references, hence the `@unchecked`.
        weak var delegate: (any UNUserNotificationCenterDelegate)?
        weak var remoteDelegate: (any UNRemoteNotificationDelegate)?
        weak var center: UNUserNotificationCenter?
        var isActive = true
        /// True if the current delegate is known not to implement `willPresent`.
        var lacksWillPresent = false
        /// True if a response could not be delivered because the main thread was busy.
        var hasMissedOne = false
        /// True if a response whose handler is not called in time stays with the agent.
        var keepsUnfinishedResponses = false
        /// Number of responses that the agent has delivered and whose acknowledgement has not been sent.
        var handling = 0
        /// Handlers to call if the program ends in a method that has no handler of its own, by an increasing number.
        var atExit: [Int: @Sendable () -> Void] = [:]
        var lastAtExit = 0
    }

    /// Options that present a notification as if the application didn't run, in the words of the D-Bus interface.
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

    /// The delegate. Setting it attaches the program (see ``attach(for:)``), and the agent delivers waiting responses.
    var delegate: (any UNUserNotificationCenterDelegate)? {
        get { state.withLock { Unisolated($0.delegate) }.value }
        set {
            let new = Unisolated(newValue)
            state.withLock { state in
                state.delegate = new.value
                state.lacksWillPresent = false
                state.hasMissedOne = false
                // The lock is held here, so that the setter that stores its delegate last also attaches last.
                attach(for: state)
            }
        }
    }

    /// The delegate for remote notifications. Setting it attaches the program to the agent, as ``delegate`` does.
    var remoteDelegate: (any UNRemoteNotificationDelegate)? {
        get { state.withLock { Unisolated($0.remoteDelegate) }.value }
        set {
            let new = Unisolated(newValue)
            state.withLock { state in
                state.remoteDelegate = new.value
                attach(for: state)
            }
        }
    }

    /// Sets the delegates that are nil, and attaches the program once if one was nil.
    func setMissing(_ delegate: any UNUserNotificationCenterDelegate, remote: (any UNRemoteNotificationDelegate)?) {
        let new = Unisolated((delegate: delegate, remote: remote))
        state.withLock { state in
            let (lacksDelegate, lacksRemote) = (state.delegate == nil, state.remoteDelegate == nil)
            guard lacksDelegate || lacksRemote && new.value.remote != nil else { return }
            if lacksDelegate {
                state.delegate = new.value.delegate
                state.lacksWillPresent = false
                state.hasMissedOne = false
            }
            if lacksRemote { state.remoteDelegate = new.value.remote }
            attach(for: state)
        }
    }

    var isActive: Bool {
        get { state.withLock { $0.isActive } }
        set { state.withLock { $0.isActive = newValue } }
    }

    var keepsUnfinishedResponses: Bool {
        get { state.withLock { $0.keepsUnfinishedResponses } }
        set { state.withLock { $0.keepsUnfinishedResponses = newValue } }
    }

    /// Attaches the program if it has a delegate of either kind; otherwise detaches it.
    private func attach(for state: State) {
        let isRemote = state.remoteDelegate != nil
        guard isRemote || state.delegate != nil else { return agent.attach(nil) }
        let calls = RemoteCalls(mainLoop: mainLoop)
        let object = try? DelegateObject(
            didReceive: { [weak self] dictionary in
                self?.state.withLock { $0.handling += 1 }
                try await Self.answer(of: self) { try $0.receive(dictionary, $1) }
            },
            received: { [weak self] in self?.state.withLock { $0.handling -= 1 } },
            willPresent: { [weak self] dictionary in
                try await Self.answer(of: self) { try $0.present(dictionary, $1) }
            },
            openSettings: { [weak self] dictionary in
                try await Self.answer(of: self) { try $0.openSettings(dictionary, $1) }
            },
            remote: { [weak self] method, dictionary in
                let delegate = self?.state.withLock { state in state.remoteDelegate.map { Unisolated($0) } }
                guard let delegate = delegate ?? nil else { throw Self.noDelegate }
                return try await calls.answer(method, dictionary, delegate)
            })
        // The D-Bus object is nil only if its XML in this program is invalid, which a test rules out.
        guard let object else { return }
        agent.attach(CenterClient.Attachment(app: app, object: object, isRemote: isRemote))
    }

    /// Passes a call of the agent to a delegation, and waits for the answer. The call is passed before the first
    /// suspension, so the calls keep their order.
    private nonisolated(nonsending) static func answer<Answer: Sendable>(
        of delegation: Delegation?, _ ask: (Delegation, @escaping Completion<Answer>) throws -> Void
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            do {
                guard let delegation else { throw noDelegate }
                try ask(delegation) { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private typealias Completion<Answer> = @Sendable (Result<Answer, any Error>) -> Void

    private static let noDelegate = BusError.failed("The application runs without a delegate at the moment.")
    private static let noTime = BusError.failed("The application did not respond in time.")

    // MARK: - Calls of the agent, received on the connection's loop in bus order

    private func receive(_ dictionary: [String: Value], _ completion: @escaping Completion<Void>) throws {
        let response = UNNotificationResponse.make(
            try DictionaryCoding.decode(NotificationModel.Response.self, from: .properties(dictionary)))
        guard let (center, delegate) = receiver() else {
            completion(.failure(Self.noDelegate))
            guard remoteDelegate == nil else { return }
            // The program replies to `DidReceive` before it detaches. If it detached first, the agent would take the
            // failed `DidReceive` for the end of the program, and start the program.
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
        call(method, of: delegate, beginning: limits.beginning, limit: limits.response) { [weak self] ending in
            switch ending {
            case .tooLate where self?.keepsUnfinishedResponses == true:
                completion(.failure(Self.noTime))
            case .done, .notImplemented, .tooLate:
                completion(.success(()))
            case .notBegun:
                completion(.failure(Self.noTime))
                self?.missed()
            }
        }
    }

    private func present(_ dictionary: [String: Value], _ completion: @escaping Completion<[String]>) throws {
        let asks = state.withLock { $0.isActive && !$0.lacksWillPresent }
        guard asks, let (center, delegate) = receiver() else { return completion(.success(Self.asAlways)) }
        let notification = try Self.notification(dictionary)
        let method = DelegateCall.Method(
            withHandler: { $0.userNotificationCenter(center, willPresent: notification, withCompletionHandler: $1) },
            withAsync: { await $0.value.userNotificationCenter(center, willPresent: notification) })
        let asked = Unisolated(delegate)
        let limit = limits.presentation
        call(method, of: delegate, beginning: limit, limit: limit) { [weak self] ending in
            switch ending {
            case .done(let options):
                completion(.success(options.words))
            case .notImplemented:
                self?.lacksWillPresent(asked)
                completion(.success(Self.asAlways))
            case .tooLate, .notBegun:
                // If the reply is an error, the agent presents the notification (see the D-Bus interface).
                completion(.failure(Self.noTime))
            }
        }
    }

    private func openSettings(_ dictionary: [String: Value], _ completion: @escaping Completion<Void>) throws {
        guard let (center, delegate) = receiver() else { throw Self.noDelegate }
        let notification = dictionary.isEmpty ? nil : try Self.notification(dictionary)
        let method = DelegateCall.Method(
            withHandler: { delegate, handler in
                delegate.userNotificationCenter(center, openSettingsFor: notification)
                handler([])
            },
            withAsync: { _ in [] })
        let limit = limits.presentation
        call(method, of: delegate, beginning: limit, limit: limit) { ending in
            switch ending {
            case .done, .notImplemented, .tooLate: completion(.success(()))
            case .notBegun: completion(.failure(Self.noTime))
            }
        }
    }

    private static func notification(_ dictionary: [String: Value]) throws -> UNNotification {
        UNNotification(try DictionaryCoding.decode(NotificationModel.Notification.self, from: .properties(dictionary)))
    }

    private func call(
        _ method: DelegateCall.Method, of delegate: any UNUserNotificationCenterDelegate, beginning: Duration,
        limit: Duration, ending: @escaping @Sendable (DelegateCall.Ending) -> Void
    ) {
        let call = DelegateCall(of: delegate, method, beginning: beginning, limit: limit, ending: ending)
        mainLoop.perform { place in call.perform(at: place) }
    }

    /// Runs a delegate's method that has no handler. If the program ends within it, the response counts as handled.
    func finishingAtExit<Result>(_ finish: @escaping @Sendable () -> Void, _ body: () -> Result) -> Result {
        let number = state.withLock { state in
            state.lastAtExit += 1
            state.atExit[state.lastAtExit] = finish
            return state.lastAtExit
        }
        defer { state.withLock { $0.atExit[number] = nil } }
        return body()
    }

    /// Calls the handlers for the delegate's methods that still run when the program ends.
    func finishAtExit() {
        let handlers = state.withLock { $0.atExit }
        for (_, finish) in handlers.sorted(by: { $0.key < $1.key }) { finish() }
    }

    /// Waits up to `limit` until the delegate has handled its responses and their acknowledgements are about to go out.
    ///
    /// A program may end as soon as its delegate signals another thread, before the delegate returns.
    func waitForDelegate(atMost limit: Duration) {
        let end = ContinuousClock.now + limit
        // A process calls this method once, at its end, so polling is good enough, and simpler than a condition variable.
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

    /// Makes the agent deliver the unacknowledged responses again, once the blocked main thread runs.
    private func missed() {
        mainLoop.doubt()
        let isFirst = state.withLock { state in
            defer { state.hasMissedOne = true }
            return !state.hasMissedOne
        }
        guard isFirst else { return }
        mainLoop.whenMainThreadRuns { [weak self] in
            guard let self else { return }
            // The delegate is released outside of the lock. This reference may be the last, and a `deinit` that sets
            // the center's delegate would then deadlock.
            let delegate = delegate
            state.withLock { state in
                guard state.hasMissedOne else { return }
                state.hasMissedOne = false
                if delegate != nil { self.attach(for: state) }
            }
        }
    }
}

extension UNNotificationPresentationOptions {
    /// The options in the words of the D-Bus interface.
    fileprivate var words: [String] {
        var words: [String] = []
        if !isDisjoint(with: [.banner, .alert]) { words.append("banner") }
        if !isDisjoint(with: [.list, .alert]) { words.append("list") }
        if contains(.sound) { words.append("sound") }
        if contains(.badge) { words.append("badge") }
        return words
    }
}
