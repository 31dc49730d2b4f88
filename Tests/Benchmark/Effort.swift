// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Why: one property for each figure that the benchmark can repeat or shorten.
/// Amount of samples and rows to measure.
struct Effort: Sendable {
    /// Number of pairs of `belfry send` and `notify-send`.
    var sends: Int
    /// Number of rounds of ``singleAdds`` single adds.
    var singleRounds: Int
    var singleAdds: Int
    /// Number of batches of ``bulkAdds`` requests for `AddAll`.
    var bulkRounds: Int
    var bulkAdds: Int
    /// Number of adds by each client of ``LoadPart``.
    var clientAdds: Int
    /// Number of attached clients.
    var attached: Int
    /// Number of adds by one client while others disturb it.
    var disturbedAdds: Int
    /// Number of requests due in the same second.
    var burst: Int
    var firings: Int
    /// Interval between two firings in seconds.
    var firingInterval: Double
    /// Number of starts of an agent with each store.
    var starts: Int
    /// Number of pending requests in the big store.
    var pendingRequests: Int
    var idleSeconds: Double
    /// Number of pairs of pushes over two chains.
    var pushes: Int
    /// Number of registrations for remote notifications; the agent takes at most 256.
    var registrations: Int
    /// Number of starts of an agent with registrations, and of one without.
    var pushStarts: Int
    /// Number of encrypted messages that one program sends, and the number of its runs.
    var messages: Int
    var pushRounds: Int
    /// Number of notifications for each service extension, and of as many without it.
    var rewritten: Int
    /// Number of rounds of lists of few and of many requests.
    var lists: Int
    /// Number of runs of each line of the time corpus.
    var timeRuns: Int

    static let full = Effort(
        sends: 200, singleRounds: 20, singleAdds: 50, bulkRounds: 20, bulkAdds: 1000, clientAdds: 100,
        attached: 1000, disturbedAdds: 500, burst: 10_000, firings: 200, firingInterval: 0.04, starts: 9,
        pendingRequests: 1_000_000, idleSeconds: 60, pushes: 200, registrations: 200, pushStarts: 3, messages: 3000,
        pushRounds: 7, rewritten: 50, lists: 9, timeRuns: 51)

    static let quick = Effort(
        sends: 20, singleRounds: 5, singleAdds: 20, bulkRounds: 4, bulkAdds: 1000, clientAdds: 20, attached: 100,
        disturbedAdds: 100, burst: 1000, firings: 40, firingInterval: 0.04, starts: 3, pendingRequests: 100_000,
        idleSeconds: 10, pushes: 20, registrations: 200, pushStarts: 1, messages: 300, pushRounds: 3, rewritten: 10,
        lists: 3, timeRuns: 11)
}
