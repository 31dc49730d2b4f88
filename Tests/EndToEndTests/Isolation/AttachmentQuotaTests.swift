// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Glibc
import TestSupport
import Testing
import Triggers

/// The limit on the copies of attached files, and the check of sounds and films, which the agent never plays.
@Suite struct AttachmentQuotaTests {
    /// A sound of this many bytes, which is a header and zeros.
    private func sound(_ agent: TestAgent, _ name: String = "long.wav", bytes: Int = 400_000) throws -> String {
        let head = Array("RIFF$\0\0\0WAVEfmt ".utf8)
        return try agent.folders.file(name, head + [UInt8](repeating: 0, count: bytes - head.count))
    }

    private func attached(_ path: String, _ type: String = "audio/wav") -> [String: Value] {
        ["attachments": .dictionaries([["url": .string(path), "typeHint": .string(type)]]), "trigger": tomorrow]
    }

    /// The error of adding a request with this file; nil if the agent accepts it.
    private func refusal(_ agent: AgentProxy, _ request: [String: Value]) async throws -> Refusal? {
        do {
            _ = try await agent.add(request)
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }

    /// The size of all copies in bytes.
    private func bytes(_ agent: TestAgent) -> Int {
        let folder = agent.folders.data + "/belfry/attachments"
        let paths = FileManager.default.subpaths(atPath: folder) ?? []
        return paths.filter { !$0.hasSuffix("/owner") }.reduce(0) { bytes, path in
            var status = stat()
            guard lstat("\(folder)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return bytes }
            return bytes + Int(status.st_size)
        }
    }

    @Test func `an application at its limit is told how much it uses, and others are not affected`() async throws {
        try await withAgent(configuration: "attachmentMiB = 1\n") { agent in
            let sound = try sound(agent)
            for name in ["one", "two"] { _ = try await agent.proxy().add(request(name, attached(sound))) }

            let third = try await refusal(agent.proxy(), request("three", attached(sound)))

            #expect(third?.code == .tooManyRequests)
            #expect(
                third?.message.contains(
                    "attachments: app \"\(TestAgent.app)\" has 800000 bytes of attached files, and this request adds 400000; "
                        + "the limit is 1048576 bytes") == true, "\(String(describing: third))")
            #expect(bytes(agent) == 800_000)
            // The limit counts all requests of a list, a request's sound, and the command line.
            let all = try await agent.proxy().addAll([
                request("three", attached(sound)), request("plain", ["trigger": tomorrow]),
            ])
            #expect(all[0]["error"]?.string == "org.belfry.Error.TooManyRequests" && all[1]["error"] == nil)
            let played = try await refusal(
                agent.proxy(), request("gong", ["sound": .string(sound), "trigger": tomorrow]))
            #expect(played?.code == .tooManyRequests)
            let picture = try agent.folders.file("cat.png", Samples.png + Data(repeating: 0, count: 300_000))
            let command = try await agent.belfry("add", "--title", "a", "--in", "1h", "--attach", picture)
            #expect(command.status == 75 && command.errors.contains("attachmentMiB"), "\(command.errors)")
            #expect(bytes(agent) == 800_000)
            _ = try await agent.proxy("org.example.Other").add(request("other", attached(sound)))
        }
    }

    @Test func `removed copies free their bytes, and present ones are counted after a restart`() async throws {
        try await withAgent(configuration: "attachmentMiB = 1\n") { agent in
            let sound = try sound(agent)
            for name in ["one", "two"] { _ = try await agent.proxy().add(request(name, attached(sound))) }

            try await agent.kill()
            try await agent.start()
            #expect(try await refusal(agent.proxy(), request("three", attached(sound)))?.code == .tooManyRequests)

            _ = try await agent.proxy().removePending(["one"])
            try await withDeadline {
                while try await refusal(agent.proxy(), request("three", attached(sound))) != nil {
                    try await yieldUntilDeadline()
                }
            }
            #expect(try await refusal(agent.proxy(), request("four", attached(sound)))?.code == .tooManyRequests)
            // A refused file counts for nothing.
            let text = try agent.folders.file("text.wav", [UInt8](repeating: 0x20, count: 200_000))
            for _ in 0..<5 {
                #expect(try await refusal(agent.proxy(), request("five", attached(text)))?.code == .invalidAttachment)
            }
            let small = try self.sound(agent, "small.wav", bytes: 200_000)
            #expect(try await refusal(agent.proxy(), request("five", attached(small))) == nil)
        }
    }

    // Each folder was counted by the sweep, which asks the store: a request that came before its end exceeded the
    // limit.
    @Test func `present copies count for the first request, however long the sweep takes`() async throws {
        try await withAgent(configuration: "attachmentMiB = 1\n") { agent in
            let sound = try sound(agent)
            for name in ["one", "two"] { _ = try await agent.proxy().add(request(name, attached(sound))) }
            try await agent.kill()
            // These folders remain from earlier lives.
            for number in 0..<300 {
                let home = agent.folders.data + "/belfry/attachments/\(number)/home"
                try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
                let owner = Data("\(TestAgent.app)\nleft".utf8)
                try #require(FileManager.default.createFile(atPath: home + "/owner", contents: owner))
            }

            try await agent.start()

            #expect(try await refusal(agent.proxy(), request("three", attached(sound)))?.code == .tooManyRequests)
            // The unused ones are deleted; the used ones stay, and count.
            let folder = agent.folders.data + "/belfry/attachments"
            try await withDeadline {
                while try FileManager.default.contentsOfDirectory(atPath: folder).count > 2 {
                    _ = try await agent.proxy().status()
                }
            }
            #expect(try await refusal(agent.proxy(), request("three", attached(sound)))?.code == .tooManyRequests)
            #expect(bytes(agent) == 800_000)
        }
    }

    @Test func `concurrent callers get no more than callers one after another`() async throws {
        try await withAgent(configuration: "attachmentMiB = 1\n") { agent in
            let sound = try sound(agent)
            let connections = try (0..<8).map { _ in try agent.connect() }
            let refusals = try await withThrowingTaskGroup(of: Refusal?.self) { group in
                for (number, connection) in connections.enumerated() {
                    let proxy = agent.proxy(on: connection)
                    let cat = request("r\(number)", attached(sound))
                    group.addTask {
                        do {
                            _ = try await proxy.add(cat)
                            return nil
                        } catch let refusal as Refusal {
                            return refusal
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for connection in connections { await connection.close() }

            #expect(refusals.count { $0 == nil } == 2)
            #expect(refusals.compactMap(\.self).allSatisfy { $0.code == .tooManyRequests })
            #expect(bytes(agent) == 800_000)
        }
    }

    @Test func `config.toml sets the limit, for all and for one, and 0 forbids attachments`() async throws {
        let configuration = "attachmentMiB = 0\n[applications.\"org.example.Other\"]\nattachmentMiB = 1\n"
        try await withAgent(configuration: configuration) { agent in
            let picture = try agent.folders.file("cat.png", Samples.png)
            let cat = request("cat", ["attachments": .dictionaries([["url": .string(picture)]]), "trigger": tomorrow])

            let refusal = try await refusal(agent.proxy(), cat)
            #expect(refusal?.code == .tooManyRequests)
            #expect(refusal?.message.contains("the limit is 0 bytes") == true)
            _ = try await agent.proxy("org.example.Other").add(cat)
            // Without a file the limit is not checked.
            _ = try await agent.proxy().add(request("plain", ["trigger": tomorrow]))
        }
    }

    @Test func `an import has the same limit, and leaves nothing if it is refused`() async throws {
        try await withAgent { old in
            let sound = try sound(old)
            for name in ["one", "two"] { _ = try await old.proxy().add(request(name, attached(sound))) }
            let file = old.folders.path + "/all.jsonl"
            #expect(try await old.belfry("export", "-o", file).status == 0)

            let applications = "[applications.\"\(TestAgent.app)\"]\nattachmentMiB ="
            try await withAgent(configuration: "attachmentMiB = 0\n\(applications) 1\n") { new in
                let imported = try await new.belfry("import", file)
                #expect(imported.status == 0, "\(imported.errors)")
                #expect(bytes(new) == 800_000)
                // Imported copies count, and removed ones free their bytes.
                #expect(try await refusal(new.proxy(), request("three", attached(sound)))?.code == .tooManyRequests)
                _ = try await new.proxy().removePending(["one"])
                try await withDeadline {
                    while try await refusal(new.proxy(), request("three", attached(sound))) != nil {
                        try await yieldUntilDeadline()
                    }
                }
            }
            try await withAgent(configuration: "attachmentMiB = 0\n") { full in
                let imported = try await full.belfry("import", file)
                #expect(imported.status == 75 && imported.errors.contains("attachmentMiB"), "\(imported.errors)")
                #expect(imported.errors.contains(#"has 0 bytes of attached files, and "1/0" is 400000 or more"#))
                #expect(bytes(full) == 0)
                #expect(try await full.proxy().pending().isEmpty)
            }
        }
    }

    // Only the copies that were on disk were subtracted: the rest counted until the agent's end.
    @Test func `an import for which the disk has no space frees all that it counted`() async throws {
        try await withAgent { old in
            let sound = try sound(old, bytes: 1_000_000)
            _ = try await old.proxy().add(request("one", attached(sound)))
            let file = old.folders.path + "/all.jsonl"
            #expect(try await old.belfry("export", "-o", file).status == 0)
            try await withAgent(configuration: "attachmentMiB = 1\n") { new in
                // The write is cut short in the middle of the second piece.
                let agent = try #require(new.processID)
                func limit(_ bytes: String) async throws {
                    let done = try await Program.run(["prlimit", "--pid", "\(agent)", "--fsize=\(bytes):"])
                    try #require(done.status == 0, "\(done.errors)")
                }
                try await limit("600000")
                let imported = try await new.belfry("import", file)
                #expect(imported.status != 0 && imported.errors.contains("can't be written"), "\(imported.errors)")
                #expect(bytes(new) == 0)
                try await limit("unlimited")

                #expect(try await refusal(new.proxy(), request("one", attached(sound))) == nil)
            }
        }
    }

    @Test func `a file that is no sound or film, or of another type, is refused with its type`() async throws {
        try await withAgent { agent in
            let text = try agent.folders.file("voice.mp3", "not looked at".utf8)
            let wave = try sound(agent)
            for (path, type, words) in [
                (text, "public.mp3", "it begins like no known sound or film format"),
                (text, "audio/mpeg", "it begins like no known sound or film format"),
                (text, "video/mp4", "it begins like no known sound or film format"),
                (wave, "public.mp3", "it begins like a file of WAV, and no file of MP3 does"),
                (wave, "public.avi", "it begins like a file of WAV, and no file of AVI does"),
            ] {
                let refusal = try await refusal(agent.proxy(), request("a", attached(path, type)))
                #expect(refusal?.code == .invalidAttachment, "\(String(describing: refusal))")
                #expect(refusal?.message.contains("attachments[0].url \"\(path)\" is not what typeHint says") == true)
                #expect(refusal?.message.contains(words) == true, "\(String(describing: refusal))")
            }
            #expect(bytes(agent) == 0)
            #expect(try await refusal(agent.proxy(), request("a", attached(wave))) == nil)
        }
    }
}
