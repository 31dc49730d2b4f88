// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// The agent keeps a response until its application has acknowledged it.
@Suite struct DelegateTests {
    @Test func `an acknowledged response leaves the disk`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())

            _ = try await delegate.nextResponse()

            try await events.next("answered", of: "tea")
            try await events.next("acknowledged", of: "tea")
            #expect(try await agent.storedResponses() == 0)
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `a response is kept for a delegate that attaches later`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            for identifier in ["first", "second"] {
                _ = try await agent.proxy().add(request(identifier))
                await server.press("default", on: try await server.nextNotification())
                try await events.next("answered", of: identifier)
            }
            #expect(try await agent.storedResponses() == 2)

            let delegate = try await agent.delegate()

            for identifier in ["first", "second"] {
                let response = try await delegate.nextResponse()
                #expect(response["notification"]?.properties?["identifier"]?.string == identifier)
            }
        }
    }

    @Test func `a response that is not acknowledged is delivered again at the next Attach`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate()
            delegate.answer(.error)
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())
            _ = try await delegate.nextResponse()
            #expect(try await agent.storedResponses() == 1)

            delegate.answer(.yes)
            try await delegate.proxy.attach()

            let again = try await delegate.nextResponse()
            #expect(again["notification"]?.properties?["identifier"]?.string == "tea")
            try await events.next("acknowledged", of: "tea")
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `a delegate that dies before its reply has not acknowledged the response`() async throws {
        try await withAgentAndServer { agent, server in
            let deaf = try agent.connect()
            // The connection is attached, but has no delegate object.
            try await agent.proxy(on: deaf).attach()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "tea")
            await deaf.close()

            let delegate = try await agent.delegate()

            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
        }
    }

    @Test func `the application that attached last is the delegate`() async throws {
        try await withAgentAndServer { agent, server in
            let older = try await agent.delegate()
            let newer = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())

            _ = try await newer.nextResponse()
            #expect(older.takeResponses().isEmpty)
        }
    }

    @Test func `a response is delivered to its own application only`() async throws {
        try await withAgentAndServer { agent, server in
            let other = try await agent.delegate("org.example.Other")
            let own = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())

            _ = try await own.nextResponse()
            #expect(other.takeResponses().isEmpty)
        }
    }

    @Test func `after Detach responses are kept`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate()
            try await delegate.proxy.detach()
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "tea")

            #expect(try await agent.storedResponses() == 1)
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `bytes in user info come back as bytes`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let userInfo: [String: Value] = [
                "bytes": .bytes([0, 1, 254, 255]), "list": .strings(["a", "b"]), "on": .boolean(true),
                "number": .int64(-5), "real": .double(0.5), "deep": .properties(["x": .properties([:])]),
            ]
            _ = try await agent.proxy().add(request("tea", ["userInfo": .properties(userInfo)]))
            await server.press("default", on: try await server.nextNotification())

            let back = try await delegate.nextResponse()["notification"]?.properties?["userInfo"]?.properties
            #expect(back?["bytes"]?.bytes == [0, 1, 254, 255])
            #expect(back?["list"]?.array?.compactMap(\.string) == ["a", "b"])
            #expect(back?["on"]?.bool == true)
            #expect(back?["number"]?.int == -5)
            #expect(back?["real"]?.double == 0.5)
            #expect(back?["deep"]?.properties?["x"]?.properties?.isEmpty == true)
        }
    }

    @Test func `a running application is asked before its notification is shown`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            _ = try await agent.proxy().add(request("tea"))

            #expect(try await delegate.nextQuestion()["identifier"]?.string == "tea")
            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test func `the application may keep it off the screen, listed or not`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            delegate.present(["list"])
            _ = try await agent.proxy().add(request("listed"))
            try await events.next("gone", of: "listed")
            delegate.present([])
            _ = try await agent.proxy().add(request("hidden"))
            try await events.next("gone", of: "hidden")

            #expect(try await agent.deliveredStates() == ["listed": "unpresented"])
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt32])
    func `82: with a banner and no list it is shown, and not in the delivered list`(reason: UInt32) async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            delegate.present(["banner", "sound"])
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            #expect(try await agent.deliveredStates() == [:])

            switch reason {
            case 1: await server.expire(shown)
            case 2: await server.dismiss(shown)
            default: await server.press("default", on: shown)
            }
            try await events.next(["expired", "dismissed", "answered"][Int(reason) - 1], of: "tea")
            if reason == 1 { try await events.next("gone", of: "tea") }
            #expect(try await agent.deliveredStates() == [:])

            delegate.present(["banner", "list"])
            _ = try await agent.proxy().add(request("listed"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "listed")
            #expect(try await agent.deliveredStates() == ["listed": "shown"])
        }
    }

    @Test(arguments: [false, true])
    func `R7: a notification without list is in no list after a restart either`(isReposted: Bool) async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            delegate.present(["banner", "sound"])
            _ = try await agent.proxy().add(request("tea"))
            var shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            if isReposted {
                #expect(try await agent.proxy().repost(["tea"]) == ["tea"])
                shown = try await server.nextNotification()
                try await events.next("shown", of: "tea")
            }
            #expect(try await agent.deliveredStates() == [:])
            let exported = try await agent.belfry("export")
            #expect(!exported.output.contains("Tea"))

            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)

            #expect(try await agent.deliveredStates() == [:])
            let again = try await AgentEvents(of: agent)
            await server.expire(await server.open.last ?? shown)
            try await again.next("gone", of: "tea")
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `an application that does not reply can't prevent the showing`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            delegate.present(nil)
            _ = try await agent.proxy().add(request("tea"))

            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test func `a caller that waits for one request gets only its response, and its end`() async throws {
        try await withAgentAndServer { agent, server in
            let options: [String: Value] = ["identifiers": .strings(["b", "c"]), "expired": .boolean(true)]
            let caller = try await agent.delegate(TestAgent.app, options)
            let events = try await AgentEvents(of: agent)
            for identifier in ["a", "b", "c"] {
                _ = try await agent.proxy().add(request(identifier, title: identifier))
                let shown = try await server.nextNotification()
                try await events.next("shown", of: identifier)
                if identifier == "c" { await server.expire(shown) } else { await server.press("default", on: shown) }
            }

            let answered = try await caller.nextResponse()
            #expect(answered["kind"]?.string == "default")
            #expect(answered["notification"]?.properties?["identifier"]?.string == "b")
            let expired = try await caller.nextResponse()
            #expect(expired["kind"]?.string == "expired")
            #expect(expired["notification"]?.properties?["identifier"]?.string == "c")
            // A response that no caller waited for is kept for the application.
            #expect(try await agent.storedResponses() == 1)
        }
    }

    @Test func `a waiting caller gets a dismissal even if the request does not ask for it`() async throws {
        try await withAgentAndServer { agent, server in
            let caller = try await agent.delegate(TestAgent.app, ["identifiers": .strings(["tea"])])
            _ = try await agent.proxy().add(request("tea"))

            await server.dismiss(try await server.nextNotification())

            #expect(try await caller.nextResponse()["kind"]?.string == "dismiss")
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `a waiting caller and the application both get the answer`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let caller = try await agent.delegate(TestAgent.app, ["identifiers": .strings(["tea"])])
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())

            _ = try await caller.nextResponse()
            _ = try await delegate.nextResponse()
        }
    }
}
