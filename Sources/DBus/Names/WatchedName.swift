// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A bus name whose owner is followed.
struct WatchedName {
    struct Watcher {
        let id: Int
        let call: @Sendable (_ old: String?, _ new: String?) -> Void
    }

    /// Tells the answers to this following from those to an earlier one.
    let generation: Int
    /// The owner's unique name; nil when there is none, or it is not known yet.
    var owner: String?
    /// Whether the bus has told the owner; changes before that are part of what it tells.
    var isKnown = false
    /// How many subscriptions and watchers follow it.
    var interest = 1
    var watchers: [Watcher] = []
    /// Those who wait until the owner is known.
    var waiting: [@Sendable () -> Void] = []

    init(generation: Int) { self.generation = generation }
}
