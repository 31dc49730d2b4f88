// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A power cut must not lose the copies of files that are attached to an acknowledged request.
///
/// A preloaded library records each file and folder that is synced, in order.
@Suite struct AttachmentPowerTests {
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static int note(const char *name, int file) {
            int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
            int result = next(file);
            char link[64], path[4097];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t count = readlink(link, path, sizeof path - 1);
            const char *list = getenv("BELFRY_TEST_SYNCED");
            if (result || !list || count <= 0) return result;
            path[count++] = '\\n';
            int out = open(list, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
            if (out < 0 || write(out, path, count) != count) abort();
            close(out);
            return result;
        }

        int fsync(int file) { return note("fsync", file); }
        int fdatasync(int file) { return note("fdatasync", file); }

        """

    /// The environment with which an agent records what it syncs, and where.
    private func noting(in folders: AgentFolders) async throws -> (environment: [String: String], list: String) {
        let (library, list) = (folders.path + "/files/synced.so", folders.path + "/files/synced")
        let source = try folders.file("synced.c", Self.source.utf8)
        let compiler = try await Program.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-o", library, source])
        try #require(compiler.status == 0, "\(compiler.errors)")
        return (["LD_PRELOAD": library, "BELFRY_TEST_SYNCED": list], list)
    }

    /// The folder of copies of the only request that has some, below the folder of all copies.
    private func home(below folder: String) throws -> String {
        let place = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let home = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(place)").first)
        return "\(place)/\(home)"
    }

    /// Checks that everything was synced: the names after the files, and the request after the names.
    private func check(_ synced: [String], _ files: [String], in home: String, below folder: String) throws {
        let place = String(home.split(separator: "/").first ?? "")
        let request = try #require(synced.lastIndex { $0.hasSuffix("/belfry.sqlite-wal") })
        // The file was synced and its folder was not, so a power cut left a request that named a missing copy.
        for path in [folder, "\(folder)/\(place)"] {
            let last = try #require(synced.lastIndex(of: path), "\(path) is not in \(synced)")
            #expect(last < request, "\(synced)")
        }
        let names = try #require(synced.lastIndex(of: "\(folder)/\(home)"), "\(synced)")
        #expect(names < request, "\(synced)")
        for file in files {
            let content = try #require(synced.lastIndex(of: "\(folder)/\(home)/\(file)"), "\(file): \(synced)")
            #expect(content < names, "\(synced)")
        }
    }

    private func lines(_ agent: TestAgent, _ list: String) -> [String] {
        (agent.folders.text(of: list) ?? "").split(separator: "\n").map(String.init)
    }

    @Test(.enabled(if: Sanitizer.current == nil, "a sanitizer must be loaded before anything else"))
    func `copies are on disk with their names before their request is`() async throws {
        try await withAgent { agent in
            let (environment, list) = try await noting(in: agent.folders)
            try await agent.kill()
            try await agent.start(environment)
            let picture = try agent.folders.file("cat.png", Samples.png)
            let head = Array("RIFF$\0\0\0WAVEfmt ".utf8)
            let sound = try agent.folders.file("gong.wav", head + [UInt8](repeating: 0, count: 100))
            let cat = request(
                "cat",
                [
                    "attachments": .dictionaries([["url": .string(picture)]]), "sound": .string(sound),
                    "trigger": tomorrow,
                ])
            let folder = agent.folders.data + "/belfry/attachments"

            _ = try await agent.proxy().add(cat)

            let synced = lines(agent, list)
            // The sound is synced before it gets its final name.
            try check(synced, ["0", "sound"], in: try home(below: folder), below: folder)
            // The folders above were created for this copy.
            #expect(synced.contains(agent.folders.data) && synced.contains(agent.folders.data + "/belfry"))

            let file = agent.folders.path + "/files/all.jsonl"
            #expect(try await agent.belfry("export", "-o", file).status == 0)
            _ = try await agent.proxy().removePending(["cat"])
            try await withDeadline {
                while try !FileManager.default.contentsOfDirectory(atPath: folder).isEmpty {
                    _ = try await agent.proxy().status()
                }
            }
            try FileManager.default.removeItem(atPath: list)

            let imported = try await agent.belfry("import", file)

            #expect(imported.status == 0, "\(imported.errors)")
            try check(lines(agent, list), ["0", "sound.wav"], in: try home(below: folder), below: folder)
        }
    }
}
