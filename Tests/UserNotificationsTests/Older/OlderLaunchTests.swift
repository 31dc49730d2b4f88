// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

/// Programs of the older APIs that have ended and are started for a response.
@Suite(.serialized) struct OlderLaunchTests {
    @Test func `an iOS program gets the notification at its launch, and the same object after it`() async throws {
        let output = try await outputOfLaunch("LaunchedByClick")
        #expect(
            output == [
                "will finish by hand", "did finish true", "will finish Tea", "did finish true", "active",
                "received true true",
            ])
    }

    @Test func `a Mac program gets the notification at its launch, and the same object after it`() async throws {
        let output = try await outputOfLaunch("MacLaunchedByClick")
        #expect(output == ["did finish by hand 0", "did finish Tea 1", "activated true"])
    }

    @Test func `a program that was started for a background action shows what fires while it runs`() async throws {
        let output = try await outputOfLaunch("StartedInBackground", pressing: "Later") { server in
            let again = try await server.nextNotification()
            #expect(again.body == "Tea again")
        }
        #expect(output == ["action LATER"])
    }

    @Test func `a click on a remote notification is in the launch options, and then the delegate's`() async throws {
        let output = try await outputOfLaunch(
            "LaunchedByPush", pushing: #"{"aps":{"alert":{"title":"Score"}},"n":7}"#)
        #expect(output.dropFirst() == ["will finish 7", "did finish 7", "active", "received 7 true"])
    }

    @Test func `two responses that wait at one launch are both the delegate's, in order`() async throws {
        let output = try await outputOfLaunch("TwoResponses", isHeldUp: true)
        #expect(
            output == ["did finish by hand", "did finish Tea", "received Tea true", "received Cake false"])
    }

    // The response was not acknowledged, and the agent started the program some eight times each second.
    @Test func `a Mac program that ends while it is told of a response is told once`() async throws {
        #expect(try await outputOfLaunch("MacEnds") == ["activated"])
    }

    // A program whose handler is never called has not handled the response, which waits for its next launch.
    @Test func `a program that ends before it calls the handler is started three times`() async throws {
        let output = try await outputOfLaunch("EndsWithoutHandler", pressing: "Later", isAcknowledged: false)
        #expect(output == ["action", "action", "action"])
    }

    /// Runs a program that schedules a notification and ends; presses a button, and returns all lines of both runs once
    /// the response is acknowledged, `then` has returned, and the program has ended. A Mac program acknowledges a
    /// response before its delegate prints anything.
    ///
    /// With a `payload`, the program registers for remote notifications and prints its token instead; the payload is
    /// pushed when it has ended. With `isAcknowledged` false, the agent gives up starting the program. With `isHeldUp`,
    /// the program schedules two notifications, and its launch waits until both are clicked.
    private func outputOfLaunch(
        _ name: String, pressing label: String? = nil, pushing payload: String? = nil, isAcknowledged: Bool = true,
        isHeldUp: Bool = false,
        then: (ScriptedServer) async throws -> Void = { _ in }
    ) async throws -> [String] {
        let folder = try TemporaryFolder()
        let path = try await SwiftCompiler(folder: folder.path).build(older: name, mode: "5")
        let app = "org.example.\(name)"
        func prepare(_ folders: AgentFolders) throws {
            let output = try folders.file("output", [])
            let number = try folders.file("number", [])
            let gate = folders.path + "/gate"
            if isHeldUp { #expect(mkfifo(gate, 0o600) == 0) }
            let wait = isHeldUp ? "read -r _ < \(gate)\n" : ""
            let script = "#!/bin/sh\n\(wait)echo $$ > \(number)\nexec \(path) >> \(output) 2>&1\n"
            let run = try folders.file("run", script.utf8)
            try folders.write(
                "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/sh \(run)\n",
                to: folders.applications + "/\(app).desktop")
        }
        return try await withAgent(prepare: prepare) { agent async throws in
            try await withScriptedServer(on: agent.bus) { server async throws in
                try await agent.hasMet(server)
                let distributor = payload == nil ? nil : try await ScriptedDistributor(of: agent)
                let events = try await AgentEvents(of: agent)
                let first = try await Program.run(
                    [path], environment: ["DBUS_SESSION_BUS_ADDRESS": agent.bus, "BELFRY_APP": app])
                #expect(first.status == 0, "\(first.errors)")
                if let payload, let distributor {
                    let token = first.output.trimmingCharacters(in: .newlines)
                    let json = try JSONSerialization.jsonObject(with: Data(token.utf8)) as? [String: Any]
                    try await distributor.push(
                        payload,
                        to: [
                            "endpoint": .string(json?["endpoint"] as? String ?? ""), "subscription": .string(token),
                        ])
                }
                let shown = try await server.nextNotification()
                await server.press(label.map { shown.key(of: $0) } ?? "default", on: shown)
                if isHeldUp {
                    await server.press("default", on: try await server.nextNotification())
                    for _ in 1...2 { try await events.next("answered") }
                    let gate = try FileHandle(forUpdating: URL(filePath: agent.folders.path + "/gate"))
                    try gate.write(contentsOf: Data("\n".utf8))
                    try await events.next("acknowledged")
                    try gate.close()
                }
                if isAcknowledged {
                    try await events.next("acknowledged")
                } else {
                    try await withDeadline {
                        while !agent.log.contains("not started for it again") { _ = try await agent.proxy().status() }
                    }
                }
                try await then(server)
                let number = agent.folders.text(of: agent.folders.path + "/files/number") ?? ""
                let process = try #require(pid_t(number.trimmingCharacters(in: .newlines)))
                try await waitForEnd(of: process)
                let second = agent.folders.text(of: agent.folders.path + "/files/output") ?? ""
                return (first.output + second).split(separator: "\n").map(String.init)
            }
        }
    }
}
