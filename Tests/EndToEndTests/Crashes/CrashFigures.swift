// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a run has counted.
struct CrashFigures {
    var kills = 0
    /// Of these, power cuts.
    var cuts = 0
    /// How often the agent died at each of its own steps.
    var steps: [String: Int] = [:]
    /// Additions that were acknowledged.
    var added = 0
    /// Changes of what was pending that were acknowledged.
    var edited = 0
    /// Calls with several additions and changes that were acknowledged.
    var batches = 0
    /// Occurrences that came to the screen; digests count once for each that they name.
    var shown = 0
    var nagged = 0
    var digests = 0
    /// Presses and dismissals that the promise covers.
    var given = 0
    /// Lines that the person typed, whether or not they were heard.
    var replied = 0
    /// Presses whose signal did not reach a living agent, or one that lived until it was written.
    var unheard = 0
    /// Taken away by the server itself.
    var expired = 0
    /// Responses that were acknowledged.
    var answered = 0
    /// Commands that were started.
    var commands = 0
    /// Drawn anew in its own place by the next agent.
    var redrawn = 0

    // In the documented windows:

    /// Shown a second time: the agent died between `Notify` and the commit of the number (promise 2).
    var shownAgain = 0
    /// On the screen still, because its number was never written down (the same window).
    var unnumbered = 0
    /// Delivered a second time: the agent died between the acknowledgement and noting it (promise 3).
    var deliveredAgain = 0
    /// Started a second time: the agent died between the start and noting it.
    var commandsAgain = 0

    // What the promises exclude:

    var lost = 0
    var duplicated = 0
    /// On the screen at the end, though it is over.
    var left = 0

    /// One line for each run, and one for all.
    func line(_ name: String) -> String {
        "crashes: \(name), \(kills) kills (\(cuts) power cuts), \(added) added, \(edited) edited, \(batches) lists, \(shown) shown, \(nagged) nagged, "
            + "\(digests) digests, \(given) presses, \(replied) typed, \(answered) answered, \(unheard) unheard, \(expired) expired, \(commands) commands, "
            + "\(redrawn) redrawn; in the windows: \(shownAgain) shown again, \(unnumbered) unnumbered, "
            + "\(deliveredAgain) delivered again, \(commandsAgain) commands again; "
            + "lost \(lost), duplicated \(duplicated), left on the screen \(left)"
    }

    static func + (one: Self, other: Self) -> Self {
        var sum = one
        for path in Self.counts { sum[keyPath: path] += other[keyPath: path] }
        sum.steps.merge(other.steps, uniquingKeysWith: +)
        return sum
    }

    private static var counts: [WritableKeyPath<Self, Int>] {
        [
            \.kills, \.cuts, \.added, \.edited, \.batches, \.replied, \.shown, \.nagged, \.digests, \.given, \.unheard,
            \.expired, \.answered,
            \.commands,
            \.redrawn, \.shownAgain, \.unnumbered, \.deliveredAgain, \.commandsAgain, \.lost, \.duplicated, \.left,
        ]
    }
}
