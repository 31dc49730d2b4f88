// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport
import Triggers

/// Files of any kind at an attachment's path: opened once, copied at once, and only pictures are accepted.
@Suite struct AttachmentSourceTests {
    private func attached(_ path: String) -> [String: Value] {
        ["attachments": .dictionaries([["url": .string(path)]]), "trigger": tomorrow]
    }

    /// The error of adding a request with this file; nil if the agent accepts it.
    private func refusal(_ agent: TestAgent, _ path: String) async throws -> Refusal? {
        do {
            _ = try await agent.proxy().add(request("cat", attached(path)))
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }

    /// The copy of a pending request.
    private func copy(_ agent: TestAgent) async throws -> Data? {
        let url = try await agent.proxy().pending().first?["attachments"]?.array?.first?.properties?["url"]?.string
        return FileManager.default.contents(atPath: try #require(url))
    }

    @Test func `a path without an acceptable file is refused at once, and leaves nothing`() async throws {
        try await withAgent { agent in
            let files = agent.folders.path + "/files"
            mkfifo("\(files)/pipe", 0o600)
            mkdir("\(files)/folder", 0o700)
            for (link, target) in [
                ("dangling", "/nowhere"), ("loop", "loop"), ("endless", "/dev/zero"), ("secret", "/etc/passwd"),
            ] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(files)/\(link)", withDestinationPath: target)
            }
            let sparse = open("\(files)/sparse.png", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            ftruncate(sparse, 100 << 30)
            close(sparse)
            for (path, words) in [
                ("\(files)/pipe", "is not a regular file"), ("\(files)/folder", "is a directory"),
                ("/dev/zero", "is not a regular file"), ("/dev/tty", ""), ("\(files)/endless", "is not a regular file"),
                ("\(files)/dangling", "can't be opened: No such file"), ("\(files)/loop", "can't be opened: Too many"),
                ("\(files)/sparse.png", "is 107374182400 bytes; the limit is"),
                // The agent's descriptors are not the caller's.
                ("/dev/stdin", "can't be opened: Too many"), ("/proc/self/fd/0", "can't be opened: Too many"),
                ("/proc/self/exe", "can't be opened: Too many"),
                ("/proc/self/root/etc/passwd", "can't be opened: Too many"),
                ("file:///proc/self/cwd/x", "can't be opened: Too many"),
                // Files with a size of 0 that have contents.
                ("/proc/self/environ", "is not a picture"), ("/proc/kmsg", ""),
                ("\(files)/secret", "is not a picture"), ("relative.png", "must be an absolute path"), ("", ""),
                ("http://example.org/a.png", "must be an absolute path"),
                ("/etc/passwd/x", "Not a directory"),
                // R5: these were read as files of this machine, or cut at the NUL.
                ("file://otherhost\(files)/cat.png", "names a file on another machine, \"otherhost\""),
                ("file:///etc/passwd%00.png", "has a NUL in its path"),
                ("file:///a%2", "without two hexadecimal digits"),
            ] {
                let refusal = try await refusal(agent, path)
                #expect(refusal?.code == .invalidAttachment, "\(path): \(String(describing: refusal))")
                #expect(refusal?.message.contains(words) == true, "\(path): \(String(describing: refusal))")
            }
            let copies = try? FileManager.default.contentsOfDirectory(
                atPath: agent.folders.data + "/belfry/attachments")
            #expect(copies ?? [] == [])
            // A link of the caller to the caller's own picture is accepted.
            let picture = try agent.folders.file("cat.png", Samples.png)
            try FileManager.default.createSymbolicLink(atPath: "\(files)/link", withDestinationPath: picture)
            #expect(try await refusal(agent, "\(files)/link") == nil)
        }
    }

    @Test func `a file that the agent may not read is refused with the reason`() async throws {
        // As a user other than root, if the test runs as root.
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let words = geteuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all" : "env"
        let program = try folders.file(
            "belfryd", "#!/bin/sh\nexec \(words) \(try TestAgent.program()) \"$@\"\n".utf8, mode: 0o700)
        try await withAgent(program: program) { agent in
            let hidden = try agent.folders.file("hidden.png", Samples.png, mode: 0)
            // The caller may have no more rights than the agent, or the agent could not identify it.
            let added = try await Program.run(
                (geteuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [])
                    + [try TestAgent.program("belfry"), "add", "--title", "a", "--in", "1h", "--attach", hidden],
                environment: agent.folders.environment(bus: agent.bus))
            #expect(added.status == 65, "\(added)")
            #expect(added.errors.contains("can't be opened: Permission denied"), "\(added)")
        }
    }

    @Test func `the copy is shown, whatever becomes of the file`() async throws {
        try await withAgent { agent in
            let picture = try agent.folders.file("cat.png", Samples.png)
            #expect(try await refusal(agent, picture) == nil)
            for change: () throws -> Void in [
                { try Data("no picture".utf8).write(to: URL(filePath: picture)) },
                { try FileManager.default.removeItem(atPath: picture) },
                { try FileManager.default.createSymbolicLink(atPath: picture, withDestinationPath: "/etc/passwd") },
            ] {
                try change()
                #expect(try await copy(agent) == Samples.png)
            }
        }
    }

    @Test func `a link that changes during the read gives one file or the other, never both`() async throws {
        try await withAgent { agent in
            let picture = try agent.folders.file("cat.png", Samples.png)
            let link = agent.folders.path + "/files/link"
            let turning = Task.detached {
                var turns = 0
                while !Task.isCancelled {
                    let target = turns.isMultiple(of: 2) ? picture : "/etc/passwd"
                    symlink(target, "\(link).new")
                    rename("\(link).new", link)
                    turns += 1
                    if turns.isMultiple(of: 64) { await Task.yield() }
                }
                return turns
            }
            var taken = 0
            for _ in 0..<20 {
                if let refusal = try await refusal(agent, link) {
                    #expect(refusal.code == .invalidAttachment, "\(refusal)")
                } else {
                    taken += 1
                    #expect(try await copy(agent) == Samples.png)
                }
            }
            turning.cancel()
            #expect(await turning.value > 20)
            print("attachments: \(taken) of 20 links led to the picture")
        }
    }

    @Test func `a file that grows during the copy is copied up to the limit, or refused`() async throws {
        try await withAgent { agent in
            let path = try agent.folders.file("cat.png", Samples.png)
            let growing = Task.detached {
                let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
                defer { close(file) }
                let block = [UInt8](repeating: 0, count: 1 << 16)
                // Up to the size that a test's disk has space for.
                for _ in 0..<800 where !Task.isCancelled { _ = write(file, block, block.count) }
            }
            var refusals = 0
            for _ in 0..<40 {
                guard let refusal = try await refusal(agent, path) else { continue }
                refusals += 1
                #expect(refusal.code == .invalidAttachment, "\(refusal)")
                #expect(refusal.message.contains("limit is"), "\(refusal)")
            }
            await growing.value
            #expect(try await refusal(agent, path)?.message.contains("bytes; the limit is") == true)
            #expect(refusals <= 40)
        }
    }

    @Test func `a descriptor, or anything else that is no path, is not accepted as one`() async throws {
        try await withAgent { agent in
            let file = try agent.folders.file("cat.png", Samples.png)
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            let handle = try FileDescriptorHandle(duplicating: descriptor)
            for value: Value in [.fileDescriptor(handle), .uint32(3), .bytes(Array(Samples.png))] {
                for attachment in [["url": value], ["file": value], ["url": .string(file), "fd": value]] {
                    let error = await #expect(throws: (any Error).self) {
                        _ = try await agent.proxy().add(request("cat", ["attachments": .dictionaries([attachment])]))
                    }
                    #expect((error as? Refusal)?.code == .invalidRequest, "\(String(describing: error))")
                }
            }
        }
    }
}
