// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport
import Triggers

/// Parts of a request that a sandboxed program may not give: commands, paths, a higher level, the name and icon of
/// another.
@Suite struct DisguiseTests {
    /// Keys that are refused; the error begins with the key.
    private static let refused: [(key: String, more: [String: Value])] = [
        ("on", ["on": .properties(["any": .string("true")])]),
        ("on", ["on": .properties(["fired": .strings(["true"])])]),
        ("attachments", ["attachments": .dictionaries([["url": .string("/etc/passwd")]])]),
        ("attachments", ["attachments": .dictionaries([["url": .string("file:///etc/passwd")]])]),
        ("icon", ["icon": .string("/etc/passwd")]), ("icon", ["icon": .string("file:///etc/passwd")]),
        ("sound", ["sound": .string("/etc/passwd")]),
        ("sound", ["sound": .properties(["name": .string("file:///etc/passwd")])]),
        ("activate", ["activate": .string("org.gnome.Terminal")]),
        ("open", ["open": .string("file:///etc/passwd")]), ("open", ["open": .string("ssh://example.org")]),
    ]

    /// Keys that are left out, with the word of degraded.
    private static let lowered: [(word: String, more: [String: Value])] = [
        ("interruptionLevel", ["interruptionLevel": .string("critical")]),
        ("interruptionLevel", ["sound": .properties(["name": .string("bell"), "critical": .boolean(true)])]),
        ("applicationName", ["applicationName": .string("System Update")]),
        ("icon", ["icon": .string("system-software-update")]), ("icon", ["icon": .string("org.gnome.Settings")]),
        ("hint:image-path", ["hints": .properties(["image-path": .string("dialog-password")])]),
        ("hint:x-kde-origin-name", ["hints": .properties(["x-kde-origin-name": .string("System")])]),
        ("hint:x-dunst-stack-tag", ["hints": .properties(["x-dunst-stack-tag": .string("volume")])]),
        ("hint:desktop-entry", ["hints": .properties(["desktop-entry": .string("org.gnome.Settings")])]),
        ("hint:urgency", ["hints": .properties(["urgency": .int32(2)])]),
        ("hint:sound-file", ["hints": .properties(["sound-file": .string("/etc/passwd")])]),
        ("hint:sender-pid", ["hints": .properties(["sender-pid": .int32(1)])]),
        (
            "hint:x-canonical-private-synchronous",
            ["hints": .properties(["x-canonical-private-synchronous": .string("volume")])]
        ),
        ("hint:resident", ["hints": .properties(["resident": .boolean(true)])]),
    ]

    private func added(_ proxy: AgentProxy, _ more: [String: Value]) async throws -> [String]? {
        try await proxy.add(request("a", more))["degraded"]?.strings ?? []
    }

    @Test(arguments: Confinement.known)
    func `keys that leave a sandbox are refused, and disguises are left out`(
        kind: Confinement
    ) async throws {
        try await withAgentAndServer(configuration: "[flood]\nburst = 0") { agent, server in
            try await withConfinedBus(kind, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                let proxy = AgentProxy(on: connection)
                for (key, more) in Self.refused where kind.isSandboxed {
                    for isOne in [true, false] {
                        let error = await #expect(throws: BusError.self, "\(kind) \(key)") {
                            if isOne {
                                _ = try await proxy.add(request("a", more))
                            } else {
                                _ = try await proxy.addAll([request("fine", ["trigger": tomorrow]), request("a", more)])
                            }
                        }
                        #expect(error?.name == "org.freedesktop.DBus.Error.AccessDenied", "\(kind) \(key)")
                        #expect(error?.message.hasPrefix("\(key): \(kind.app) is sandboxed") == true, "\(kind) \(key)")
                    }
                }
                #expect(try await proxy.pending().isEmpty, "\(kind)")
                #expect(try await proxy.delivered().isEmpty, "\(kind)")
                for (word, more) in Self.lowered {
                    let degraded = try await added(proxy, more) ?? []
                    let isOwnHint = ["hint:image-path", "hint:x-kde-origin-name", "hint:x-dunst-stack-tag"].contains(
                        word)
                    let isLeftOut = kind.isSandboxed || word.hasPrefix("hint:") && !isOwnHint
                    #expect(degraded.contains(word) == isLeftOut, "\(kind) \(word): \(degraded)")
                    let shown = try await server.nextNotification()
                    guard kind.isSandboxed else { continue }
                    #expect(shown.hints.desktopEntry == kind.app, "\(kind) \(word)")
                    #expect(shown.appName == kind.app, "\(kind) \(word)")
                    #expect(shown.hints.urgency == .normal && shown.appIcon == kind.app, "\(kind) \(word): \(shown)")
                    #expect(shown.hints.imagePath == nil, "\(kind) \(word)")
                }
                await connection.close()
            }
        }
    }

    @Test func `a sandboxed program keeps its own icons`() async throws {
        try await withAgentAndServer { agent, server in
            try await withConfinedBus(.flatpak, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                let own = "\(Confinement.flatpak.app)-unread"
                #expect(try await added(AgentProxy(on: connection), ["icon": .string(own)]) == [])
                #expect(try await server.nextNotification().appIcon == own)
                await connection.close()
            }
        }
    }

    @Test func `a sandboxed program respects pauses, and its time-sensitive ones don't break through`()
        async throws
    {
        try await withAgentAndServer { agent, server in
            try await withConfinedBus(.flatpak, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                let proxy = AgentProxy(on: connection)
                _ = try await proxy.add(request("sensitive", ["interruptionLevel": .string("timeSensitive")]))
                #expect(try await server.nextNotification().hints.urgency == .normal)

                try await agent.proxy("*").pause(seconds: 0)
                _ = try await proxy.add(request("loud", ["interruptionLevel": .string("critical")]))
                #expect(try await proxy.repost([]) == [])
                #expect(try await proxy.missed().map { $0["state"]?.string } == ["held"])
                // A host program's critical notification is shown, and is the next.
                _ = try await agent.proxy().add(request("alarm", ["interruptionLevel": .string("critical")]))
                #expect(try await server.nextNotification().appName == TestAgent.app)
                await connection.close()
            }
        }
    }
}
