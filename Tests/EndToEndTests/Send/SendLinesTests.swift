// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// `belfry send` and the installed notify-send, one after the other on a server that records all calls.
@Suite(.serialized) struct SendLinesTests {
    private static let noFlood = "[flood]\nburst = 0\n"

    private static var script: ScriptedServerScript {
        var script = ScriptedServerScript()
        script.takesSlips = true
        script.configuration.capabilities = [
            "action-icons", "actions", "body", "body-hyperlinks", "body-images", "body-markup", "icon-static",
            "persistence", "sound",
        ]
        return script
    }

    private func seen(_ run: @Sendable () async throws -> Stranger, on server: ScriptedServer, _ line: SendLine)
        async throws -> SeenNotification
    {
        async let program = run()
        let shown = try await server.nextNotification(seconds: 10)
        if line.waits { await server.dismiss(shown) }
        let ended = try await program
        #expect(ended.status == 0, "\(line.testDescription): \(ended.errors)")
        if !line.waits { await server.dismiss(shown) }
        return SeenNotification(shown)
    }

    private func compare(_ lines: [SendLine]) async throws {
        try await withAgentAndServer(script: Self.script, configuration: Self.noFlood) { agent, server in
            let bus = agent.bus
            for line in lines {
                do {
                    let theirs = try await seen(
                        { try await Stranger.runLimited(["notify-send"] + line.arguments, on: bus) }, on: server, line)
                    let ours = try await seen({ try await agent.belfry(["send"] + line.arguments) }, on: server, line)
                    var expected = theirs
                    for difference in line.differences { difference.apply(to: &expected) }
                    #expect(ours == expected, "\(line.testDescription)")
                } catch {
                    Issue.record("\(line.testDescription): \(error)")
                }
            }
        }
    }

    @Test func `C5, C6, F3, F4, F7: every option, hint and body has the same effect`() async throws {
        #expect(SendLine.own.count >= 60)
        try await compare(SendLine.own)
    }

    @Test func `C5: the command lines of public scripts have the same effect`() async throws {
        #expect(SendLine.found.count >= 20)
        try await compare(SendLine.found)
    }

    @Test func `C5: the manual's table has each difference, and no other`() throws {
        let page = Checkout.root + "packaging/share/man/man1/belfry-send.1"
        let manual = try String(decoding: Data(contentsOf: URL(filePath: page)), as: UTF8.self)
        let lines = manual.split(separator: "\n")
        let start = try #require(lines.firstIndex(of: ".Sh DIFFERENCES"))
        let listed = lines[(start + 1)...].prefix { !$0.hasPrefix(".S") }
            .filter { $0.hasPrefix(".It Sy ") }.map { String($0.dropFirst(".It Sy ".count)) }
        let seen = Set((SendLine.own + SendLine.found).flatMap(\.differences).map(\.row))
        #expect(Set(listed) == seen.union(SendDifference.elsewhere))
        #expect(listed.count == Set(listed).count)
    }
}
