// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import PushDistributor
import TestSupport
import Testing

/// Servers with Redis behind them, and stores that fail or are slow.
@Suite(.serialized) struct SharedNchanServerTests {
    private typealias PushServer = PushDistributor.PushServer

    private func server(_ posted: NchanServer, from: NchanServer? = nil) -> PushServer {
        PushServer(
            name: "own", engine: .nchan, publish: posted.publish, subscribe: (from ?? posted).subscribe,
            channelsPerConnection: 255)
    }

    @Test func `a message that is posted at one server arrives from the other`() async throws {
        try await withNchanServers(2, withRedis: true) { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0], from: servers[1]), Inbox())
                let channels = [try server.newChannel(), try server.newChannel()]
                try await scope.post("before", to: server.endpoint(of: channels[1]))
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels(channels)
                    try await reports.wait(for: "connected")
                    let bytes = (0...255).map(UInt8.init)
                    try await scope.post(bytes, to: server.endpoint(of: channels[0]))
                    // Within a second, nothing is promised about the order of two channels.
                    let bodies = Set([try await inbox.messages.next().body, try await inbox.messages.next().body])
                    #expect(bodies == [Array("before".utf8), bytes])
                }
            }
        }
    }

    @Test func `nothing is lost when nginx is killed and Redis keeps the messages`() async throws {
        try await withNchanServers(withRedis: true) { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channels = try (0..<10).map { _ in try server.newChannel() }
                try await scope.subscribe(to: server, inbox) { subscription, _ in
                    await subscription.setChannels(channels)
                    var sent: [String] = []
                    for round in 0..<5 {
                        for number in 0..<30 {
                            let text = "\(round) \(number)"
                            try await scope.post(text, to: server.endpoint(of: channels[number % 10]))
                            sent.append(text)
                        }
                        try await servers[0].kill()
                        try await servers[0].start()
                        await subscription.retryNow()
                    }
                    // A message whose answer was lost with nginx is sent twice, as two messages.
                    var got: Set<String> = []
                    while got.count < sent.count { got.formUnion(try await inbox.texts(1)) }
                    #expect(got.sorted() == sent.sorted())
                }
            }
        }
    }

    @Test func `messages that can't be stored are read again`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channel = try server.newChannel()
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels([channel])
                    try await reports.wait(for: "connected")
                    try await scope.post("first", to: server.endpoint(of: channel))
                    #expect(try await inbox.texts(1) == ["first"])

                    inbox.fail(2)
                    try await scope.post("second", to: server.endpoint(of: channel))
                    let reason = try await reports.wait(for: "waiting")
                    #expect(reason == "the messages can't be stored")
                    try await scope.post("third", to: server.endpoint(of: channel))
                    await subscription.retryNow()
                    #expect(try await inbox.texts(2) == ["second", "third"])
                }
            }
        }
    }

    @Test func `a slow store holds up the server, and nothing is lost`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox, gate) = (server(servers[0]), Inbox(), Gate())
                let channel = try server.newChannel()
                // Far more than what is kept in memory.
                let body = Array(repeating: UInt8(ascii: "x"), count: 4090)
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels([channel])
                    try await reports.wait(for: "connected")
                    inbox.set(gate)
                    for number in 0..<900 {
                        try await scope.post(body + Array("\(number)".utf8), to: server.endpoint(of: channel))
                    }
                    try await gate.arrivals.next()
                    inbox.set(nil)
                    gate.open()
                    for number in 0..<900 {
                        let text = try await inbox.texts(1)
                        #expect(text == [String(decoding: body, as: UTF8.self) + "\(number)"])
                    }
                    // One batch waited at the gate, and at most a megabyte behind it.
                    #expect(inbox.batches < 300)
                }
            }
        }
    }
}
