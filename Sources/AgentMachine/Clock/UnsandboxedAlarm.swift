// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import FoundationEssentials

/// An alarm that wakes the machine for an agent that its unit confines, which has lost the capability for it.
///
/// It only wakes: the agent's own alarm, at the same moment or an earlier one, does the rest.
final class UnsandboxedAlarm: Alarm {
    private let link: UnsandboxedLink

    /// Nil where nothing is outside, or may not wake the machine either.
    init?() async {
        guard let link = UnsandboxedLink.shared, await link.wake(at: nil) else { return nil }
        self.link = link
    }

    func set(at date: Date?) {
        let moment = date?.timeIntervalSince1970
        // In order: each begins in the turn that causes it.
        Task.immediate { [link] in await link.wake(at: moment) }
    }

    func cancel() { set(at: nil) }
}
