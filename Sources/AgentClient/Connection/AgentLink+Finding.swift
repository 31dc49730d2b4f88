// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

// A person has one agent, and it is on one bus. A program of another session, with a bus of its own, goes to that one; it goes
// home when the agent there is gone and nobody can start it again there, or when its own bus has one. Nothing is looked up while an
// agent answers: a note that is not the agent's own would have to be locked, too.

/// Finding the person's agent, where it is on another bus than the program's.
extension AgentLink {
    /// Whether a note says that an agent is on another bus than the connection, or than the program's own.
    var mayBeFound: Bool {
        whereabouts?.address(otherThan: (isConnected ? otherAddress : nil) ?? bus.address) != nil
    }

    /// Whether such an error may come from being on the wrong bus.
    ///
    /// An agent on another bus that is only away is started again there, as long as it can be: home would be the wrong one for it.
    func mayBeElsewhere(after error: BusError) -> Bool {
        guard isConnected, error.meansAbsence || error.isOfStarting else { return false }
        return isFinding || mayBeFound || otherAddress != nil && (error.isServiceUnknown || error.isOfStarting)
    }

    /// Goes to the bus that has the agent, else home; then sends what waits.
    func find() {
        guard !isEnded, !isFinding else { return }
        isFinding = true
        // On its own: what is to be sent meanwhile waits in line, and the last step looks at everything anew.
        Task {
            let own = isConnected && otherAddress == nil ? connection : try? Connection(to: bus, on: loop)
            let address = whereabouts?.address(otherThan: bus.address)
            var other: Connection?
            if let address { other = await whereabouts?.connection(to: address, besides: own, on: loop) }
            isFinding = false
            settle(own: own, other: other, at: address)
        }
    }

    private func settle(own: Connection?, other: Connection?, at address: String?) {
        let found = other ?? own
        let old = connection
        if !isEnded, let found, found !== old { use(found, at: other == nil ? nil : address) }
        // After that, so that what is under way on it goes back into the line.
        for left in [own, other, old] {
            guard let left, left !== connection else { continue }
            left.assumeIsolated { $0.close() }
        }
        guard !isEnded else { return }
        sendAllHere()
        if attachment == nil, operations.isEmpty { restSoon() }
    }

    /// Learns of an agent on another bus, as long as there is a delegate.
    func watchNote() {
        guard let whereabouts, noteWatch?.isInPlace != true else { return }
        noteWatch = WhereaboutsWatch(of: whereabouts.path, on: loop) { [weak self] in
            self?.assumeIsolated { link in
                link.watchNote()
                link.noteChanged()
            }
        }
    }

    /// Looks for the agent, unless it is where it was.
    func noteChanged() {
        guard attachment != nil, owner == nil, mayBeFound else { return }
        retryNow(looking: true)
    }
}

extension BusError {
    /// Whether a program could not be started that was to answer.
    fileprivate var isOfStarting: Bool {
        name.hasPrefix(BusError.prefix + "Spawn.") || name == BusError.prefix + "TimedOut"
            || name.hasPrefix("org.freedesktop.systemd1.")
    }
}
