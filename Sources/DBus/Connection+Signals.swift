// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Synchronization

struct SignalHandler {
    let id: Int
    let rule: MatchRule
    let call: @Sendable (Message) -> Void
}

extension Connection {
    /// Subscribes to signals until the subscription is cancelled; the bus has the match rule when the method returns.
    ///
    /// If the rule has a sender, the handler gets only signals from the current owner of that bus name. The handler is
    /// called on the event loop, in bus order. Throws ``BusError`` if the rule is invalid or the bus refuses it.
    @discardableResult
    package func subscribe(to rule: MatchRule, handler: @escaping @Sendable (Message) -> Void) async throws
        -> Subscription
    {
        let text = try rule.text()
        lastHandlerID += 1
        let id = lastHandlerID
        // The handler is added before the bus is called, because a signal may arrive together with the bus's reply.
        signalHandlers.append(SignalHandler(id: id, rule: rule, call: handler))
        let name = rule.sender.flatMap { Self.needsOwner($0) ? $0 : nil }
        if let name { owners.track(name) }
        let subscription = Subscription(on: loop) {
            self.assumeIsolated { connection in
                connection.signalHandlers.removeAll { $0.id == id }
                connection.removeMatch(text)
                if let name { connection.owners.untrack(name) }
            }
        }
        do {
            // The sender name's owner was requested before this call, so the owner is known when the bus has replied.
            matchCounts[text, default: 0] += 1
            if matchCounts[text] == 1 { _ = try await call(BusDriver.call("AddMatch", [.string(text)])) }
        } catch {
            subscription.cancel()
            throw error
        }
        return subscription
    }

    /// Returns whether a sender is a well-known name, whose owner must be known to check signals.
    private static func needsOwner(_ sender: String) -> Bool { !sender.hasPrefix(":") && sender != BusDriver.name }

    func receiveSignal(_ signal: Message) {
        if signal.sender == BusDriver.name, signal.member == "NameOwnerChanged" { owners.receiveChange(signal) }
        // A handler may subscribe or cancel. So the loop iterates over a copy, and checks before each call whether the
        // handler is still subscribed.
        for handler in signalHandlers where handler.rule.matches(signal) && isSent(signal, by: handler.rule.sender) {
            if signalHandlers.contains(where: { $0.id == handler.id }) { handler.call(signal) }
        }
    }

    private func isSent(_ signal: Message, by sender: String?) -> Bool {
        guard let sender else { return true }
        guard let expected = Self.needsOwner(sender) ? owners.owner(of: sender) : sender else { return false }
        return signal.sender == expected
    }

    private func removeMatch(_ rule: String) {
        guard let count = matchCounts[rule] else { return }
        matchCounts[rule] = count > 1 ? count - 1 : nil
        // An error is ignored, because a lost connection has no rules on the bus.
        if count == 1 { try? send(BusDriver.call("RemoveMatch", [.string(rule)])) }
    }
}

/// A subscription to signals, or to changes of a name's owner.
///
/// The subscription ends with ``cancel()`` or with the connection. It doesn't end when its last reference is released.
package final class Subscription: Sendable {
    private let loop: EventLoop
    private let end: Mutex<(@Sendable () -> Void)?>

    init(on loop: EventLoop, end: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.end = Mutex(end)
    }

    /// Ends the subscription; may be called from any thread, and repeatedly.
    ///
    /// After a call on another thread than the event loop's, the handler may be called once more, else never.
    package func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        guard let end else { return }
        if loop.isCurrent { end() } else { loop.perform(end) }
    }
}
