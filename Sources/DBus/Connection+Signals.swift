// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A subscription's rule and handler.
struct SignalHandler {
    let id: Int
    let rule: MatchRule
    let call: @Sendable (Message) -> Void
}

extension Connection {
    /// Subscribes to signals until the subscription is cancelled; when this returns, the bus has the rule.
    ///
    /// The handler gets only signals from the current owner of the rule's sender. It is called on the loop, in bus
    /// order. Throws ``BusError`` if the rule is invalid or the bus refuses it.
    @discardableResult
    package func subscribe(to rule: MatchRule, handler: @escaping @Sendable (Message) -> Void) async throws
        -> Subscription
    {
        let text = try rule.text()
        nextHandlerID += 1
        let id = nextHandlerID
        // The handler is added first: a signal may arrive together with the bus's answer.
        signalHandlers.append(SignalHandler(id: id, rule: rule, call: handler))
        let name = rule.sender.flatMap { Self.needsOwner($0) ? $0 : nil }
        if let name { track(name) }
        let subscription = Subscription(on: loop) {
            self.assumeIsolated { connection in
                connection.signalHandlers.removeAll { $0.id == id }
                connection.removeMatch(text)
                if let name { connection.untrack(name) }
            }
        }
        do {
            // The name's owner was requested before, so it is known when this returns.
            try await addMatch(text)
        } catch {
            subscription.cancel()
            throw error
        }
        return subscription
    }

    /// Returns whether a sender is a well-known name, whose owner must be known to check signals.
    private static func needsOwner(_ sender: String) -> Bool {
        !sender.hasPrefix(":") && sender != BusDriver.name
    }

    func receiveSignal(_ signal: Message) {
        if signal.sender == BusDriver.name, signal.member == "NameOwnerChanged" { receiveOwnerChange(signal) }
        // A handler may subscribe or cancel, so this iterates over a copy and checks before each call.
        for handler in signalHandlers where handler.rule.matches(signal) && isSent(signal, by: handler.rule.sender) {
            if signalHandlers.contains(where: { $0.id == handler.id }) { handler.call(signal) }
        }
    }

    private func isSent(_ signal: Message, by sender: String?) -> Bool {
        guard let sender else { return true }
        if Self.needsOwner(sender) {
            guard let owner = names[sender]?.owner else { return false }
            return signal.sender == owner
        }
        return signal.sender == sender
    }

    /// Adds a rule on the bus, unless it is there already.
    func addMatch(_ rule: String) async throws {
        matchCounts[rule, default: 0] += 1
        guard matchCounts[rule] == 1 else { return }
        _ = try await call(BusDriver.call("AddMatch", [.string(rule)]))
    }

    func removeMatch(_ rule: String) {
        guard let count = matchCounts[rule] else { return }
        matchCounts[rule] = count > 1 ? count - 1 : nil
        // A lost connection has no rules on the bus.
        if count == 1 { try? send(BusDriver.call("RemoveMatch", [.string(rule)])) }
    }
}
