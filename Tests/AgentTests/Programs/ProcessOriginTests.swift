// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentCallers
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What the kernel says of processes that are really confined, that have ended, or that hide.
@Suite struct ProcessOriginTests {
    /// Runs `body` with the process number of a process that is confined in this way.
    private func withProcess<Result>(
        _ confinement: Confinement, root: SandboxRoot? = nil, group: SnapGroup? = nil,
        isolation: isolated (any Actor)? = #isolation, _ body: (Int32) async throws -> Result
    ) async throws -> Result {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        return try await withConfinedBus(
            confinement, on: "unix:path=\(folders.path)/bus", root: root, group: group
        ) { bus in
            try await body(try #require(bus.processID))
        }
    }

    @Test func `R5: without free descriptors, the agent doesn't claim that the caller hides`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            do {
                _ = try ProcessOrigin(of: getpid())
                exit(1)
            } catch let error as ProcessOrigin.Unidentified {
                exit(error == .exhausted ? 0 : 2)
            }
        }
    }

    private func unidentified(_ processID: Int32, handle: Int32? = nil) -> ProcessOrigin.Unidentified? {
        do {
            _ = try ProcessOrigin(of: processID, handle: handle)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: Confinement.known.filter { $0 != .flatpakProxy })
    func `a process is identified as the application of its sandbox`(confinement: Confinement) async throws {
        try await withProcess(confinement) { processID in
            let origin = try ProcessOrigin(of: processID)
            #expect(origin.app == confinement.app && origin.isSandboxed == confinement.isSandboxed)
        }
    }

    /// Replacements of a sandbox's description file, and how the process is identified with each.
    private static let disguises:
        [(what: String, error: ProcessOrigin.Unidentified, make: @Sendable (String) throws -> Void)] = [
            (
                "a link to a good one", .sandbox,
                { root in
                    try FileManager.default.createSymbolicLink(
                        atPath: "\(root)/.flatpak-info", withDestinationPath: "\(root)/good")
                    try Data("[Application]\nname=org.example.Good\n".utf8).write(to: URL(filePath: "\(root)/good"))
                }
            ),
            (
                "a link to nothing", .sandbox,
                {
                    try FileManager.default.createSymbolicLink(
                        atPath: "\($0)/.flatpak-info", withDestinationPath: "/nowhere")
                }
            ),
            ("a pipe that nobody writes to", .sandbox, { mkfifo("\($0)/.flatpak-info", 0o600) }),
            ("a folder", .sandbox, { mkdir("\($0)/.flatpak-info", 0o700) }),
            (
                "a file of 100 GB", .sandbox,
                { root in
                    try SandboxRoot.write("[Application]\nname=org.example.Huge\n", to: root)
                    truncate("\(root)/.flatpak-info", 100 << 30)
                }
            ),
            ("nothing", .sandbox, { try SandboxRoot.write("", to: $0) }),
            (
                "no name", .sandbox,
                { try SandboxRoot.write("[Application]\nruntime=a\n[Other]\nname=org.example.App\n", to: $0) }
            ),
            (
                "two names", .sandbox,
                { try SandboxRoot.write("[Application]\nname=org.example.One\nname=org.example.Two\n", to: $0) }
            ),
            (
                "two groups", .sandbox,
                {
                    try SandboxRoot.write(
                        "[Application]\nname=org.example.One\n[Application]\nname=org.example.Two\n", to: $0)
                }
            ),
            ("no id", .sandbox, { try SandboxRoot.write("[Application]\nname=*\n", to: $0) }),
            ("a path", .sandbox, { try SandboxRoot.write("[Application]\nname=../../host\n", to: $0) }),
            ("our own id", .ours, { try SandboxRoot.write("[Application]\nname=org.belfry.Belfry\n", to: $0) }),
            (
                "our own id in other letters", .ours,
                { try SandboxRoot.write("[Application]\nname=ORG.belfry.belfry\n", to: $0) }
            ),
        ]

    @Test(arguments: disguises.indices)
    func `an unreadable sandbox description is refused, and never counts as a host process`(index: Int) async throws {
        let disguise = Self.disguises[index]
        let root = try SandboxRoot(disguise.make)
        defer { root.remove() }
        try await withProcess(.flatpak, root: root) { processID in
            #expect(unidentified(processID) == disguise.error, "\(disguise.what)")
        }
    }

    @Test(
        // With control groups of version 2 only, snaps are recognised as above, and version 1 has no groups.
        .enabled(
            if: access("/sys/fs/cgroup/freezer/cgroup.procs", F_OK) == 0,
            "There are no control groups of the first version."),
        arguments: [
            ("name=systemd", "snap.chat.chat-4706fe54-7802-4808-aa7e-ae8b567239e1.scope", "chat_chat"),
            ("freezer", "snap.chat", nil), ("freezer", "snap.chat.my-app", "chat_my-app"),
        ] as [(String, String, String?)])
    func `a snap is recognised by groups of version 1, and refused if only half of them name it`(
        controllers: String, name: String, app: String?
    ) async throws {
        let group = try SnapGroup(name, of: controllers)
        defer { group.remove() }
        try await withProcess(.snap, group: group) { processID in
            if let app {
                let origin = try ProcessOrigin(of: processID)
                #expect(origin.app == app && origin.isSandboxed)
            } else {
                #expect(unidentified(processID) == .sandbox)
            }
        }
    }

    @Test func `a process that has ended is not identified, nor is a process that reuses its number`() async throws {
        let process = try spawn(["sleep", "1000"])
        let other = try spawn(["sleep", "1000"])
        defer {
            kill(other, SIGKILL)
            waitpid(other, nil, 0)
        }
        guard let folder = ProcessFolder(process) else {
            Issue.record("A process that runs has no folder.")
            return
        }
        let wasAlive = folder.isAlive
        #expect(wasAlive)
        let handle = try #require(Self.handle(of: process))
        defer { close(handle) }
        #expect(unidentified(process, handle: handle) == nil)

        kill(process, SIGKILL)
        var information = siginfo_t()
        waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
        // The test has not waited for the process, so it still has its number.
        let isAliveAsZombie = folder.isAlive
        #expect(!isAliveAsZombie)
        #expect(unidentified(process) == .gone)
        waitpid(process, nil, 0)

        let (isAlive, program) = (folder.isAlive, folder.link("exe"))
        #expect(!isAlive && program == nil)
        let file = try? folder.textInRoot("etc/passwd", limit: 1 << 20)
        #expect(file == nil)
        #expect(unidentified(process, handle: handle) == .gone)
        // This simulates a reused number: the number belongs to another process, and the bus's handle to the first one.
        #expect(unidentified(other) == nil)
        #expect(unidentified(other, handle: handle) == .gone)
        for nobody: Int32 in [0, -1, .max] { #expect(unidentified(nobody) == .gone) }
    }

    /// A pidfd, like the one that the bus passes.
    private static func handle(of process: Int32) -> Int32? {
        typealias Open = @convention(c) (Int32, UInt32) -> Int32
        guard let symbol = dlsym(nil, "pidfd_open") else { return nil }
        // A function of glibc, which the headers that Swift reads don't declare.
        let handle = unsafeBitCast(symbol, to: Open.self)(process, 0)
        return handle >= 0 ? handle : nil
    }
}
