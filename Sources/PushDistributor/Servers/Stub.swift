// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Stands in until the real servers are merged.
extension PushServer {
    package func newChannel() throws -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return String((0..<43).map { _ in letters[Int.random(in: 0..<64)] })
    }

    package func endpoint(of channel: String) -> String { publish + channel }
}

extension ServerSubscription: ChannelSubscription {
    package func setChannels(_ channels: [String]) async {}
    package func retryNow() {}
    package func stop() async {}
    package func report() -> SubscriptionReport { SubscriptionReport(state: "idle") }
}
