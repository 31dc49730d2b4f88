// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
import HTTPTransport
import PushDistributor
import TestSupport
import Testing

/// Subscriptions to a server that speaks ntfy's JSON.
@Suite struct NtfyServerTests {
    private typealias PushServer = PushDistributor.PushServer

    private func server(_ ntfy: NtfyServer) -> PushServer {
        PushServer(name: "ntfy", engine: .ntfy, publish: ntfy.address, subscribe: ntfy.address)
    }

    @Test func `text and bytes arrive, and what ntfy has cut or put into a file does not`() async throws {
        try await withNtfyServer { ntfy in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(ntfy), Inbox())
                let topics = [try server.newChannel(), try server.newChannel()]
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels(topics)
                    try await reports.wait(for: "connected")
                    let bytes = (0..<16).flatMap { _ in (0...255).map(UInt8.init) }
                    for body in [bytes, Array("text\n\u{1F375}".utf8), [0xFF]] {
                        let status = try await scope.post(body, to: server.endpoint(of: topics[1]))
                        #expect(status == 200)
                        let message = try await inbox.messages.next()
                        #expect(message.body == body && message.channel == topics[1])
                    }
                    let file = """
                        {"id":"a","time":1,"event":"message","topic":"\(topics[0])","message":"m","attachment":{"url":"u"}}
                        """
                    for line in [file, "{", "[]", String(repeating: "x", count: 100_000)] {
                        try await scope.post(Array(line.utf8), to: ntfy.address + "/-/line")
                    }
                    try await scope.post("last", to: server.endpoint(of: topics[0]))
                    #expect(try await inbox.texts(1) == ["last"])
                    #expect(inbox.dropped == 4)
                }
            }
        }
    }

    @Test func `a stream goes on where it was, also with other topics`() async throws {
        try await withNtfyServer { ntfy in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(ntfy), Inbox())
                let topics = try (0..<3).map { _ in try server.newChannel() }
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels([topics[0]])
                    try await reports.wait(for: "connected")
                    try await scope.post("first", to: server.endpoint(of: topics[0]))
                    #expect(try await inbox.texts(1) == ["first"])
                }
                for topic in topics { try await scope.post("away \(topic)", to: server.endpoint(of: topic)) }
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels(topics)
                    #expect(try await inbox.texts(3) == topics.map { "away \($0)" }.sorted())
                    try await reports.wait(for: "connected")
                    _ = try await scope.post([], to: ntfy.address + "/-/cut")
                    try await reports.wait(for: "waiting")
                    try await scope.post("cut", to: server.endpoint(of: topics[2]))
                    await subscription.retryNow()
                    #expect(try await inbox.texts(1) == ["cut"])
                }
            }
        }
    }

    @Test(arguments: [429, 507, 401, 403, 404, 500])
    func `a refusal is told, and is never the last word`(status: Int) async throws {
        try await withNtfyServer { ntfy in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(ntfy), Inbox())
                let topic = try server.newChannel()
                try await scope.post([], to: ntfy.address + "/-/answer/\(status)")
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels([topic])
                    #expect(try await reports.wait(for: "waiting") == "the server answered \(status)")
                    // The next try comes by itself, within a second.
                    try await reports.wait(for: "connected")
                    try await scope.post("after", to: server.endpoint(of: topic))
                    #expect(try await inbox.texts(1) == ["after"])
                }
            }
        }
    }

    @Test func `a pause that the server asks for is kept`() async throws {
        try await withNtfyServer { ntfy in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(ntfy), Inbox())
                try await scope.post([], to: ntfy.address + "/-/answer/429?pause=3")
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    let topic = try server.newChannel()
                    let start = ContinuousClock.now
                    await subscription.setChannels([topic])
                    try await reports.wait(for: "waiting")
                    await subscription.retryNow()
                    try await reports.wait(for: "connected")
                    #expect(ContinuousClock.now - start >= .seconds(3))
                }
            }
        }
    }

    @Test func `the store's place and the authorization are sent`() async throws {
        try await withNtfyServer { ntfy in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(ntfy), Inbox())
                let topic = try server.newChannel()
                for _ in 0..<2 {
                    try await scope.subscribe(to: server, inbox) { subscription, reports in
                        await subscription.setChannels([topic])
                        try await reports.wait(for: "connected")
                        try await scope.post("one", to: server.endpoint(of: topic))
                        #expect(try await inbox.texts(1) == ["one"])
                    }
                }
                let answer = try await scope.transport.send(HTTPRequest(.get, ntfy.address + "/-/streams"))
                let paths = try JSONDecoder().decode([String].self, from: Data(answer.body))
                #expect(paths.first == "/\(topic)/json?since=all&up=1")
                let place = try #require(Int(inbox.positions[0].cursor))
                #expect(abs(place - Int(Date().timeIntervalSince1970)) < 60)
                #expect(paths.count == 2)
                #expect(paths.last?.hasPrefix("/\(topic)/json?since=1") == true)
            }
        }
    }
}
