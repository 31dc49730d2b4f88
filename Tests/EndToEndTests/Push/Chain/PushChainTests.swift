// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing
import WebPush

extension DistributorProgram {
    /// Whether the program reads from its push server.
    fileprivate func isConnected(on agent: TestAgent) async throws -> Bool {
        let servers = try await status(on: agent)["servers"]?.array ?? []
        return servers.first?.properties?["state"]?.string == "connected"
    }
}

/// Messages that go the whole way, from a provider to the screen, through real programs.
@Suite struct PushChainTests {
    @Test func `a message that is posted at one nginx is read from another behind the same Redis, and shown`()
        async throws
    {
        guard NchanServer.isInstalled else {
            try Test.cancel("NOT TESTED HERE: two nginx behind one Redis. nginx or Redis is missing.")
        }
        try await withNchanServers(2, withRedis: true) { nginx in
            try await withPushSender { sender in
                try await withAgentAndServer { agent, server in
                    try await withDistributor(of: agent, posted: nginx[0], read: nginx[1]) { distributor in
                        let registration = try await agent.proxy().registerForRemoteNotifications([:], wait: 30)
                        let json = try #require(registration["subscription"]?.string, "\(registration)")
                        let subscription = try PushSubscription(json: Data(json.utf8))
                        #expect(subscription.endpoint.port == nginx[0].port)
                        _ = try await sender.post([.init(number: 0)], to: subscription)
                        #expect(try await server.nextNotification().summary == "m0")

                        // The server that took the message dies before anybody has read it.
                        try await distributor.kill(on: agent)
                        _ = try await sender.post([.init(number: 1)], to: subscription)
                        try await nginx[0].kill()
                        try await distributor.start(on: agent)
                        #expect(try await server.nextNotification().summary == "m1")
                        #expect(server.takeNotifications().isEmpty)
                    }
                }
            }
        }
    }

    // GIO reads the desktop's proxy settings over a connection of its own to the bus, and ended the program like SIGTERM
    // when that bus was lost: with the status 0, after which systemd does not start it again.
    @Test func `a distributor that has lost its bus ends with an error, so that it is started again`() async throws {
        guard NchanServer.isInstalled else {
            try Test.cancel("NOT TESTED HERE: a distributor that loses its bus. nginx is missing.")
        }
        let folders = try AgentFolders(inMemory: true)
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        try await withNchanServers { nginx in
            let distributor = try DistributorProgram(in: folders.path, posted: nginx[0])
            let program = AgentProgram(in: folders)
            var endings: [AgentProcess.Ending] = []
            // Two threads hear of the end of the bus, and either may be the first.
            for number in 0..<8 {
                try await withMortalBus(folders: folders) { bus, agent in
                    try await distributor.start(on: agent)
                    if number == 0 {
                        try await program.start(on: agent)
                        _ = try await agent.proxy().registerForRemoteNotifications([:], wait: 30)
                        try await program.killProcess()
                    }
                    try await withDeadline {
                        while try await !distributor.isConnected(on: agent) { try await yieldUntilDeadline() }
                    }
                    bus.kill()
                    endings.append(try await distributor.end())
                }
            }
            #expect(Set(endings) == [.exited(69)], "\(endings)")
        }
    }

    private static let (early, late) = (Date(timeIntervalSince1970: 10), Date(timeIntervalSince1970: 20))

    private func showing(
        _ life: Int, by sender: String, _ number: UInt32, replacing replaced: UInt32 = 0, at date: Date = early
    ) -> PushScreen.Showing {
        PushScreen.Showing(
            title: "m0", life: life, sender: sender, number: number, replaces: replaced, date: date)
    }

    // The account is the judge of the tests below it, so it must be able to find faults.
    @Test func `the account finds what is lost and what is shown twice`() {
        func verdict(_ showings: [PushScreen.Showing], numbered: Bool = true) -> PushAccount.Verdict {
            PushAccount(sent: ["m0"], numbered: numbered ? ["m0": [Self.early + 1]] : [:]).verdict(on: showings)
        }
        let first = showing(1, by: ":1.1", 1)

        #expect(verdict([]).lost == ["m0"])
        #expect(verdict([first]) == PushAccount.Verdict())
        #expect(verdict([first, showing(1, by: ":1.1", 2, at: Self.late)]).doubled == ["m0"], "The same agent.")
        #expect(verdict([first, showing(1, by: ":1.2", 2, at: Self.late)]).doubled == ["m0"], "It was on disk.")
        #expect(verdict([first, showing(1, by: ":1.1", 1, replacing: 1, at: Self.late)]).doubled == ["m0"])
        #expect(verdict([first, showing(1, by: ":1.2", 2, at: Self.late)], numbered: false).inWindow == 1)
        #expect(
            verdict([first, showing(1, by: ":1.1", 2, at: Self.late)], numbered: false).doubled == ["m0"],
            "Only a death of the agent explains it.")
        #expect(verdict([first, showing(1, by: ":1.2", 1, replacing: 1, at: Self.late)]).redrawn == 1)
        #expect(verdict([first, showing(2, by: ":1.1", 1, at: Self.late)]).again == 1)
        #expect(PushAccount(sent: [], numbered: [:]).verdict(on: [first]).strange == ["m0"])
    }
}
