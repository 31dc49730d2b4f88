// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
@testable import PushDistributor
import TestSupport
import Testing

/// The sentences of the shipped `nchan.conf`: its commented lines are valid, and its numbers are true.
@Suite(.serialized) struct NchanConfigurationTests {
    private typealias PushServer = PushDistributor.PushServer

    private func server(_ nchan: NchanServer) -> PushServer {
        PushServer(
            name: "own", engine: .nchan, publish: nchan.publish, subscribe: nchan.subscribe, channelsPerConnection: 255)
    }

    /// Switches a commented line on, as an administrator does; other lines stay.
    private static func switchedOn(_ line: String, _ beginnings: [String]) -> String {
        let text = line.drop { $0 == " " || $0 == "#" }
        guard line.contains("#"), beginnings.contains(where: { text.hasPrefix($0) }) else { return line }
        return line.replacing("#", with: "")
    }

    @Test(arguments: [
        (["limit_req"], 2), (["upstream", "nchan_redis_server redis://127", "nchan_redis_pass", "}"], 5),
        (["upstream", "nchan_redis_server", "nchan_redis_pass", "}"], 7),
        (["limit_req", "upstream", "nchan_redis_server redis://10", "nchan_redis_pass", "}"], 8),
    ])
    func `nginx accepts the commented lines, together with the certificate`(beginnings: [String], count: Int)
        async throws
    {
        let folder = try temporaryFolder("nchan-lines")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let certificate = try await TestSupport.PushServer.selfSigned(in: folder)
        var switched = 0
        let nchan = try NchanServer(in: folder, certificate: certificate) { line in
            let changed = Self.switchedOn(line, beginnings)
            if changed != line { switched += 1 }
            return changed
        }
        #expect(switched == count)
        let complaint = try await nchan.complaint()
        #expect(complaint == nil)
    }

    @Test func `over the rate limit a provider is told to try later`() async throws {
        try await withNchanServers(edit: { Self.switchedOn($0, ["limit_req"]) }) { servers in
            try await withSubscriptions { scope in
                let server = server(servers[0])
                let endpoint = server.endpoint(of: try server.newChannel())
                let start = ContinuousClock.now
                var counts: [Int: Int] = [:]
                for _ in 0..<400 { counts[try await scope.post([1], to: endpoint), default: 0] += 1 }
                let seconds = Int((ContinuousClock.now - start) / .seconds(1)) + 1
                let accepted = try #require(counts[202])
                #expect((201...201 + 10 * seconds).contains(accepted), "\(counts) in \(seconds) s")
                #expect(counts[503] == 400 - accepted, "\(counts)")
            }
        }
    }

    @Test func `a channel keeps its newest 1,000 messages`() async throws {
        try await withNchanServers { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channel = try server.newChannel()
                for number in 0..<1003 { try await scope.post("\(number)", to: server.endpoint(of: channel)) }
                try await scope.subscribe(to: server, inbox) { subscription, _ in
                    await subscription.setChannels([channel])
                    let texts = try await inbox.texts(1000)
                    #expect(texts == (3..<1003).map(String.init).sorted())
                }
            }
        }
    }

    /// The test's memory is small; the shipped one has room for about 16,000 messages of 4 KB.
    @Test func `a message for which there is no memory is refused, and those before it arrive`() async throws {
        let small = { (line: String) in line.replacing("shared_memory_size 128M", with: "shared_memory_size 2M") }
        try await withNchanServers(edit: small) { servers in
            try await withSubscriptions { scope in
                let (server, inbox) = (server(servers[0]), Inbox())
                let channel = try server.newChannel()
                let body = Array(repeating: UInt8(ascii: "x"), count: 4096)
                var (accepted, status) = (0, 202)
                while status == 202, accepted < 1000 {
                    status = try await scope.post(body, to: server.endpoint(of: channel))
                    if status == 202 { accepted += 1 }
                }
                #expect([500, 507].contains(status))
                #expect((50...256).contains(accepted), "\(accepted)")
                try await scope.subscribe(to: server, inbox) { subscription, _ in
                    await subscription.setChannels([channel])
                    let texts = try await inbox.texts(accepted)
                    #expect(Set(texts).count == 1)
                }
            }
        }
    }

    @Test func `no log has a channel's name, whatever a stranger sends`() async throws {
        try await withNchanServers(edit: { Self.switchedOn($0, ["limit_req"]) }) { servers in
            let channel = String(repeating: "secret_", count: 6) + "x"
            let (to, from) = (servers[0].publish + channel, servers[0].subscribe + channel)
            let names = Array(repeating: channel, count: 256).joined(separator: ",")
            let upgrade = [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
            let attempts: [([String], String)] = [
                (["--data", String(repeating: "x", count: 4097), to], "413"), (["--request", "DELETE", to], "403"),
                (["--data", "x", from], "403"), (["--data", "x", to + "x"], "404"), ([from], "403"),
                ([servers[0].subscribe + names], "404"), ([from + "?" + String(repeating: "x", count: 20_000)], "414"),
                (["--header", "X: \(String(repeating: "x", count: 20_000))", from], "400"),
                (upgrade.flatMap { ["--header", $0] } + [from], "403"),
            ]
            for (options, status) in attempts {
                let answer = try await Program.run(
                    ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "20"] + options)
                #expect(answer.output == status, "\(options.joined(separator: " ").prefix(200))")
            }
            // Some of these are over the rate limit.
            let many = try await Program.run([
                "curl", "-s", "-o", "/dev/null", "-w", "%{http_code} ", "--data", "x", to + "?[1-300]",
            ])
            #expect(many.output.contains("202 ") && many.output.contains("503 "))
            #expect(!servers[0].log.contains("secret_"), "\(servers[0].log)")
            #expect(!servers[0].ownLog.contains("secret_"), "\(servers[0].ownLog)")
        }
    }
}
