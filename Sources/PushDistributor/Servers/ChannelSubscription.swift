// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DistributorStore

/// A subscription to the channels of one push server, as the distributor uses it.
package protocol ChannelSubscription: Sendable {
    /// Sets all channels of the subscription, in the order in which they were made.
    func setChannels(_ channels: [String]) async
    /// Connects to the server at once, because the network is available or the machine has woken.
    func retryNow() async
    /// Ends all connections to the server.
    func stop() async
    func report() async -> SubscriptionReport
}

/// The state of a subscription, for people.
package struct SubscriptionReport: Hashable, Sendable {
    /// `connected`, `connecting`, `waiting` or `idle`.
    package let state: String
    /// The reason why the subscription waits before it connects; nil if it does not wait.
    package let reason: String?

    package init(state: String, reason: String? = nil) { (self.state, self.reason) = (state, reason) }
}

/// Makes the subscription to a server from the positions up to which its streams were read.
package typealias SubscriptionMaker =
    @Sendable (PushServer, [StreamPosition], @escaping ServerSubscription.Receiver) async -> any ChannelSubscription
