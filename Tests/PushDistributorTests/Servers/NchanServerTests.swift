// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
@testable import PushDistributor
import TestSupport
import Testing

/// Subscriptions to a real nginx with nchan and the shipped configuration.
@Suite(.serialized) struct NchanServerTests {
    private typealias PushServer = PushDistributor.PushServer

    private func server(_ nchan: NchanServer, channelsPerConnection: Int = 255) -> PushServer {
        PushServer(
            name: "own", engine: .nchan, publish: nchan.publish, subscribe: nchan.subscribe,
            channelsPerConnection: channelsPerConnection)
    }

    private func channels(_ count: Int, of server: PushServer) throws -> [String] {
        try (0..<count).map { _ in try server.newChannel() }
    }

    @Test func `nginx accepts the shipped configuration, and says nothing at its start`() async throws {
        try await withNchanServers { servers in
            let complaint = try await servers[0].complaint()
            #expect(complaint == nil)
            #expect(servers[0].log == "")
        }
    }

    @Test func `every byte of a message arrives, and what is no message is refused`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channel = try server.newChannel()
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels([channel])
                    try await reports.wait(for: "connected")
                    let bytes = (0...255).map(UInt8.init)
                    let bodies: [[UInt8]] = [
                        bytes, Array("\n\n".utf8), Array("\r\n\r\ndata: x\nid: 1:1\n\n".utf8), [0],
                        (0..<16).flatMap { _ in bytes }, Array(repeating: 10, count: 4096),
                    ]
                    // A long type is what makes nchan's other streams crash.
                    let type = [("Content-Type", String(repeating: "t", count: 4000)), ("X-EventSource-Event", "x")]
                    for body in bodies {
                        let status = try await scope.post(body, to: server.endpoint(of: channel), headers: type)
                        // 202: no process of nginx knows of the subscriber yet.
                        #expect((201...202).contains(status))
                        let message = try await inbox.messages.next()
                        #expect(message.body == body && message.channel == channel)
                    }
                    let large = try await scope.post(
                        Array(repeating: 1, count: 4097), to: server.endpoint(of: channel))
                    #expect(large == 413)
                    let short = try await scope.post([1], to: server.endpoint(of: "short"))
                    #expect(short == 404)
                }
            }
        }
    }

    @Test(arguments: [("GET", "p"), ("DELETE", "p"), ("PUT", "p"), ("OPTIONS", "p"), ("POST", "s"), ("DELETE", "s")])
    func `a stranger can neither ask about a channel nor delete it`(method: String, place: String) async throws {
        try await withNchanServers { servers in
            let address = (place == "p" ? servers[0].publish : servers[0].subscribe) + String(repeating: "x", count: 43)
            let answer = try await Program.run([
                "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "20", "-X", method, address,
            ])
            #expect(answer.output == "403")
        }
    }

    @Test(arguments: ["multipart/mixed", "*/*", "application/json"])
    func `other streams than that of events are refused`(type: String) async throws {
        try await withNchanServers { servers in
            let answer = try await Program.run([
                "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "20", "-H", "Accept: \(type)",
                servers[0].subscribe + String(repeating: "x", count: 43),
            ])
            #expect(answer.output == "403")
        }
    }

    @Test func `no message is lost or repeated while 50 applications come and go`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let staying = try channels(25, of: server)
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels(staying)
                    try await reports.wait(for: "connected")
                    var random = SeededGenerator()
                    var (sent, got): ([String], [String]) = ([], [])
                    for round in 0..<10 {
                        // The applications of the last round have gone, and others are there.
                        let here = try channels(25, of: server)
                        await subscription.setChannels(staying + here)
                        for number in 0..<60 {
                            let channel = try #require((staying + here).randomElement(using: &random))
                            let text = "\(round) \(number) \(channel)"
                            try await scope.post(text, to: server.endpoint(of: channel))
                            sent.append(text)
                        }
                        // The messages for an application that has gone are nobody's.
                        got += try await inbox.texts(sent.count - got.count)
                    }
                    #expect(got.sorted() == sent.sorted())
                    #expect(inbox.messages.takeAll().isEmpty)
                }
                let position = try #require(inbox.positions.first)
                #expect(NchanCursor(position.cursor, channels: position.channels.count) != nil)
                #expect(Array(position.channels.prefix(25)) == staying)
            }
        }
    }

    @Test func `what arrives while nobody is connected is received later, once`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channels = try channels(3, of: server)
                var sent: [String] = []
                for round in 0..<4 {
                    // The third channel is new in the second round.
                    for number in 0..<20 where round > 0 || number % 3 != 2 {
                        let text = "\(round) \(number)"
                        let channel = channels[number % (round == 0 ? 2 : 3)]
                        try await scope.post(text, to: server.endpoint(of: channel))
                        sent.append(text)
                    }
                    try await scope.subscribe(to: server, inbox) { subscription, _ in
                        // The third channel is not there at first, and the first one goes at last.
                        await subscription.setChannels(round == 0 ? Array(channels.prefix(2)) : channels)
                        let expected = sent.filter { $0.hasPrefix("\(round) ") }
                        let got = try await inbox.texts(expected.count)
                        #expect(got == expected.sorted())
                    }
                }
            }
        }
    }

    @Test func `a server that has lost its memory is used on, also within the same second`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channels = try channels(2, of: server)
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels(channels)
                    try await reports.wait(for: "connected")
                    for round in 0..<4 {
                        try await scope.post("before \(round)", to: server.endpoint(of: channels[0]))
                        #expect(try await inbox.texts(1) == ["before \(round)"])
                        try await servers[0].kill()
                        try await servers[0].start()
                        // This message may get the time and the number of the one before.
                        try await scope.post("after \(round)", to: server.endpoint(of: channels[0]))
                        #expect(try await inbox.texts(1) == ["after \(round)"])
                        // The end of the pause is not waited for.
                        await subscription.retryNow()
                    }
                }
            }
        }
    }

    @Test func `a place in the future is given up, as after a server's clock was set back`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channel = try server.newChannel()
                let future = Int(Date().timeIntervalSince1970) + 5000
                try await inbox.receive(
                    [], StreamPosition(server: "own", stream: 0, channels: [channel], cursor: "\(future):7"))
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels([channel])
                    try await reports.wait(for: "connected")
                    try await scope.post("now", to: server.endpoint(of: channel))
                    #expect(try await inbox.texts(1) == ["now"])
                }
            }
        }
    }

    @Test func `a place that is no place begins with the oldest message`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                for cursor in ["", "nonsense", "1:-", "1:0,[1]", "\(Int.max):0"] {
                    let (server, inbox) = (server(servers[0]), Inbox())
                    let channel = try server.newChannel()
                    try await scope.post("old", to: server.endpoint(of: channel))
                    try await inbox.receive(
                        [], StreamPosition(server: "own", stream: 0, channels: [channel], cursor: cursor))
                    try await scope.subscribe(to: server, inbox) { subscription, _ in
                        await subscription.setChannels([channel])
                        let texts = try await inbox.texts(1)
                        #expect(texts == ["old"], "\(cursor)")
                    }
                }
            }
        }
    }

    @Test func `255 channels share a connection, and more have several`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channels = try channels(300, of: server)
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels(channels)
                    try await reports.wait(for: "connected")
                    for channel in channels { try await scope.post(channel, to: server.endpoint(of: channel)) }
                    #expect(try await inbox.texts(300) == channels.sorted())
                }
                #expect(inbox.positions.map(\.channels.count) == [255, 45])
                #expect(inbox.positions.flatMap(\.channels) == channels)

                try await scope.subscribe(to: server, inbox) { subscription, _ in
                    await subscription.setChannels(Array(channels.dropFirst(100)))
                    for channel in [channels[299], channels[100]] {
                        try await scope.post("again", to: server.endpoint(of: channel))
                    }
                    #expect(try await inbox.texts(2) == ["again", "again"])
                }
                #expect(inbox.positions.map(\.channels.count) == [155, 45])
            }
        }
    }

    /// The line of the shipped file that makes room for long addresses is left out, as on a server of somebody else.
    @Test func `a server with nginx's own limits gets 180 channels on a connection, and the next one on another`()
        async throws
    {
        try await withNchanServers(edit: { $0.contains("large_client_header_buffers") ? "" : $0 }) { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (
                    server(servers[0], channelsPerConnection: PushServer.defaultChannelsPerConnection), Inbox()
                )
                let channels = try channels(181, of: server)
                for _ in 0..<2 {
                    try await scope.subscribe(to: server, inbox) { subscription, reports in
                        await subscription.setChannels(channels)
                        try await reports.wait(for: "connected")
                        for channel in channels.suffix(3) {
                            try await scope.post("tea", to: server.endpoint(of: channel))
                        }
                        #expect(try await inbox.texts(3) == ["tea", "tea", "tea"])
                    }
                }
                #expect(inbox.positions.map(\.channels.count) == [180, 1])
                #expect(inbox.messages.takeAll().isEmpty)
            }
        }
    }

    @Test func `the page of a network that wants a person to sign in is no stream`() async throws {
        let page = { (line: String) in
            line.replacing("nchan_subscriber eventsource;", with: "default_type text/html; return 200 'Sign in';")
        }
        try await withNchanServers(edit: page) { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                try await scope.subscribe(to: server, inbox) { subscription, reports in
                    await subscription.setChannels([try server.newChannel()])
                    let reason = try await reports.wait(for: "waiting")
                    #expect(reason == "the server answered with a web page")
                }
                #expect(inbox.messages.takeAll().isEmpty)
            }
        }
    }
}
