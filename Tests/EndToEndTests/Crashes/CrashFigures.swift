// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// What a run has counted; `packaging/soak` adds up the lines that it prints.
struct CrashFigures {
    var kills = 0
    /// Additions that were acknowledged.
    var added = 0
    /// Occurrences that came to the screen.
    var shown = 0
    /// Presses and dismissals that the promise covers.
    var given = 0
    /// Presses whose signal did not reach a living agent, or one that lived until it was written.
    var unheard = 0
    /// Responses that were acknowledged.
    var answered = 0
    /// Shown a second time in the documented window (promise 2).
    var shownAgain = 0
    /// Drawn anew in its own place by the next agent.
    var redrawn = 0
    /// Still on the screen at the end, though it is over: the agent died before it closed it.
    var left = 0
    /// Delivered a second time: the agent died between the acknowledgement and noting it.
    var deliveredAgain = 0
    /// What the promises exclude.
    var lost = 0
    var duplicated = 0

    func line(_ run: Int) -> String {
        "crashes: seed=\(SeededGenerator.seed) run=\(run) kills=\(kills) added=\(added) shown=\(shown) given=\(given) "
            + "answered=\(answered) unheard=\(unheard) shown-again=\(shownAgain) delivered-again=\(deliveredAgain) "
            + "redrawn=\(redrawn) left=\(left) lost=\(lost) duplicated=\(duplicated)"
    }
}
