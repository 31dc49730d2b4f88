// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Foundation
import Glibc
import TestSupport
import Testing

/// Checks that `belfry doctor` makes in the agent and in the command: files that start programs, and the owner of a bus
/// name.
@Suite struct SessionFoldersTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "belfry-session-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func write(_ text: String, _ path: String) throws {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func `the folders are those of the standards, the person's folder first`() {
        let plain = SessionFolders(environment: ["HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(
            plain.services == [
                "/run/user/7/dbus-1/services", "/home/ann/.local/share/dbus-1/services",
                "/usr/local/share/dbus-1/services", "/usr/share/dbus-1/services",
            ])
        #expect(plain.units.first == "/home/ann/.config/systemd/user")
        #expect(plain.units.contains("/usr/lib/systemd/user"))
        let named = SessionFolders(environment: [
            "HOME": "/home/ann", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/x:relative:/y",
            "XDG_CONFIG_HOME": "relative",
        ])
        #expect(Array(named.services.dropFirst().prefix(3)) == ["/d", "/x", "/y"].map { $0 + "/dbus-1/services" })
        #expect(named.units.first == "/home/ann/.config/systemd/user")
    }

    @Test func `an activation file is found by its file name and by its contents`() throws {
        try withFolder { folder in
            let folders = SessionFolders(environment: [
                "HOME": folder, "XDG_DATA_DIRS": folder + "/shared", "XDG_RUNTIME_DIR": folder + "/run",
            ])
            #expect(folders.activationFile(of: "org.example.Server") == nil)
            try write(
                "[D-BUS Service]\nName=org.example.Server\nExec=/b\n", folder + "/shared/dbus-1/services/odd.service")
            #expect(folders.activationFile(of: "org.example.Server")?.value("D-BUS Service", "Exec") == "/b")
            let own = folder + "/.local/share/dbus-1/services/org.example.Server.service"
            try write("#x\n[D-BUS Service]\nName = org.example.Server\nExec= /a b\n[Other]\nExec=/c\n", own)
            let file = try #require(folders.activationFile(of: "org.example.Server"))
            #expect(file.path == own)
            #expect(file.value("D-BUS Service", "Exec").flatMap(KeyFile.program) == "/a")
            // A file of this name that contains another bus name is not found.
            #expect(folders.activationFile(of: "org.example.Serve") == nil)
        }
    }

    @Test func `a unit is found, enabled or masked`() throws {
        try withFolder { folder in
            let folders = SessionFolders(environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder + "/run"])
            #expect(folders.unitFile("tea-of-a-test.service") == nil)
            let path = folder + "/.local/share/systemd/user/tea-of-a-test.service"
            try write("[Service]\nExecStart=/x\n", path)
            #expect(folders.unitFile("tea-of-a-test.service") == path)
            #expect(!SessionFolders.isMasked(path) && !folders.isEnabled("tea-of-a-test.service"))
            let wants = folder + "/.config/systemd/user/default.target.wants"
            try FileManager.default.createDirectory(atPath: wants, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: wants + "/tea-of-a-test.service", withDestinationPath: "/nowhere")
            #expect(folders.isEnabled("tea-of-a-test.service"))
            let mask = folder + "/.config/systemd/user/tea-of-a-test.service"
            try FileManager.default.createSymbolicLink(atPath: mask, withDestinationPath: "/dev/null")
            #expect(folders.unitFile("tea-of-a-test.service") == mask && SessionFolders.isMasked(mask))
        }
    }

    @Test(arguments: [
        ("/usr/bin/dunst", "/usr/bin/dunst"), ("/usr/bin/dunst -conf x", "/usr/bin/dunst"), ("-/a b", "/a"),
        ("@/a b", "/a"), ("\"/a b\" c", "/a b"), ("'/a b' c", "/a b"), ("", nil), ("-", nil),
    ])
    func `the program is taken out of a command line`(line: String, program: String?) {
        #expect(KeyFile.program(of: line) == program)
    }

    @Test func `the owner of a name is reported with its process and program`() async throws {
        try await withPrivateBus { bus in
            let loop = EventLoop.onOwnThread(named: "owner")
            defer { loop.stop() }
            let connection = try Connection(to: .at(bus), on: loop)
            #expect(try await NameOwner(of: "org.example.Owner", on: connection) == nil)
            _ = try await connection.requestName("org.example.Owner")

            let owner = try #require(try await NameOwner(of: "org.example.Owner", on: connection))

            #expect(owner.uniqueName == connection.uniqueName)
            #expect(owner.processID == getpid())
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            #expect(owner.program == program && !owner.isReplaced)
            #expect(owner.text.hasPrefix("\(owner.uniqueName), process \(getpid()), \(program)"))
            await connection.close()
        }
    }

    @Test func `a finding is the same after a D-Bus call`() {
        for state in Finding.State.allCases {
            let finding = Finding("server.name", state, "dunst", advice: state == .ok ? nil : "Do it.")
            #expect(Finding(finding.properties) == finding)
        }
        #expect(Finding(["name": .string("a.b")]) == nil)
        #expect(Diagnosis([Finding("a.b", .warning, "c"), Finding("a.c", "d")]).state == .warning)
        #expect(Diagnosis([]).state == .ok)
        #expect(Finding("server.capabilities", "x").group == "server")
        #expect(Finding("server.capabilities", "x").subject == "capabilities")
    }
}
