// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import NotificationModel
package import NotificationStore
import Triggers

/// The tests of the delivery of pushes that are under way, in memory only: a restarted agent drops them.
package actor PingLedger: LoopActor {
    package nonisolated let loop: EventLoop

    private var pings: [String: Ping] = [:]
    private var waiters: [String: Waiters] = [:]

    /// Largest number of pings under way in the whole session.
    private static let most = 32

    init(on loop: EventLoop) { self.loop = loop }

    /// Begins a test of a registration.
    ///
    /// - Returns: The test; nil if the registration has no address.
    /// - Throws: ``Triggers/Refusal`` if too many tests are under way.
    package func begin(_ registration: RemoteRegistration, isShown: Bool) throws -> Ping? {
        guard registration.state == .registered, registration.endpoint != nil else { return nil }
        let now = ContinuousClock.now
        pings = pings.filter { !$0.value.isForgotten(at: now) }
        guard pings.count < Self.most else {
            throw Refusal(.tooManyRequests, "\(pings.count) tests are under way; the limit is \(Self.most)")
        }
        let ping = Ping(app: registration.app, token: registration.token, isShown: isShown, at: now)
        pings[ping.name] = ping
        return ping
    }

    /// Waits until a test has reached more stages than `seen`, or is over, at most `seconds`; returns the test, or nil
    /// if the application has no such test.
    package func progress(of name: String, app: String, seen: Int, within seconds: Double) async -> Ping? {
        let timer = TimerSource(after: .seconds(seconds), on: loop) { [weak self] in
            self?.assumeIsolated { $0.resume(name) }
        }
        defer { timer.cancel() }
        let deadline = ContinuousClock.now + .seconds(seconds)
        var isNews: Bool {
            guard let ping = pings[name], ping.app == app, !ping.isOver, ping.stages.count <= seen else { return true }
            return ContinuousClock.now >= deadline
        }
        while !isNews { await withCheckedContinuation { waiters[name, default: Waiters()].add($0, if: !isNews) } }
        return pings[name].flatMap { $0.app == app ? $0 : nil }
    }

    /// Resumes all callers that wait for a test.
    func stop() {
        pings = [:]
        for name in waiters.keys { resume(name) }
    }

    // MARK: - Stages

    /// Notes that a ping's payload was received and decrypted; returns nil if no such ping awaits its payload.
    func arrived(_ name: String, token: String, receivedAt received: ContinuousClock.Instant) -> Ping? {
        guard let ping = pings[name], ping.token == token, ping.stages[.received] == nil else { return nil }
        change(name) {
            $0.reach(.received, at: received)
            $0.reach(.decrypted, at: .now)
        }
        return ping
    }

    /// Notes that a message for this token was dropped. The message may have been that of a ping.
    func dropped(token: String, _ reason: PushDrop) {
        for (name, ping) in pings where ping.token == token && ping.stages[.received] == nil {
            change(name) {
                $0.reach(.received, at: .now)
                $0.fail(reason.rawValue)
            }
        }
    }

    func stored(_ name: String, _ outcome: PushOutcome) {
        change(name) { ping in
            switch outcome {
            case .taken: ping.reach(.stored, at: .now)
            case .dropped(let reason): ping.fail(reason.rawValue)
            }
        }
    }

    /// Notes the events of the store that tell whether a ping's notification was shown.
    package func note(_ events: [EventRecord]) {
        guard !pings.isEmpty else { return }
        for event in events {
            for (name, ping) in pings where ping.identifier == event.identifier && ping.app == event.app {
                change(name) { ping in
                    switch event.kind {
                    case .shown: ping.reach(.shown, at: .now)
                    case .missed:
                        if case .string(let reason)? = event.detail["reason"] { ping.fail(reason) }
                    case .refused, .expired: ping.fail(event.kind.rawValue)
                    default: break
                    }
                }
            }
        }
    }

    private func change(_ name: String, _ change: (inout Ping) -> Void) {
        guard var ping = pings[name] else { return }
        change(&ping)
        pings[name] = ping
        resume(name)
    }

    private func resume(_ name: String) {
        var waiting = waiters.removeValue(forKey: name)
        waiting?.resume()
    }
}
