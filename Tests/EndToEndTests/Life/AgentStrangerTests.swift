// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// Programs without Swift use the agent: `gdbus` from a shell, and Python.
@Suite struct AgentStrangerTests {
    private func gdbus(_ agent: TestAgent, _ method: String, _ arguments: String...) async throws -> Stranger {
        let words = [
            "call", "--session", "-d", "org.belfry.Agent", "-o", "/org/belfry/Agent", "-m",
            "org.belfry.NotificationCenter1.\(method)",
        ]
        return try await Stranger.run("gdbus", words + arguments, on: agent.bus)
    }

    @Test func `gdbus adds, lists and removes`() async throws {
        try await withAgent { agent in
            let added = try await gdbus(
                agent, "Add", "shell",
                "{'identifier': <'tea'>, 'title': <'Tea'>, 'trigger': <{'timeInterval': <60.0>}>}")
            #expect(added.status == 0)
            #expect(added.output.hasPrefix("('tea', {"))
            #expect(added.output.contains("'nextTriggerDate': <'"))

            let pending = try await gdbus(agent, "Pending", "shell")
            #expect(pending.output.contains("'title': <'Tea'>"))

            let removed = try await gdbus(agent, "RemovePending", "shell", "['tea', 'coffee']")
            #expect(removed.output == "(['tea'],)")
            #expect(try await gdbus(agent, "Pending", "shell").output == "(@aa{sv} [],)")
        }
    }

    @Test func `gdbus gets errors that say what is wrong`() async throws {
        try await withAgent { agent in
            let unknown = try await gdbus(agent, "Add", "shell", "{'titel': <'Tea'>}")
            #expect(unknown.status != 0)
            #expect(unknown.errors.contains("org.belfry.Error.InvalidRequest"))
            #expect(unknown.errors.contains("titel"))

            let method = try await gdbus(agent, "Adddd", "shell")
            #expect(method.errors.contains("UnknownMethod"))

            let types = try await gdbus(agent, "SetBadgeCount", "shell", "'three'")
            #expect(types.status != 0)
        }
    }

    @Test func `the agent can be introspected`() async throws {
        try await withAgent { agent in
            let introspection = try await Stranger.run(
                "gdbus", "introspect", "--session", "-d", "org.belfry.Agent", "-o", "/org/belfry/Agent", on: agent.bus)
            for method in ["Add", "AddAll", "Attach", "Status"] {
                #expect(introspection.output.contains("      \(method)("), "\(method)")
            }
            #expect(introspection.output.contains("Event("))
        }
    }

    @Test func `F5: dbus-send, which can't send variants in dictionaries, adds a request`() async throws {
        try await withAgent { agent in
            func add(_ entries: String) async throws -> Stranger {
                try await Stranger.run(
                    "dbus-send", "--session", "--print-reply", "--dest=org.belfry.Agent", "/org/belfry/Agent",
                    "org.belfry.NotificationCenter1.Add", "string:shell", "dict:string:string:\(entries)",
                    on: agent.bus)
            }
            let added = try await add(
                "identifier,tea,title,Tea,trigger,10m,badge,3,relevanceScore,0.5,wake,false,before,1m")
            #expect(added.status == 0, "\(added.errors)")
            let pending = try await agent.proxy("shell").pending()
            let request = try #require(pending.first { $0["identifier"]?.string == "tea" })
            #expect(request["title"]?.string == "Tea" && request["badge"]?.int == 3)
            #expect(request["relevanceScore"]?.double == 0.5)
            #expect(request["trigger"]?.properties?["timeInterval"]?.double == 600)

            for (entries, reason) in [
                ("title,Tea,badge,three", "badge must be a whole number"),
                ("title,Tea,wake,perhaps", "wake must be true or false"),
                ("title,Tea,actions,yes", "actions[0] must be a list or dictionary"),
                ("title,Tea,trigger,someday", "someday"),
            ] {
                let refused = try await add(entries)
                #expect(refused.status != 0 && refused.errors.contains(reason), "\(entries): \(refused.errors)")
            }
        }
    }

    @Test func `F1: a list of texts that a library sends as variants is accepted`() async throws {
        try await withAgent { agent in
            let center = agent.proxy("shell")
            _ = try await center.add([
                "identifier": .string("tea"), "title": .string("Tea"), "trigger": .properties(["in": .string("1h")]),
            ])
            let removed = try await Stranger.run(
                "busctl", "--user", "call", "org.belfry.Agent", "/org/belfry/Agent",
                "org.belfry.NotificationCenter1", "RemovePending", "sav", "shell", "1", "s", "tea", on: agent.bus)
            #expect(removed.output == "as 1 \"tea\"", "\(removed.errors)")
        }
    }

    @Test func `Python adds, lists, removes and receives a response`() async throws {
        try await withAgentAndServer { agent, server in
            let script = try agent.folders.file("stranger.py", Self.script.utf8)
            async let stranger = Stranger.run(Program.python, script, on: agent.bus)

            let shown = try await server.nextNotification(seconds: 20)
            #expect(shown.summary == "Back up?")
            await server.press(shown.key(of: "Yes"), on: shown)

            let ended = try await stranger
            #expect(ended.output == "['soon', 'tomorrow']\n['soon']\nyes", "\(ended.errors)")
            #expect(ended.status == 0)
        }
    }

    private static let script = """
        from jeepney import DBusAddress, HeaderFields, new_method_call, new_method_return
        from jeepney.io.blocking import open_dbus_connection
        from jeepney.wrappers import unwrap_msg

        bus = open_dbus_connection("SESSION")
        agent = DBusAddress("/org/belfry/Agent", "org.belfry.Agent", "org.belfry.NotificationCenter1")
        def call(method, signature, *arguments):
            return unwrap_msg(bus.send_and_get_reply(new_method_call(agent, method, signature, ("python", *arguments))))
        call("Attach", "sa{sv}", {})
        for identifier, seconds in ("soon", 1.0), ("tomorrow", 86400.0):
            call("Add", "sa{sv}", {"identifier": ("s", identifier), "title": ("s", "Back up?"),
                "trigger": ("a{sv}", {"timeInterval": ("d", seconds)}),
                "actions": ("aa{sv}", [{"identifier": ("s", "yes"), "title": ("s", "Yes")}])})
        print(sorted(request["identifier"][1] for request in call("Pending", "s")[0]))
        call("RemovePending", "sas", ["tomorrow"])
        print(sorted(request["identifier"][1] for request in call("Pending", "s")[0]))
        while (message := bus.receive(timeout=30)).header.fields.get(HeaderFields.member) != "DidReceive":
            pass
        bus.send(new_method_return(message))
        print(message.body[0]["actionIdentifier"][1])
        """
}
