// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// `belfry send` on the bus of a sandbox: it shows what notify-send shows, within the limits of the sandbox.
@Suite struct SandboxedSendTests {
    /// Hints that a sandboxed program's notification may have.
    private static let hints: Set = ["desktop-entry", "suppress-sound", "sound-name", "transient", "urgency", "value"]

    /// Command lines that are refused, with the key at the beginning of the error.
    private static let refused: [(key: String, arguments: [String])] = [
        ("icon", ["-i", "/etc/passwd", "x"]), ("icon", ["-i", "file:///etc/passwd", "x"]),
        ("icon", ["-n", "/etc/passwd", "x"]),
        ("open", ["--open", "file:///etc/passwd", "x"]), ("activate", ["--activate", "org.gnome.Terminal", "x"]),
    ]

    /// Command lines that are shown, with their body.
    private static let shown: [(arguments: [String], body: String)] = [
        (["-i", "dialog-password", "x"], ""), (["-a", "System Update", "x"], ""), (["-u", "critical", "x"], ""),
        (["-r", "7", "x"], ""), (["-e", "x"], ""), (["-h", "int:value:40", "x"], ""),
        (["-h", "string:image-path:/etc/passwd", "x"], ""), (["-h", "string:image_path:dialog-password", "x"], ""),
        (["-h", "string:desktop-entry:org.gnome.Settings", "x"], ""),
        (["-h", "string:sound-file:/etc/passwd", "x"], ""),
        (["-h", "boolean:resident:true", "x"], ""), (["-h", "int:sender-pid:1", "x"], ""),
        (["-h", "int:x:5", "-h", "int:y:5", "x"], ""), (["-h", "boolean:action-icons:true", "x"], ""),
        (["-h", "string:x-dunst-stack-tag:volume", "x"], ""), (["-h", "string:synchronous:volume", "x"], ""),
        (["-h", "string:x-canonical-private-synchronous:volume", "x"], ""),
        (["-h", "variant:x-kde-urls:['file:///etc/passwd']", "x"], ""),
        (["-h", "string:x-kde-origin-name:System", "x"], ""), (["-h", "string:bgcolor:#ff0000", "x"], ""),
        (["-h", "variant:image-data:(1,1,3,false,8,3,[byte 0,0,0])", "x"], ""),
        (["x", "<b>a</b> &amp; b"], "<b>a</b> &amp; b"), (["x", "<img src='http://a/b' alt='cup'/>"], "cup"),
        (["x", "<img src='/etc/passwd' alt='cup'/>"], "cup"), (["x", "<img src='dialog-password' alt='cup'/>"], "cup"),
        (["x", "<a href='file:///etc/passwd'>go</a>"], "go"),
        (["x", "<a href='https://a'>go</a>"], "<a href=\"https://a\">go</a>"),
    ]

    private static var script: ScriptedServerScript {
        var script = ScriptedServerScript()
        script.configuration.capabilities = [
            "actions", "body", "body-hyperlinks", "body-images", "body-markup", "icon-static",
        ]
        return script
    }

    private func send(
        _ arguments: [String], _ agent: TestAgent, as kind: Confinement, on bus: ConfinedBus
    ) async throws -> Stranger {
        try await agent.belfry(
            ["send"] + arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "BELFRY_APP": kind.app])
    }

    @Test(arguments: Confinement.known.filter(\.isSandboxed))
    func `C5: a sandboxed caller of send keeps its limits`(kind: Confinement) async throws {
        try await withAgentAndServer(script: Self.script, configuration: "[flood]\nburst = 0") { agent, server in
            // A number and a tag of another application's notification.
            _ = try await agent.belfry("send", "-h", "string:synchronous:volume", "host's")
            let others = try await server.nextNotification()
            try await withConfinedBus(kind, on: agent.bus) { bus in
                for (key, arguments) in Self.refused {
                    let sent = try await send(arguments, agent, as: kind, on: bus)
                    #expect(sent.status != 0, "\(arguments)")
                    #expect(sent.errors.contains("\(key): \(kind.app) is sandboxed"), "\(arguments): \(sent.errors)")
                }
                for (arguments, body) in Self.shown {
                    let sent = try await send(arguments, agent, as: kind, on: bus)
                    #expect(sent.status == 0, "\(arguments): \(sent.errors)")
                    // If a refused one had been shown, it would be the first.
                    let shown = try await server.nextNotification()
                    #expect(shown.summary == "x" && shown.body == body, "\(arguments): \(shown)")
                    #expect(shown.appName == kind.app && shown.appIcon == kind.app, "\(arguments): \(shown)")
                    #expect(shown.hints.desktopEntry == kind.app && shown.hints.urgency == .normal, "\(arguments)")
                    #expect(Set(shown.hints.all.keys).isSubset(of: Self.hints), "\(arguments): \(shown.hints.all.keys)")
                    #expect(shown.replacesID != others.id && shown.replacesID != 7, "\(arguments)")
                    await server.dismiss(shown)
                }
                let number = try await send(["-r", "\(others.id)", "x"], agent, as: kind, on: bus)
                #expect(number.status == 0)
                #expect(try await server.nextNotification().replacesID == 0)

                // The keys are made by the agent; the action's name is printed nevertheless.
                async let program = send(["-A", "go=Go", "x"], agent, as: kind, on: bus)
                let question = try await server.nextNotification()
                #expect(question.actions.map(\.key).contains("go") == false)
                await server.press(question.key(of: "Go"), on: question)
                let answer = try await program
                #expect(answer.output == "go" && answer.status == 0, "\(answer.errors)")
            }
            #expect(await server.open.contains { $0.id == others.id && $0.summary == "host's" })
        }
    }
}
