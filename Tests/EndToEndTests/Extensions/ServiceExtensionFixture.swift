// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// An application with a service extension that is a shell script.
struct ServiceExtensionFixture {
    /// The script's lines after `#!/bin/sh`. `$first` has the line that the extension received.
    let script: String
    /// Further keys of the group in the desktop file.
    var keys = ""

    /// Writes `{"v":1,"content":…}` for a content.
    static func answer(_ content: String) -> String { "echo '{\"v\":1,\"content\":\(content)}'" }

    /// Shows the title "Ann" and the body "Lunch?".
    static let ann = ServiceExtensionFixture(script: answer(#"{"title":"Ann","body":"Lunch?"}"#))

    /// Waits for a file of the test; only without a sandbox.
    static func wait(for file: String) -> String { "while [ ! -e \(file) ]; do sleep 0.02; done" }

    /// Settings without a sandbox, so that scripts see files of the test.
    static let unconfined = "[extensions]\nsandbox = \"none\"\n[flood]\nburst = 0\n"

    /// Writes the script and the desktop file.
    func install(_ folders: AgentFolders, app: String = TestAgent.app) throws {
        let lines = script.replacing("$FILES", with: folders.path + "/files")
        let program = try folders.file(
            "extension-\(app)", "#!/bin/sh\nread -r first\n\(lines)\n".utf8, mode: 0o700)
        try declare(program, folders, app: app)
    }

    func declare(_ program: String, _ folders: AgentFolders, app: String = TestAgent.app) throws {
        try folders.write(
            """
            [Desktop Entry]
            Type=Application
            Name=App
            Exec=/bin/true

            [X-Belfry Service Extension]
            Exec=\(program)
            \(keys)
            """, to: "\(folders.applications)/\(app).desktop")
    }

    /// Runs `body` with an agent, a notification server, and an application with this extension.
    func withAgent(
        environment: [String: String] = [:], configuration: String? = nil,
        prepare: (AgentFolders) throws -> Void = { _ in },
        _ body: (TestAgent, ScriptedServer) async throws -> Void
    ) async throws {
        try await withAgentAndServer(
            environment: environment, configuration: configuration,
            prepare: { folders in
                try install(folders)
                try prepare(folders)
            }, body)
    }
}

/// A mutable request that is shown at once.
func mutable(_ identifier: String, title: String = "Encrypted", _ more: [String: Value] = [:]) -> [String: Value] {
    request(identifier, title: title, ["mutableContent": .boolean(true), "body": .string("?")].merging(more) { $1 })
}

extension TestAgent {
    /// The details of the logged events about the extension, the oldest first.
    func extensionEvents() async throws -> [[String: Value]] {
        try await proxy().log(["limit": .uint32(1000)]).filter { $0["kind"]?.string == "extended" }
            .compactMap { $0["detail"]?.properties }
    }
}

extension ReceivedNotification {
    /// Everything that a person sees and that must be equal for the same content, however it came there.
    var visible: [String] {
        [appName, appIcon, summary, body, "\(timeout)", "\(hints.urgency)", "\(actions.map(\.label))", "\(slips)"]
    }
}
