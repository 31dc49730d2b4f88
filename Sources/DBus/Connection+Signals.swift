// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// One subscription's part in the connection.
struct SignalHandler {
    let id: Int
    let rule: MatchRule
    let call: @Sendable (Message) -> Void
}

extension Connection {
    /// Asks for signals, until the subscription is cancelled.
    ///
    /// When this returns, the bus has the rule.
    ///
    /// A signal must come from the rule's sender of the moment: strangers, and former owners of its name, are not
    /// heard. The handler is called on the loop, in the order of the bus. Throws ``BusError`` when the rule is not
    /// valid or the bus refuses it.
    @discardableResult
    package func subscribe(to rule: MatchRule, handler: @escaping @Sendable (Message) -> Void) async throws
        -> Subscription
    {
        let text = try rule.text()
        nextHandlerID += 1
        let id = nextHandlerID
        // Heard before it is asked for: a signal may come together with the bus's answer.
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
            // The owner of the name is asked for first, so it is known when this is answered.
            try await addMatch(text)
        } catch {
            subscription.cancel()
            throw error
        }
        return subscription
    }

    /// Whether signals of a sender must be compared with the owner of a name: unique names, and the bus, are
    /// their own.
    private static func needsOwner(_ sender: String) -> Bool {
        !sender.hasPrefix(":") && sender != BusDriver.name
    }

    func receiveSignal(_ signal: Message) {
        if signal.sender == BusDriver.name, signal.member == "NameOwnerChanged" { receiveOwnerChange(signal) }
        // A handler may subscribe and cancel: this walks over what was there, and asks before each call.
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

    /// Gives the bus a rule, unless it has it already.
    func addMatch(_ rule: String) async throws {
        matchCounts[rule, default: 0] += 1
        guard matchCounts[rule] == 1 else { return }
        _ = try await call(BusDriver.call("AddMatch", [.string(rule)]))
    }

    func removeMatch(_ rule: String) {
        guard let count = matchCounts[rule] else { return }
        matchCounts[rule] = count > 1 ? count - 1 : nil
        // A connection that is lost has no rules either.
        if count == 1 { try? send(BusDriver.call("RemoveMatch", [.string(rule)])) }
    }
}
