// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A bus name whose owner is watched.
struct WatchedName {
    struct Watcher {
        let id: Int
        let call: @Sendable (_ old: String?, _ new: String?) -> Void
    }

    /// Number that distinguishes answers to this watch from those to an earlier one of the same name.
    let generation: Int
    /// The owner's unique name; nil if there is none, or it is not known yet.
    var owner: String?
    /// Tells whether the bus has answered with the owner; changes before that are included in the answer.
    var isKnown = false
    /// Number of subscriptions and watchers of the name.
    var interest = 1
    var watchers: [Watcher] = []
    /// Continuations of callers that wait for the owner.
    var waiting: [@Sendable () -> Void] = []

    init(generation: Int) { self.generation = generation }
}
