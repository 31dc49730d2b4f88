// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing

/// Files that `belfry send` names and the notification server opens.
@Suite struct SendFilesTests {
    /// An option that names a file, and the part of the notification that contains it.
    private static let places: [(name: String, arguments: @Sendable (String) -> [String])] = [
        ("icon", { ["-i", $0, "x"] }), ("icon", { ["-i", "file://\($0)", "x"] }),
        ("hint:image-path", { ["-h", "string:image-path:\($0)", "x"] }),
        ("hint:image-path", { ["-h", "string:image-path:file://\($0)", "x"] }),
        ("hint:image_path", { ["-h", "string:image_path:\($0)", "x"] }),
        ("hint:sound-file", { ["-h", "string:sound-file:\($0)", "x"] }),
        ("img", { ["x", "<img src='\($0)' alt='cup'/>"] }),
        ("img", { ["x", "<img src=\"file://\($0)\" alt=\"cup\"/>"] }),
    ]

    private static var script: ScriptedServerScript {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body", "body-images", "body-markup", "icon-static"]
        return script
    }

    /// Whether a notification names a file.
    private func names(_ path: String, _ shown: ReceivedNotification) -> Bool {
        shown.appIcon.contains(path) || shown.body.contains(path)
            || shown.hints.all.values.contains { $0.string?.contains(path) == true }
    }

    @Test func `R5, C5: send passes no pipe or device to a server, and does not block`() async throws {
        try await withAgentAndServer(script: Self.script, configuration: "[flood]\nburst = 0") { agent, server in
            let folder = agent.folders.path
            let pipe = folder + "/pipe.png"
            #expect(mkfifo(pipe, 0o600) == 0)
            let file = try agent.folders.file("cup.png", [1])
            var bad = [pipe, "/dev/zero", folder]
            if geteuid() != 0 {
                let hidden = try agent.folders.file("hidden.png", [1])
                chmod(hidden, 0)
                bad.append(hidden)
            }
            for (name, arguments) in Self.places {
                for path in bad + [file, folder + "/missing.png"] {
                    let sent = try await agent.belfry(["send"] + arguments(path))
                    #expect(sent.status == 0, "\(name) \(path): \(sent.errors)")
                    let shown = try await server.nextNotification()
                    #expect(names(path, shown) == !bad.contains(path), "\(name) \(path): \(shown)")
                    if name == "img", bad.contains(path) { #expect(shown.body == "cup") }
                    await server.dismiss(shown)
                }
                let degraded = try await agent.belfry(["send", "--in", "1h"] + arguments(pipe))
                #expect(degraded.status == 0, "\(degraded.errors)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `R5, C5: a file that is gone when the request fires is left out`(isMarkup: Bool) async throws {
        try await withAgentAndServer(
            script: Self.script, environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
        ) { agent, server in
            let file = try agent.folders.file("cup.png", [1])
            let rest = isMarkup ? ["x", "<img src='\(file)' alt='cup'/>"] : ["-h", "string:image-path:\(file)", "x"]
            #expect(try await agent.belfry(["send", "--in", "10m"] + rest).status == 0)
            unlink(file)
            #expect(mkfifo(file, 0o600) == 0)

            try await agent.clock.advance(601)

            let shown = try await server.nextNotification()
            #expect(!names(file, shown), "\(shown)")
        }
    }

    @Test func `R5, C5: the outcome lists the files that are left out`() async throws {
        try await withAgentAndServer(script: Self.script) { agent, server in
            let folder = agent.folders.path
            for (more, word) in [
                (["icon": Value.string(folder)], "icon"),
                (["hints": .properties(["image-path": .string("/dev/zero")])], "hint:image-path"),
                (["hints": .properties(["sound-file": .string(folder)])], "hint:sound-file"),
                (["markup": .boolean(true), "body": .string("<img src='/dev/zero' alt='cup'/>")], "img"),
            ] {
                let outcome = try await agent.proxy().add(
                    request("x", ["asGiven": .boolean(true)].merging(more) { $1 }))
                #expect(outcome["degraded"]?.strings?.contains(word) == true, "\(word): \(outcome)")
                _ = try await server.nextNotification()
            }
        }
    }
}
