// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `packaging/examples/Extensions`: the scripts. `ServiceFixtureTests` runs the example in Swift.
@Suite struct ExampleExtensionTests {
    private static let examples = SwiftCompiler.repository + "packaging/examples/Extensions/"

    @Test(arguments: [("en_GB.UTF-8", "Checked by a script"), ("de_DE.UTF-8", "Von einem Skript geprüft")])
    func `add-line adds a line in the person's language`(_ locale: String, _ line: String) async throws {
        let result = try await ExtensionProgram(Self.examples + "add-line").run(event: ["locale": locale])

        #expect(result.answer as NSDictionary == ["v": 1, "content": ["subtitle": line]], "\(result.errors)")
        #expect(result.status == 0)
    }

    @Test func `add-line answers nothing without a notification`() async throws {
        let result = try await ExtensionProgram(Self.examples + "add-line").run(lines: "")

        #expect(result.output == "")
        #expect(result.status == 1)
    }

    /// A drawing of the example in Python.
    private func draw(_ event: [String: Any], progress: Double = 0.5) async throws -> (ExtensionProgram.Result, Data?) {
        let python = try await Program.run([Program.python, "-c", "import cairo"])
        if python.status != 0 { try Test.cancel("NOT TESTED HERE: the example with cairo. python3-cairo is missing.") }
        let program = try ExtensionProgram(Program.python, Self.examples + "progress-ring")
        let picture: [String: Any] = ["width": 96, "height": 64, "scale": 1, "colorScheme": "light"]
        let result = try await program.run(
            ["userInfo": ["progress": progress]], event: event.merging(["picture": picture]) { $1 })
        let file = result.answer["picture"] as? String
        return (result, try file.map { try Data(contentsOf: URL(filePath: "\(program.attachments)/\($0)")) })
    }

    @Test func `progress-ring draws a ring of the wanted size`() async throws {
        let (result, picture) = try await draw([:])

        #expect(result.status == 0, "\(result.errors)")
        #expect(result.content as NSDictionary == ["subtitle": "50%"])
        #expect(result.answer["response"] == nil)
        let drawn = try #require(picture)
        // The header of a PNG has the width and the height as four bytes each.
        #expect(Array(drawn.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(Array(drawn[16..<24]) == [0, 0, 0, 96, 0, 0, 0, 64])
        let other = try await draw([:], progress: 0.9).1
        #expect(other != drawn)
    }

    @Test func `progress-ring keeps PAUSE for itself, and leaves other actions to the application`() async throws {
        let pause = try await draw(["event": "action", "actionIdentifier": "PAUSE"]).0
        #expect(pause.answer["response"] as? String == "doNotDismiss")
        #expect(pause.answer["state"] as? NSDictionary == ["paused": true])
        #expect(pause.content["subtitle"] as? String == "50%, paused")

        let resumed = try await draw(["event": "action", "actionIdentifier": "PAUSE", "state": ["paused": true]]).0
        #expect(resumed.answer["state"] as? NSDictionary == ["paused": false])

        let open = try await draw(["event": "action", "actionIdentifier": "OPEN"]).0
        #expect(open.answer["response"] as? String == "dismissAndForwardAction")
    }

    @Test(arguments: [[], ["--swift"]])
    func `the script installs a desktop file that declares both kinds`(_ options: [String]) async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/program"
        try Data().write(to: URL(filePath: program))
        let words = [Self.examples + "install", "--prefix", folder.path] + options
        let result = try await Program.run(words + (options.isEmpty ? [] : ["--binary", program]))

        #expect(result.status == 0, "\(result.errors)")
        let desktop = folder.path + "/share/applications/org.example.Chat.desktop"
        let text = try String(contentsOfFile: desktop, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("[") || $0.hasPrefix("Exec=\(folder.path)") }
        let library = folder.path + "/lib/belfry-examples/extensions/"
        #expect(
            lines == [
                "[Desktop Entry]", "[X-Belfry Service Extension]",
                "Exec=\(library)\(options.isEmpty ? "add-line" : "Decrypt")", "[X-Belfry Content Extension Download]",
                "Exec=\(library)progress-ring",
            ])
        for line in lines where line.hasPrefix("Exec=") {
            #expect(FileManager.default.isExecutableFile(atPath: String(line.dropFirst("Exec=".count))), "\(line)")
        }
        #expect(try await Program.run(["desktop-file-validate", desktop]).output == "")

        #expect(try await Program.run(words + ["--uninstall"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: desktop))
        #expect(!FileManager.default.fileExists(atPath: library))
    }
}
