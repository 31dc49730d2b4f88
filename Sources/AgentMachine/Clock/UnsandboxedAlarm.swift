// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import FoundationEssentials

/// An alarm with which the helper process wakes the machine for a sandboxed agent.
///
/// It only wakes the machine: the agent's own alarm, due at the same moment or before, does the rest.
final class UnsandboxedAlarm: Alarm {
    private let link: UnsandboxedLink

    /// Asks the helper process; nil if there is none, or if it may not wake the machine either.
    init?() async {
        guard let link = UnsandboxedLink.shared, await link.wake(at: nil) else { return nil }
        self.link = link
    }

    func set(at date: Date?) {
        let moment = date?.timeIntervalSince1970
        // `Task.immediate` keeps the calls in order.
        Task.immediate { [link] in await link.wake(at: moment) }
    }

    func cancel() { set(at: nil) }
}
