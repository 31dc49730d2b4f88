// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// An application with a content extension for the category `RING` that is a shell script.
struct ContentExtensionFixture {
    /// The script's lines after `#!/bin/sh`. `$first` has the line that the extension received, `$folder` the folder of
    /// its picture, and `picture NAME` writes a picture there.
    let script: String

    /// Writes an answer.
    static func answer(_ keys: String) -> String { "echo '{\"v\":1,\(keys)}'" }

    /// Draws a picture, and counts its runs in the state.
    static let ring = ContentExtensionFixture(
        script: """
            picture ring
            case "$first" in
            *'"event":"action"'*) \(answer(#""content":{"body":"paused"},"picture":"ring","response":"doNotDismiss","state":{"runs":2}"#)) ;;
            *) \(answer(#""content":{"subtitle":"drawn"},"picture":"ring","state":{"runs":1}"#)) ;;
            esac
            """)

    /// Writes the script and the desktop file.
    func install(_ folders: AgentFolders, app: String = TestAgent.app) throws {
        let picture = Data(Samples.png).base64EncodedString()
        let lines = """
            #!/bin/sh
            read -r first
            folder=$(printf '%s' "$first" | sed 's/.*"attachmentsDir":"\\([^"]*\\)".*/\\1/')
            picture() { printf '%s' '\(picture)' | base64 -d > "$folder/$1"; }
            \(script.replacing("$FILES", with: folders.path + "/files"))

            """
        try Self.declare(try folders.file("content-\(app)", lines.utf8, mode: 0o700), folders, app: app)
    }

    /// Writes the desktop file of an application whose extension is this program.
    static func declare(_ program: String, _ folders: AgentFolders, app: String = TestAgent.app) throws {
        try folders.write(
            """
            [Desktop Entry]
            Type=Application
            Name=App
            Exec=/bin/true

            [X-Belfry Content Extension Ring]
            Exec=\(program)
            X-Categories=RING;
            """, to: "\(folders.applications)/\(app).desktop")
    }

    /// Runs `body` with an agent, a notification server, and an application with this extension and category.
    func withAgent(
        server script: ScriptedServerScript = .init(), environment: [String: String] = [:],
        configuration: String? = nil, _ body: (TestAgent, ScriptedServer) async throws -> Void
    ) async throws {
        try await withAgentAndServer(
            script: script, environment: environment, configuration: configuration, prepare: { try install($0) }
        ) { agent, server in
            try await agent.proxy().setCategories([
                ["identifier": .string("RING"), "actions": buttons("Pause", "Stop")]
            ])
            try await body(agent, server)
        }
    }
}

/// A request whose notification the extension draws.
func drawn(_ identifier: String, _ more: [String: Value] = [:]) -> [String: Value] {
    request(
        identifier, title: "Download",
        ["categoryIdentifier": .string("RING"), "body": .string("40 %")].merging(more) { $1 })
}

/// Returns the next notification that the extension has drawn. On a busy machine it is first shown without the drawing.
///
/// If none comes, the issue has what the extension's runs ended with.
func nextDrawn(_ server: ScriptedServer, of agent: TestAgent) async throws -> ReceivedNotification {
    do {
        var notification = try await server.nextNotification()
        while notification.body == "40 %" { notification = try await server.nextNotification() }
        return notification
    } catch {
        Issue.record("The runs of the extension: \(try await agent.extensionEvents())")
        throw error
    }
}

extension TestAgent {
    /// Waits until this many runs are logged, which a notification does not wait for, and returns the logged events.
    func extensionEvents(_ count: Int) async throws -> [[String: Value]] {
        try await withDeadline {
            while try await self.extensionEvents().count < count { try await yieldUntilDeadline() }
        }
        return try await extensionEvents()
    }
}
