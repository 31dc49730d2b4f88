// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PushDistributor
import Testing

@Suite struct PushServerTests {
    private typealias PushServer = PushDistributor.PushServer

    @Test func `the engines have the names of the configuration`() {
        #expect(PushServer.Engine.allCases.map(\.rawValue) == ["nchan", "ntfy"])
    }

    @Test func `a channel of nchan has 256 random bits, and a topic of ntfy 14 characters`() throws {
        let nchan = PushServer(name: "a", engine: .nchan, publish: "https://x/p/", subscribe: "https://x/s/")
        let ntfy = PushServer(name: "b", engine: .ntfy, publish: "https://x", subscribe: "https://x")
        let letters = try Regex("[A-Za-z0-9_-]{43}")
        let channels = try (0..<200).map { _ in try nchan.newChannel() }
        for channel in channels { #expect(try letters.wholeMatch(in: channel) != nil) }
        #expect(Set(channels).count == 200)
        // With 200 × 43 random characters each of the 64 is there.
        #expect(Set(channels.joined()).count == 64)
        let topic = try ntfy.newChannel()
        #expect(topic.utf8.count == 14 && topic.hasPrefix("up"))
        #expect(nchan.endpoint(of: "c") == "https://x/p/c" && ntfy.endpoint(of: "c") == "https://x/c?up=1")
    }
}
