// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import Testing
import TestSupport

/// The application id of a program.
@Suite struct IdentityTests {
    @Test(arguments: ["", "Contents/", "Resources/", "Support Files/"])
    func `3: an Info.plist beside the executable gives a program its identity`(_ place: String) async throws {
        try await expect("org.example.Bundled") { folder in
            try Self.write(Self.plist, to: "\(folder)/\(place)Info.plist")
            return (folder + "/client", ["BELFRY_APP": "org.example.Variable"])
        }
    }

    @Test func `3: an executable in an app folder has that folder's Info.plist, through a link too`() async throws {
        try await expect("org.example.Bundled") { folder in
            try Self.write(Self.plist, to: "\(folder)/Tea.app/Contents/Info.plist")
            let home = "\(folder)/Tea.app/Contents/Linux"
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            try FileManager.default.moveItem(atPath: folder + "/client", toPath: home + "/Tea")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/tea", withDestinationPath: home + "/Tea")
            return (folder + "/tea", [:])
        }
    }

    @Test func `3: without one the identity is the variable, else the executable's name`() async throws {
        try await expect("org.example.Variable") { ($0 + "/client", ["BELFRY_APP": "org.example.Variable"]) }
        try await expect("client") { ($0 + "/client", ["BELFRY_APP": "not an id"]) }
    }

    @Test func `3: a desktop file counts for the process that it started, not for its children`() async throws {
        let variables = ["GIO_LAUNCHED_DESKTOP_FILE": "/usr/share/applications/org.example.Desk.desktop"]
        // The shell calls exec, so that the program has the shell's process number.
        let script = "export GIO_LAUNCHED_DESKTOP_FILE_PID=$$; exec \"$0\" \"$@\""
        try await expect("org.example.Desk", shell: script) { ($0 + "/client", variables) }
        try await expect("client") {
            ($0 + "/client", variables.merging(["GIO_LAUNCHED_DESKTOP_FILE_PID": "1"]) { $1 })
        }
    }

    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.Bundled</string></dict></plist>
        """

    private static func write(_ text: String, to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Runs a client that was prepared in a temporary folder; returns the application of its notification.
    private func expect(
        _ app: String, shell: String? = nil, prepare: (String) throws -> (path: String, variables: [String: String])
    ) async throws {
        try await withAgentAndServer { agent, server async throws in
            let folder = agent.folders.path + "/program"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // A link and not a copy: another test may start a program while the copy is open for writing, and then the
            // copy can't be executed.
            try FileManager.default.linkItem(atPath: TestAgent.program("ClientSix"), toPath: folder + "/client")
            let (path, variables) = try prepare(folder)
            let start = shell.map { ["sh", "-c", $0, path] } ?? [path]
            let environment = variables.merging(["DBUS_SESSION_BUS_ADDRESS": agent.bus]) { old, _ in old }
            async let ended = Program.run(start + ["runLoop", "responsesOnly"], environment: environment, seconds: 20)
            let shown = try await server.nextNotification()
            let delivered = try await agent.proxy(AgentNames.allApplications).delivered()
            #expect(delivered.compactMap { $0["app"]?.string } == [app])
            await server.press("default", on: shown)
            let program = try await ended
            #expect(program.status == 0)
        }
    }
}
