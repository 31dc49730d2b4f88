// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// The agent drops no due notification because of an error of the server, at any moment of the server's life.
@Suite struct NothingGivenUpTests {
    /// ``ReshowingTests`` tests which notifications are shown again.
    private static let never = "[desktop]\nreshow = \"never\"\n[flood]\nburst = 0"
    private static let bus = "org.freedesktop.DBus.Error."
    /// Errors that do not depend on the notification.
    private static let errors =
        [
            "UnknownMethod", "UnknownObject", "UnknownInterface", "ServiceUnknown", "NameHasNoOwner", "NoServer",
            "NoReply", "Disconnected", "Failed", "LimitsExceeded", "AccessDenied", "Timeout",
        ].map { bus + $0 } + ["org.example.Error.Broken", "org.gtk.GDBus.UnmappedGError.Quark._x.Code1"]

    private func error(_ name: String) -> BusError { BusError(name: name, message: "secret") }

    /// Waits for the next call of `Notify`.
    @discardableResult
    private func nextNotify(_ server: ScriptedServer) async throws -> ReceivedNotification {
        while true {
            if case .notify(let received) = try await server.nextCall() { return received }
        }
    }

    @Test func `S10: after an error of Notify a reminder is shown once the server accepts it`() async throws {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            for (number, name) in Self.errors.enumerated() {
                await server.change { $0.answer = .error(error(name)) }
                _ = server.takeCalls()
                _ = try await agent.proxy().add(request("r\(number)", title: name))
                #expect(try await nextNotify(server).summary == name)
                #expect(try await agent.deliveredStates()["r\(number)"] == "presenting")
                await server.change { $0.answer = .number }

                try await events.next("shown", of: "r\(number)")
            }
            #expect(await server.open.count == Self.errors.count)
            let kinds = Set(try await agent.proxy().log([:]).compactMap { $0["kind"]?.string })
            #expect(kinds.isDisjoint(with: ["gone", "refused"]))
        }
    }

    @Test func `S10: after an error at the handshake it is shown with its buttons once the server replies`()
        async throws
    {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            for (number, name) in Self.errors.enumerated() {
                await server.leave()
                await server.change { $0.greetingError = error(name) }
                _ = server.takeCalls()
                _ = try await agent.proxy().add(request("r\(number)", title: name, ["actions": buttons("yes")]))
                try await server.come()
                while try await server.nextCall() != .information {}
                await server.change { $0.greetingError = nil }

                try await events.next("shown", of: "r\(number)")
                #expect(await server.open.map(\.labels).first?.contains("yes") == true)
                let later = request("later", ["trigger": tomorrow, "actions": buttons("yes")])
                #expect(try await agent.proxy().add(later)["degraded"] == nil)
            }
        }
    }

    @Test(arguments: [30, 300, 2000])
    func `S10: a server with a name and no object yet shows due notifications`(milliseconds: Int) async throws {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            await server.leave()
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            try await server.come(exportingAfter: .milliseconds(milliseconds))

            #expect(try await server.nextNotification().labels.contains("yes"))
            let events = try await AgentEvents(of: agent)
            if try await agent.deliveredStates() != ["tea": "shown"] { try await events.next("shown", of: "tea") }
            let outcome = try await agent.proxy().add(request("coffee", ["actions": buttons("yes")]))
            #expect(outcome["degraded"] == nil)
        }
    }

    @Test func `S10: a reminder that is due while the server ends is shown by the next one`() async throws {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            for (number, name) in Self.errors.enumerated() {
                await server.change { $0.answer = .error(error(name)) }
                _ = try await agent.proxy().add(request("r\(number)", title: name))
                try await nextNotify(server)
                await server.leave()
                await server.change { $0.answer = .number }
                try await server.come()

                try await events.next("shown", of: "r\(number)")
            }
        }
    }

    @Test func `S10: a server that comes and goes with errors loses nothing`() async throws {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            for (number, name) in Self.errors.enumerated() {
                await server.change { $0.answer = .error(error(name)) }
                _ = try await agent.proxy().add(request("r\(number)", title: name))
                for _ in 0..<2 {
                    try await nextNotify(server)
                    await server.leave()
                    try await server.come()
                }
                await server.change { $0.answer = .number }

                try await events.next("shown", of: "r\(number)")
            }
        }
    }

    @Test func `S10: a notification in flight when servers end is shown plainly later, and reported`() async throws {
        var script = ScriptedServerScript()
        script.answer = .never
        try await withAgentAndServer(script: script, configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["hints": .properties(["value": .int32(7)])]))
            for _ in 0..<3 {
                try await nextNotify(server)
                await server.leave()
                try await server.come()
            }
            await server.change { $0.answer = .number }

            // The notification may have ended the servers: the agent waits 5 seconds, and leaves out all that servers
            // may fail on.
            try await events.next("shown", of: "tea")
            #expect(await server.open.map(\.hints.value) == [nil])
        }
    }

    @Test(arguments: ["NoReply", "ServiceUnknown", "UnknownMethod", "Failed"])
    func `S11: a failing server is called ever more seldom, and named in status and doctor`(
        name: String
    ) async throws {
        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: Self.never
        ) { agent, server in
            await server.change { $0.answer = .error(error(Self.bus + name)) }
            _ = server.takeCalls()
            _ = try await agent.proxy().add(request("tea"))
            try await nextNotify(server)
            try await agent.clock.advance(600)

            let calls = server.takeCalls().count { if case .notify = $0 { true } else { false } }
            #expect((10...24).contains(calls), "\(calls)")
            let trouble = try await agent.proxy().status()["trouble"]?.properties
            #expect(trouble?["error"]?.string == Self.bus + name)
            #expect(trouble?["since"]?.string?.hasPrefix("2026-11-21T12:00:00") == true)
            #expect(trouble?["next"]?.string?.hasPrefix("2026-11-21T12:1") == true)
            let status = try await agent.belfry("status")
            #expect(status.output.contains("\(Self.bus)\(name); tried again at 2026-11-21 12:1"), "\(status.output)")
            let report = try await agent.doctor()
            #expect(report["server.trouble"]?.state == "problem")
            #expect(report["server.trouble"]?.value.contains(Self.bus + name) == true)

            // The longest pause is a minute.
            await server.change { $0.answer = .number }
            try await agent.clock.advance(61)
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
            #expect(try await agent.proxy().status()["trouble"] == nil)
        }
    }

    @Test func `S10: no pause wakes an agent whose queue is empty`() async throws {
        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: Self.never
        ) { agent, server in
            await server.change { $0.answer = .error(error(Self.bus + "UnknownMethod")) }
            _ = try await agent.proxy().add(request("tea"))
            try await nextNotify(server)
            try await agent.clock.advance(20)
            _ = try await agent.proxy().removeDelivered(["tea"])
            _ = server.takeCalls()

            try await agent.clock.advance(600)

            #expect(server.takeCalls() == [])
            #expect(try await agent.proxy().status()["trouble"] == nil)
        }
    }

    @Test func `S10: after a sleep through a pause the machine retries as soon as it wakes`() async throws {
        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: Self.never
        ) { agent, server in
            await server.change { $0.answer = .error(error(Self.bus + "UnknownMethod")) }
            _ = try await agent.proxy().add(request("tea"))
            try await nextNotify(server)
            // The pause is a minute by now, and has only begun.
            try await agent.clock.advance(600)
            await server.change { $0.answer = .number }

            try await agent.clock.suspend()
            try await agent.clock.resume(after: 120)

            #expect(try await agent.deliveredStates() == ["tea": "shown"])
        }
    }

    @Test func `S10: a new owner ends the pause`() async throws {
        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: Self.never
        ) { agent, server in
            await server.change { $0.answer = .error(error(Self.bus + "UnknownMethod")) }
            _ = try await agent.proxy().add(request("tea"))
            try await nextNotify(server)
            try await agent.clock.advance(30)
            _ = server.takeNotifications()

            // The clock stands still: only the next owner can cause the showing.
            try await withScriptedServer(on: agent.bus) { next in
                let shown = try await next.nextNotification()
                #expect(shown.summary == "Tea")
            }
        }
    }

    @Test func `S10: a refused notification is tried in plainer forms, kept and reported`()
        async throws
    {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            await server.change { $0.answer = .error(error(Self.bus + "InvalidArgs")) }
            _ = server.takeCalls()
            _ = try await agent.proxy().add(
                request(
                    "tea",
                    ["actions": buttons("yes"), "hints": .properties(["value": .int32(7)]), "body": .string("a < b")]))

            let refused = try await events.next("refused", of: "tea")
            #expect(refused.detail["error"]?.string == Self.bus + "InvalidArgs")
            var tries: [ReceivedNotification] = []
            for call in server.takeCalls() { if case .notify(let received) = call { tries.append(received) } }
            #expect(tries.map(\.actions.isEmpty) == [false, false, false, false, true])
            #expect(tries.map(\.hints.value) == [7, 7, nil, nil, nil])
            #expect(tries.last?.body.contains("<") == false)

            await server.change { $0.answer = .number }
            _ = try await agent.proxy().add(request("coffee"))
            try await events.next("shown", of: "coffee")
            #expect(try await agent.deliveredStates() == ["tea": "presenting", "coffee": "shown"])
            #expect(try await agent.proxy().status()["trouble"]?.properties?["refused"]?.int == 1)
            #expect(try await agent.belfry("list", "--delivered").output.contains("refused by the server and kept"))
            let report = try await agent.doctor()
            #expect(report["server.trouble"]?.value.contains("1 rejected by the server") == true)

            // The next server gets the complete notification.
            await server.leave()
            try await server.come()
            try await events.next("shown", of: "tea")
            #expect(await server.open.first { $0.summary == "Tea" }?.hints.value == 7)
        }
    }

    @Test func `S10, C5: hints, picture and keys of send are tried in plainer forms, kept and reported`()
        async throws
    {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            await server.change { $0.answer = .error(error(Self.bus + "InvalidArgs")) }
            _ = server.takeCalls()
            async let program = agent.belfry(
                "send", "--id", "tea", "-A", "go=Go", "-i", "/usr/share/cup.png",
                "-h", "string:image-path:/nowhere.png", "-h", "string:x-canonical-append:1",
                "-h", "variant:x-list:[1,2]", "Tea", "<b>a</b> &lt; b")

            try await events.next("refused", of: "tea")
            var tries: [ReceivedNotification] = []
            for call in server.takeCalls() { if case .notify(let received) = call { tries.append(received) } }
            #expect(tries.map { $0.actions.map(\.key) } == [["go"], ["go"], ["go"], ["go"], []])
            #expect(tries.map { $0.hints.all["image-path"] != nil } == [true, false, false, false, false])
            #expect(tries.map { $0.hints.all["x-list"] != nil } == [true, true, false, false, false])
            #expect(tries.map(\.appIcon.isEmpty) == [false, true, true, true, true])
            #expect(tries.last?.body.contains("<") == false)

            await server.change { $0.answer = .number }
            #expect(try await agent.belfry("send", "behind").status == 0)
            #expect(try await server.nextNotification().summary == "behind")
            let own = try await agent.belfry("list", "--delivered")
            #expect(own.output.contains("refused by the server and kept"), "\(own.output)")

            // The next server gets the complete notification, and the caller, who still waits, gets the key as it was
            // given.
            await server.leave()
            try await server.come()
            var shown = try await server.nextNotification()
            while shown.summary != "Tea" { shown = try await server.nextNotification() }
            #expect(shown.hints.all["x-list"] != nil)
            await server.press("go", on: shown)
            #expect(try await program.output == "go")
        }
    }

    @Test func `S10: without a reply the second showing is counted, and both can be answered`()
        async throws
    {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate()
            await server.change { $0.answer = .lost(error(Self.bus + "NoReply")) }
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let first = try await server.nextNotification()
            try await events.next("repeated", of: "tea")
            try await events.next("shown", of: "tea")
            #expect(await server.open.count == 2)

            await server.press(first.key(of: "yes"), on: first)

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            try await events.next("acknowledged", of: "tea")
            while await !server.open.isEmpty { _ = try await server.nextClosing() }
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `S10: a silent server that owns the name is reported`() async throws {
        try await withAgent { agent in
            var script = ScriptedServerScript()
            script.greetingError = error(Self.bus + "UnknownMethod")
            try await withScriptedServer(on: agent.bus, script: script) { server in
                _ = try await agent.proxy().add(request("tea"))
                // After six seconds the agent uses the server all the same. If a loaded machine has missed that time,
                // the server comes again.
                for _ in 1...4 {
                    let name = await server.uniqueName ?? ""
                    let trouble = try await withDeadline {
                        var status = try await agent.proxy().status()
                        while status["trouble"] == nil, status["server"] == nil {
                            status = try await agent.proxy().status()
                        }
                        return status["trouble"]?.properties
                    }
                    if let trouble {
                        #expect(trouble["server"]?.string == name)
                        #expect(trouble["error"]?.string == Self.bus + "UnknownMethod")
                        return
                    }
                    await server.leave()
                    try await server.come()
                }
                Issue.record("the server was used before its silence was reported, each time")
            }
        }
    }
}
