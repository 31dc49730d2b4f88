// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// The notification server is killed and replaced repeatedly while requests fire: no notification is lost.
@Suite struct ServerKillTests {
    /// The observations of the requests, by their titles.
    private struct Account {
        var added: [String] = []
        /// The number of times that each was shown.
        var shown: [String: Int] = [:]
        var answered = 0
        /// The requests that were shown twice on the same server.
        var repeated: [String] = []
        /// The requests that left the delivered list without an answer.
        var lost: [String] = []

        /// The notifications that were shown on one server.
        mutating func take(_ notifications: [ReceivedNotification]) {
            for (title, group) in Dictionary(grouping: notifications, by: \.summary) {
                if group.count > 1 { repeated.append(title) }
                shown[title, default: 0] += group.count
            }
        }
    }

    // Half of the servers die during a `Notify`: they have shown the notification and never reply.
    @Test(arguments: [false, true])
    func `a hundred servers die while requests fire, and every notification is shown`(
        isTied: Bool
    ) async throws {
        var script = ScriptedServerScript()
        if isTied {
            // As dunst does: it sends signals only to the connection that called it.
            script.configuration.signalDelivery = .unicast
            script.configuration.information.name = "dunst"
        }
        try await withAgentAndServer(
            script: script, environment: ["BELFRY_NOW": "@1767614400"], configuration: "[flood]\nburst = 0\n",
            inMemory: true
        ) { agent, server in
            let delegate = try await agent.delegate()
            var random = SeededGenerator()
            var account = Account()
            for round in 0..<100 {
                let countdown = Countdown(Int.random(in: 1...8, using: &random))
                await server.change {
                    $0.uponNotify = { if countdown.next() { server.assumeIsolated { $0.leave() } } }
                }
                for number in 0..<4 {
                    let title = "r\(round)n\(number)"
                    let later = ["trigger": after(Double(Int.random(in: 1...5, using: &random)))]
                    _ = try await agent.proxy().add(
                        request(
                            title, title: title, ["actions": buttons("yes")].merging(number < 2 ? [:] : later) { $1 }))
                    account.added.append(title)
                }
                try await agent.clock.advance(6)
                account.take(server.takeNotifications())
                await server.leave()

                // The servers crash in a loop, or one now and then.
                try await agent.clock.advance(Bool.random(using: &random) ? 1 : 70)
                await server.change { $0.uponNotify = nil }
                try await server.come()
                try await agent.clock.advance(30)
                account.take(server.takeNotifications())

                let delivered = try await agent.deliveredStates()
                account.lost += account.added.filter { delivered[$0] == nil }
                let pressed = try #require(await server.open.randomElement(using: &random), "round \(round)")
                await server.press(pressed.key(of: "yes"), on: pressed)
                let response = try await delegate.nextResponse()
                #expect(response["notification"]?.properties?["title"]?.string == pressed.summary)
                account.answered += 1
                account.added.removeAll { $0 == pressed.summary }
                if round % 5 == 4 {
                    account.lost += account.added.filter { account.shown[$0] == nil }
                    _ = try await agent.proxy().removeDelivered(account.added)
                    account.added = []
                    try await agent.clock.advance(6)
                }
            }
            print(
                "servers: \(isTied ? "tied" : "broadcasting") seed=\(SeededGenerator.seed) kills=100 shown=\(account.shown.count) "
                    + "again=\(account.shown.values.reduce(0) { $0 + $1 - 1 }) answered=\(account.answered) "
                    + "lost=\(account.lost.count)")
            #expect(account.lost == [])
            #expect(account.repeated == [])
            #expect(account.shown.count == 400)
            #expect(delegate.takeResponses().isEmpty)
        }
    }
}
