// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Why: one property for each figure that the benchmark can repeat or shorten.
/// How much is measured.
struct Effort: Sendable {
    /// Pairs of `belfry send` and `notify-send`.
    var sends: Int
    /// Rounds of single adds, each of ``singleAdds``.
    var singleRounds: Int
    var singleAdds: Int
    /// Batches of `AddAll`, each of ``bulkAdds``.
    var bulkRounds: Int
    var bulkAdds: Int
    /// Adds of each of ``LoadPart``'s clients.
    var clientAdds: Int
    /// Clients that are attached.
    var attached: Int
    /// Adds of one client, while others do their worst.
    var disturbedAdds: Int
    /// How many are due in the same second.
    var burst: Int
    var firings: Int
    /// Seconds from one firing to the next.
    var firingInterval: Double
    /// Starts of an agent with each store.
    var starts: Int
    /// Pending requests of the big store.
    var pendingRequests: Int
    var idleSeconds: Double
    /// Runs of each line of the corpus of times.
    var timeRuns: Int

    static let full = Effort(
        sends: 200, singleRounds: 20, singleAdds: 50, bulkRounds: 20, bulkAdds: 1000, clientAdds: 100,
        attached: 1000, disturbedAdds: 500, burst: 10_000, firings: 200, firingInterval: 0.04, starts: 9,
        pendingRequests: 1_000_000, idleSeconds: 60, timeRuns: 51)

    static let quick = Effort(
        sends: 20, singleRounds: 5, singleAdds: 20, bulkRounds: 4, bulkAdds: 1000, clientAdds: 20, attached: 100,
        disturbedAdds: 100, burst: 1000, firings: 40, firingInterval: 0.04, starts: 3, pendingRequests: 100_000,
        idleSeconds: 10, timeRuns: 11)
}
