// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The counters of a run.
struct CrashFigures {
    var kills = 0
    /// The number of deaths that were power cuts.
    var cuts = 0
    /// The number of deaths at each of the agent's steps.
    var steps: [String: Int] = [:]
    /// Additions that were acknowledged.
    var added = 0
    /// Changes of pending requests that were acknowledged.
    var edited = 0
    /// Calls with several additions and changes that were acknowledged.
    var batches = 0
    /// Occurrences that were shown; a digest counts once for each request that it names.
    var shown = 0
    var nagged = 0
    var digests = 0
    /// Presses and dismissals that the promise covers.
    var given = 0
    /// Lines that the person typed, received or not.
    var replied = 0
    /// Presses whose signal reached no living agent, or an agent that died before it was persisted.
    var unheard = 0
    /// Notifications that the server itself removed.
    var expired = 0
    /// Responses that were acknowledged.
    var answered = 0
    /// Commands that were started.
    var commands = 0
    /// Notifications that the next agent redrew in place.
    var redrawn = 0

    // In the documented windows:

    /// Second showings: the agent died between `Notify` and the commit of the number (promise 2).
    var shownAgain = 0
    /// Notifications left on the screen, because their number was never persisted (the same window).
    var unnumbered = 0
    /// Second deliveries: the agent died between the acknowledgement and its persistence (promise 3).
    var deliveredAgain = 0
    /// Second starts of a command: the agent died between the start and its persistence.
    var commandsAgain = 0

    // Events that the promises exclude:

    var lost = 0
    var duplicated = 0
    /// Notifications left on the screen at the end, although they are over.
    var left = 0

    /// One line for each run, and one for all runs.
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
