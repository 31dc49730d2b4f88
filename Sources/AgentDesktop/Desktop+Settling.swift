// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DesktopPresentation

/// For the test clock, which moves on when nothing is under way.
extension Desktop {
    /// Whether all that fired is on the server, or waits for one, and is written down.
    package var isIdle: Bool {
        get async {
            guard writing == 0, unnoted.isEmpty, !isAdopting, asking.isEmpty else { return false }
            guard server != nil else { return await link?.isGreeting != true }
            return (isQueueEmpty || isCrowded || retry.isPausing(at: clock.sinceBoot)) && inFlight.isEmpty
                && !isPumping && toRedraw.isEmpty
        }
    }
}
