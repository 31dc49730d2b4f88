// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The pauses between tries to connect: they grow up to ``longest``, and are partly random, so that not all clients
/// connect in the same moment after a server restart.
struct RetryDelay: Hashable, Sendable {
    private var failures = 0

    static let shortest = Duration.seconds(1)
    static let longest = Duration.seconds(300)

    /// Returns the next pause: from half to the whole of 1, 2, 4, … seconds, at most ``longest``; `random` is from 0 to 1.
    mutating func next(random: Double) -> Duration {
        let whole = min(Self.shortest * (1 << min(failures, 20)), Self.longest)
        failures += 1
        return whole * (0.5 + 0.5 * min(max(random, 0), 1))
    }

    mutating func reset() { failures = 0 }
}
