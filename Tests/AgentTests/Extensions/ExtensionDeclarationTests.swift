// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Foundation
import Glibc
import Testing
import Triggers

@testable import AgentExtensions

@Suite struct ExtensionDeclarationTests {
    @Test func `a service extension is a group of the desktop file`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let path = try fixture.program()

        let declarations = try fixture.declarations(
            """
            [X-Belfry Service Extension]
            Exec=\(path) --key "a b"
            X-Network=true
            X-Timeout=7
            """)

        #expect(declarations.app == "org.example.Chat" && declarations.extensions.count == 1)
        let program = ExtensionProgram(
            app: "org.example.Chat", kind: .service, words: [path, "--key", "a b"], usesNetwork: true,
            timeLimit: .seconds(7))
        #expect(declarations.service == program)
        #expect(declarations.extensions[0].problems == [] && declarations.unknownGroups == [])
        #expect(declarations.extensions[0].exec == "\(path) --key \"a b\"")
        #expect(declarations.content(for: "MSG") == nil)
    }

    @Test func `a desktop file without the groups declares nothing`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let declarations = try fixture.declarations("[Desktop Action new]\nExec=chat --new\n")
        #expect(declarations.extensions == [] && declarations.service == nil)
    }

    @Test func `without the other keys an extension has no network and the longest time`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let path = try fixture.program()
        let declarations = try fixture.declarations(
            "[X-Belfry Service Extension]\nExec=\(path)\n[X-Belfry Content Extension map]\nExec=\(path)\nX-Categories=MAP;"
        )
        #expect(declarations.extensions.map(\.timeLimit) == [.seconds(30), .seconds(10)])
        #expect(declarations.extensions.map(\.usesNetwork) == [false, false])
        #expect(declarations.extensions.map(\.name) == ["", "map"])
    }

    @Test(arguments: [
        ("X-Timeout=31", "X-Timeout is \"31\": it must be a whole number of seconds from 1 to 30; it counts as 30"),
        ("X-Timeout=0", "X-Timeout is \"0\": it must be a whole number of seconds from 1 to 30; it counts as 30"),
        ("X-Timeout=1.5", "X-Timeout is \"1.5\": it must be a whole number of seconds from 1 to 30; it counts as 30"),
        ("X-Network=yes", "X-Network is \"yes\": it must be true or false; it counts as false"),
        ("X-Timeot=5", "X-Timeot is \"5\": it is not a known key; known are Exec, X-Network, X-Timeout"),
        ("X-Categories=A;", "X-Categories is \"A;\": it is not a known key; known are Exec, X-Network, X-Timeout"),
    ])
    func `a key that can't be used has no effect, and the extension runs`(line: String, problem: String) throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let service = try fixture.service(fixture.program(), line)
        #expect(service.problems.map(\.description) == [problem])
        #expect(service.program?.timeLimit == .seconds(30) && service.program?.usesNetwork == false)
    }

    @Test(arguments: [
        ("chat; rm x", "has the character ; outside of quotation marks, and no shell reads it"),
        ("/bin/sh %u", "has the field code %u; an extension gets none (a percent sign is %%)"),
        ("/bin/sh -c true", "starts a shell that reads a command; name a program or a script instead"),
        ("bash -ec true", "starts a shell that reads a command; name a program or a script instead"),
        ("/usr/bin/env -i A=b sh -c true", "starts a shell that reads a command; name a program or a script instead"),
        ("bin/service", "names a program that is neither a name nor an absolute path"),
        ("./service", "names a program that is neither a name nor an absolute path"),
        ("/nowhere/service", "names a program that doesn't exist"),
        ("/etc", "names a program that is not a regular file"),
        ("/etc/passwd", "names a program that is not executable"),
    ])
    func `a program that can't be started or trusted is a problem`(exec: String, reason: String) throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let service = try fixture.service(exec)
        #expect(service.program == nil)
        #expect(service.problems.map(\.description) == ["Exec is \"\(exec)\": it \(reason)"])
        #expect(service.problems.map(\.isFatal) == [true])
    }

    @Test func `a program that others can write to is a problem`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let path = try fixture.program(mode: 0o777)
        let service = try fixture.service(path)
        #expect(service.program == nil)
        #expect(
            service.problems.map(\.reason) == [
                "names a program that can be changed by other users (chmod go-w \(path) prevents it)"
            ])
    }

    @Test func `a name is searched for in PATH`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let words = try #require(try fixture.service("cat -u").program?.words)
        #expect(words[0].hasSuffix("/cat") && words[0].hasPrefix("/") && words[1] == "-u")

        let missing = try fixture.service("belfry-no-such-program")
        #expect(
            missing.problems.map(\.reason).first?.hasPrefix("names a program that is in no folder of PATH (") == true)
    }

    @Test func `a group without Exec is a problem`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let extensions = try fixture.declarations("[X-Belfry Service Extension]\nX-Timeout=5\n").extensions
        #expect(extensions.map { $0.problems.map(\.description) } == [["Exec is missing"]])
        #expect(extensions[0].program == nil)
    }

    @Test func `a script with a shell's first line is a program like any other`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let path = try fixture.program()
        #expect(try fixture.service("/bin/sh \(path) -c").program?.words == ["/bin/sh", path, "-c"])
    }

    @Test func `a Flatpak's exported file is accepted`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let exec = "flatpak run --branch=stable --arch=x86_64 --command=service org.example.Chat"
        // The program `flatpak` need not be installed here: another one stands for it.
        let path = try fixture.program("flatpak")
        let service = try fixture.service("\(fixture.folder)/\(exec)")
        #expect(service.problems == [] && service.program?.words.first == path)
        #expect(service.program?.words.suffix(2) == ["--command=service", "org.example.Chat"])
    }

    @Test func `an exported desktop file is a link`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        mkdir("\(fixture.folder)/app", 0o755)
        let path = try fixture.write("[X-Belfry Service Extension]\nExec=cat\n")
        #expect(rename(path, "\(fixture.folder)/app/org.example.Chat.desktop") == 0)
        symlink("app/org.example.Chat.desktop", path)
        #expect(try ExtensionDeclarations(file: path).service?.words.first?.hasSuffix("/cat") == true)
    }

    @Test func `of two content extensions for a category the first counts`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let declarations = try fixture.declarations(
            """
            [X-Belfry Content Extension none]
            X-Categories=MAP;
            [X-Belfry Content Extension map]
            Exec=cat map
            X-Categories=MAP;PLACE;
            [X-Belfry Content Extension chart]
            Exec=cat chart
            X-Categories=CHART;MAP;
            """)

        #expect(declarations.content(for: "MAP")?.words.last == "map")
        #expect(declarations.content(for: "CHART")?.words.last == "chart")
        #expect(declarations.extensions.map(\.categories) == [["MAP"], ["MAP", "PLACE"], ["CHART"]])
        #expect(
            declarations.extensions[2].problems.map(\.description) == [
                "X-Categories is \"MAP\": it is drawn by the extension \"map\", which comes first in the file"
            ])
        #expect(declarations.extensions.map { $0.program == nil } == [true, false, false])
    }

    @Test(arguments: [
        ("Exec=cat", "X-Categories is missing"),
        (
            "Exec=cat\nX-Categories=",
            "X-Categories is \"\": it must be a list of categories, with a semicolon behind each"
        ),
    ])
    func `a content extension without a category can't run`(lines: String, problem: String) throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let declarations = try fixture.declarations("[X-Belfry Content Extension map]\n\(lines)\n")
        #expect(declarations.extensions[0].problems.map(\.description) == [problem])
        #expect(declarations.extensions[0].program == nil)
    }

    @Test func `a misspelled group is told`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let declarations = try fixture.declarations(
            "[X-Belfry Service extension]\nExec=cat\n[X-Belfry Content Extension]\nExec=cat\n[X-Other]\n")
        #expect(declarations.unknownGroups == ["X-Belfry Service extension", "X-Belfry Content Extension"])
        #expect(declarations.extensions == [])
    }

    @Test(arguments: [0o666, 0o664] as [mode_t])
    func `a desktop file that others can write to is refused`(mode: mode_t) throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let path = try fixture.write("[X-Belfry Service Extension]\nExec=cat\n")
        chmod(path, mode)
        #expect(
            throws: Refusal.invalidRequest(
                "the desktop file \(path) can be changed by other users (chmod go-w \(path) prevents it)")
        ) { try ExtensionDeclarations(file: path) }
    }

    @Test func `a file that is no desktop file is refused`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let path = try fixture.write("no key\n")
        #expect(throws: Refusal.invalidRequest("the file \(path) is no desktop file")) {
            try ExtensionDeclarations(file: path)
        }
        #expect(throws: Refusal.self) { try ExtensionDeclarations(file: "/nowhere/org.example.Chat.desktop") }
        #expect(throws: Refusal.self) { try ExtensionDeclarations(file: "/etc/passwd") }
        #expect(throws: Refusal.self) { try ExtensionDeclarations(file: fixture.folder) }

        let large = try fixture.write("[X]\na=" + String(repeating: "x", count: 1 << 20))
        #expect(throws: Refusal.contentTooLarge("the desktop file \(large) is over 1048576 bytes, the limit")) {
            try ExtensionDeclarations(file: large)
        }
    }

    @Test func `an application without a desktop file has no extensions`() throws {
        #expect(try ExtensionDeclarations.find("org.example.belfry-no-such-application") == nil)
    }
}
