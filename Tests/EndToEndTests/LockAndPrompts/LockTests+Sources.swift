// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import NotificationServer
import TestSupport
import Testing

/// The programs that report the session's lock, and the meaning of their silence.
extension LockTests {
    @Test func `an action that needs the unlock is reported only if no program reports the lock`() async throws {
        try await withLogind { agent, server, logind in
            // The hint was never set, so it may stay false for ever.
            let before = try await agent.proxy().add(request("a", ["actions": approve]))
            #expect(before["degraded"]?.strings == ["authenticationRequired"])
            try await lock(true, logind, agent)
            #expect(agent.log.contains("source=logind session c2"))
            #expect(try await agent.proxy().add(request("b", ["actions": approve]))["degraded"] == nil)
            try await lock(false, logind, agent)
            #expect(try await agent.proxy().add(request("c", ["actions": approve]))["degraded"] == nil)
        }
    }

    @Test func `the session may change, and a hint that was only invalidated is read`() async throws {
        try await withLogind { agent, server, logind in
            try await lock(true, logind, agent)
            try await logind.lock(true, "c3")
            try await logind.show("c3")
            try await agent.logs("source=logind session c3")
            #expect(agent.times("status=un") == 0, "locked all the time")
            try await logind.lock(false)
            try await logind.lock(false, "c3", tellingValue: false)
            try await agent.logs("status=unlocked")
            try await logind.show("")
            try await agent.logs("status=unknown")
        }
    }

    @Test func `a logind that ends or restarts while the session is locked unlocks nothing`() async throws {
        try await withLogind { agent, server, logind in
            let delegate = try await agent.delegate()
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(request("deploy", title: "Secret", ["actions": approve]))
            await press("Approve", on: try await server.nextNotification(), server)
            let waiting = try await server.nextNotification()
            #expect(waiting.summary != "Secret")

            await logind.leave()
            try await agent.logs("source=none")
            // The restarted logind has lost its state.
            let next = try await ScriptedLogind(on: logind.address, loop: agent.loop)
            try await lock(true, next, agent)

            #expect(agent.times("status=un") == 0)
            #expect(delegate.takeResponses().isEmpty && server.takeNotifications().isEmpty)
            try await lock(false, next, agent)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            await next.leave()
        }
    }

    @Test func `if the person changes to another session, that session's lock counts`() async throws {
        try await withLogind { agent, server, logind in
            try await lock(true, logind, agent)
            try await logind.show("")
            try await agent.logs("source=none")
            try await logind.show("c3")
            try await agent.logs("status=unlocked")
        }
    }

    @Test func `a screensaver that ends during a lock unlocks nothing until another replies`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let saver = try await ScriptedScreenSaver(
                "org.gnome.ScreenSaver", at: "/org/gnome/ScreenSaver", on: agent.bus, isActive: true, loop: agent.loop)
            try await agent.logs("status=locked")
            _ = try await agent.proxy().add(request("deploy", title: "Secret", ["actions": approve]))
            await press("Approve", on: try await server.nextNotification(), server)
            #expect(try await server.nextNotification().summary != "Secret")

            await saver.leave()

            try await agent.logs("source=none")
            #expect(delegate.takeResponses().isEmpty && server.takeNotifications().isEmpty)
            let next = try await ScriptedScreenSaver(
                "org.mate.ScreenSaver", at: "/org/mate/ScreenSaver", on: agent.bus, loop: agent.loop)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            await next.leave()
        }
    }

    @Test(
        arguments: [
            ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
            ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
            ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"), ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
            ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
            ("org.freedesktop.ScreenSaver", "/ScreenSaver"),
        ] as [(String, ObjectPath)])
    func `a screensaver reports the lock if logind doesn't`(name: String, path: ObjectPath) async throws {
        try await withAgentAndServer { agent, server in
            let saver = try await ScriptedScreenSaver(name, at: path, on: agent.bus, isActive: true, loop: agent.loop)
            try await agent.logs("source=\(name)")
            #expect(agent.log.contains("status=locked"))
            _ = try await agent.proxy().add(request("tea", title: "Secret"))
            #expect(try await server.nextNotification().summary != "Secret")

            try await saver.lock(false)

            #expect(try await server.nextNotification().summary == "Secret")
            await saver.leave()
            try await agent.logs("status=unknown")
        }
    }

    @Test func `GNOME's proxy that refuses to reply is no source, and the desktop's own comes first`() async throws {
        try await withAgentAndServer { agent, server in
            let proxy = try await ScriptedScreenSaver(
                "org.freedesktop.ScreenSaver", at: "/org/freedesktop/ScreenSaver", on: agent.bus, refuses: true,
                loop: agent.loop)
            let outcome = try await agent.proxy().add(request("tea", ["actions": approve]))
            #expect(outcome["degraded"]?.strings == ["authenticationRequired"])
            let mate = try await ScriptedScreenSaver(
                "org.mate.ScreenSaver", at: "/org/mate/ScreenSaver", on: agent.bus, isActive: true, loop: agent.loop)
            try await agent.logs("status=locked")
            let gnome = try await ScriptedScreenSaver(
                "org.gnome.ScreenSaver", at: "/org/gnome/ScreenSaver", on: agent.bus, loop: agent.loop)
            try await agent.logs("source=org.gnome.ScreenSaver")
            #expect(agent.log.contains("status=unlocked"))
            for saver in [proxy, mate, gnome] { await saver.leave() }
        }
    }

    @Test func `no screensaver is started by the question`() async throws {
        try await withAgent(
            activates: true,
            prepare: { folders in
                for name in ["org.gnome.ScreenSaver", "org.freedesktop.ScreenSaver"] {
                    try folders.write(
                        "[D-BUS Service]\nName=\(name)\nExec=/bin/sh -c 'touch \(folders.path)/started'\n",
                        to: "\(folders.services)/\(name).service")
                }
            }
        ) { agent in
            try await agent.logs("Started")
            #expect(agent.folders.text(of: agent.folders.path + "/started") == nil)
            // The bus would have started it without the flag.
            try? await agent.connection.startService(name: "org.gnome.ScreenSaver")
            #expect(agent.folders.text(of: agent.folders.path + "/started") == "")
        }
    }
}
