// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// Really confined programs of every kind, with every method of the agent: a sandboxed one can use only its own data.
@Suite struct IsolationTests {
    private static let denied = "org.freedesktop.DBus.Error.AccessDenied"

    /// The result of a call: the error name, or an empty one, and all text of the reply.
    private func ending(
        _ connection: Connection, _ member: String, _ arguments: [Value], of interface: String = AgentNames.interface
    ) async throws -> (error: String, words: String) {
        let message = Message.methodCall(
            destination: AgentNames.busName, path: AgentNames.path, interface: interface, member: member,
            arguments: arguments)
        do {
            return ("", "\(try await connection.call(message).arguments)")
        } catch let error as BusError {
            return (error.name, error.message)
        }
    }

    /// The victim's data, as the agent returns it to a host program: it may not change.
    private func possessions(of agent: TestAgent) async throws -> [String] {
        let victim = agent.proxy(MethodRow.victim)
        // State that another program could have changed; the server's own signals about the victim may come at any
        // time.
        let deeds: Set = ["set", "removed", "replaced", "snoozed", "reposted", "fired", "command", "dropped"]
        let done = try await victim.log([:]).compactMap { $0["kind"]?.string }.filter(deeds.contains)
        return [
            "\(try await victim.pending().map { "\($0["identifier"]?.string ?? "") \($0["nextTriggerDate"]?.string ?? "")" })",
            "\(try await agent.deliveredStates(MethodRow.victim).sorted { $0.key < $1.key })",
            "\(try await victim.categories().map { $0["identifier"]?.string ?? "" })",
            "\(try await victim.settings()["badgeCount"]?.int ?? 0)",
            "\(try await victim.settings()["authorizationStatus"]?.string ?? "")",
            "\(done)", "\(try await agent.storedResponses() ?? 0)",
            "\(try await agent.proxy().status()["paused"]?.array?.count ?? 0)",
        ]
    }

    /// An application with a request of each kind, and an undelivered response.
    private func equip(_ agent: TestAgent, _ server: ScriptedServer) async throws {
        let victim = agent.proxy(MethodRow.victim)
        let secret = MethodRow.secret
        _ = try await victim.add(request(MethodRow.waiting, title: "\(secret)'s", ["trigger": tomorrow]))
        for identifier in [MethodRow.shown, "answered"] {
            _ = try await victim.add(
                request(identifier, title: "\(secret)'s", ["userInfo": .properties([secret: .boolean(true)])]))
            let shown = try await server.nextNotification()
            if identifier == "answered" { await server.press("default", on: shown) }
        }
        try await withDeadline {
            while try await agent.storedResponses() != 1 { try await yieldUntilDeadline() }
            while try await agent.deliveredStates(MethodRow.victim) != [MethodRow.shown: "shown"] {
                try await yieldUntilDeadline()
            }
        }
        try await victim.setCategories([["identifier": .string("\(secret)Category")]])
        try await victim.setBadgeCount(7)
    }

    @Test func `the matrix has a row for each method of the interface`() throws {
        #expect(Set(MethodRow.all.map(\.description)) == Set(try Interface(xml: AgentNames.centerXML).methods.keys))
        #expect(MethodRow.all.count == AgentMethod.allCases.count)
    }

    @Test(arguments: Confinement.known)
    func `a sandboxed program reaches its own data by every method, and no other's`(kind: Confinement) async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent, server in
            try await equip(agent, server)
            // Only the person lets an application use the location.
            try await agent.proxy(kind.app).setLocationPermission("allowed")
            let before = try await possessions(of: agent)
            var (cells, leaked) = (0, 0)
            try await withConfinedBus(kind, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                for row in MethodRow.all {
                    for app in ["", kind.app] {
                        let own = try await ending(connection, row.description, row.arguments(app))
                        let isAllowed = row.reach != .session || !kind.isSandboxed
                        #expect((own.error == "") == isAllowed, "\(kind) \(row) for itself: \(own)")
                        if !isAllowed { #expect(own.error == Self.denied, "\(kind) \(row): \(own)") }
                        if kind.isSandboxed, own.words.contains(MethodRow.secret) { leaked += 1 }
                        cells += 1
                        // Requests that it removed are added again for the second time.
                        if row.method == .removePending || row.method == .removeDelivered {
                            _ = try await ending(connection, "Add", MethodRow.all[0].arguments(app))
                            _ = try await ending(connection, "AddAll", MethodRow.all[1].arguments(app))
                        }
                    }
                    guard kind.isSandboxed, row.reach != .general else { continue }
                    for app in [MethodRow.victim, "*", "org.example.victim"] {
                        let other = try await ending(connection, row.description, row.arguments(app))
                        #expect(other.error == Self.denied, "\(kind) \(row) for \(app): \(other)")
                        // The reply may contain the name that the program gave; nothing else of the victim.
                        if other.words.replacing(MethodRow.victim, with: "").contains(MethodRow.secret) { leaked += 1 }
                        cells += 1
                    }
                }
                for method in try Interface(xml: AgentNames.testClockXML).methods.values.sorted(by: {
                    $0.name < $1.name
                })
                where kind.isSandboxed {
                    let arguments: [Value] = method.inputs.map {
                        $0.type.description == "d" ? .double(0) : .string("UTC")
                    }
                    let said = try await ending(
                        connection, method.name, arguments, of: AgentNames.testClockInterface)
                    #expect(said.error == Self.denied, "\(kind) \(method.name): \(said)")
                    cells += 1
                }
                await connection.close()
            }
            #expect(leaked == 0, "\(kind)")
            print("isolation: \(kind): \(cells) cells, leaked \(leaked)")
            let after = try await possessions(of: agent)
            if kind.isSandboxed { #expect(after == before, "\(kind)") }
        }
    }

    @Test func `a host program may act for any application, and for all`() async throws {
        try await withAgentAndServer { agent, server in
            try await agent.proxy(MethodRow.victim).setLocationPermission("allowed")
            try await withConfinedBus(.host, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                for row in MethodRow.all where row.reach == .one || row.reach == .all {
                    let other = try await ending(connection, row.description, row.arguments(MethodRow.victim))
                    #expect(other.error == "", "\(row): \(other)")
                    guard row.reach == .all else { continue }
                    let all = try await ending(connection, row.description, row.arguments("*"))
                    #expect(all.error == "", "\(row): \(all)")
                }
                await connection.close()
            }
        }
    }

    @Test(arguments: Confinement.known.filter(\.isSandboxed))
    func `a sandboxed program gets no events and responses of another`(kind: Confinement) async throws {
        try await withAgentAndServer { agent, server in
            try await equip(agent, server)
            try await withConfinedBus(kind, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                let delegate = try await TestDelegate(of: agent, app: "", on: connection)
                let heard = Mailbox<String>()
                try await connection.subscribe(
                    to: MatchRule(interface: AgentNames.interface, member: AgentNames.event)
                ) { heard.put("\($0.arguments)") }
                try await delegate.proxy.watch()
                try await delegate.proxy.attach()

                _ = try await agent.proxy(MethodRow.victim).add(request("new", title: "\(MethodRow.secret)'s"))
                let theirs = try await server.nextNotification()
                await server.press("default", on: theirs)
                try await withDeadline {
                    while try await agent.storedResponses() != 2 { try await yieldUntilDeadline() }
                }
                _ = try await delegate.proxy.add(request("own", title: "Mine"))
                let own = try await server.nextNotification()
                #expect(own.hints.desktopEntry == kind.app)
                await server.press("default", on: own)

                // Its own event is the first that it gets.
                let response = try await delegate.nextResponse()
                #expect(response["notification"]?.properties?["app"]?.string == kind.app)
                try await withDeadline { while !(try await heard.next().contains("acknowledged")) {} }
                #expect(delegate.takeResponses().isEmpty)
                #expect(heard.takeAll().allSatisfy { !$0.contains(MethodRow.secret) })
                #expect(try await agent.storedResponses() == 2)
                await connection.close()
            }
        }
    }
}
