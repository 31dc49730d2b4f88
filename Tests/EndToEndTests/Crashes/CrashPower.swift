// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TestSupport

/// Simulates power cuts of the agent's machine, for the files of its store.
///
/// A preloaded library copies the store's files at each sync. After the kill, data that was not synced is taken away:
/// from the database, its log or both, because a disk may have written one and not the other.
struct CrashPower {
    private let store: String
    private let synced: String
    private let library: String

    /// Builds the library, with the compiler that comes with Swift.
    init(of folders: AgentFolders) async throws {
        store = folders.state + "/belfry"
        synced = folders.path + "/synced"
        library = folders.path + "/files/synced.so"
        try FileManager.default.createDirectory(atPath: synced, withIntermediateDirectories: true)
        let source = try folders.file("synced.c", Self.source.utf8)
        let compiler = try await Program.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-o", library, source])
        try #require(compiler.status == 0, "\(compiler.errors)")
    }

    /// The environment of an agent that is to lose power; all present data counts as synced.
    func environment() throws -> [String: String] {
        for file in Self.files { try Self.copy("\(store)/\(file)", to: "\(synced)/\(file)") }
        return ["LD_PRELOAD": library, "BELFRY_TEST_SYNCED": synced]
    }

    /// Takes away the data that was not synced, after the agent has died.
    ///
    /// `losses` says whether the database, and whether its log, loses its unsynced data.
    func cut(_ losses: [Bool]) throws {
        for (file, isLost) in zip(Self.files, losses) where isLost {
            try Self.copy("\(synced)/\(file)", to: "\(store)/\(file)")
        }
        try? FileManager.default.removeItem(atPath: "\(store)/belfry.sqlite-shm")
    }

    private static let files = ["belfry.sqlite", "belfry.sqlite-wal"]

    /// Copies a file over another, or only removes the other if the file does not exist.
    private static func copy(_ file: String, to other: String) throws {
        try? FileManager.default.removeItem(atPath: other)
        guard FileManager.default.fileExists(atPath: file) else { return }
        try FileManager.default.copyItem(atPath: file, toPath: other)
    }

    /// The copy is read through the descriptor that is synced: opening and closing the file again would release its
    /// locks.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static void keep(int file) {
            static char buffer[1 << 16];
            char link[64], path[4096], part[8192], whole[8192];
            const char *folder = getenv("BELFRY_TEST_SYNCED");
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t count = readlink(link, path, sizeof path - 1);
            if (!folder || count <= 0) return;
            path[count] = 0;
            const char *name = strrchr(path, '/');
            if (!name || strncmp(name, "/belfry.sqlite", 14)) return;
            snprintf(part, sizeof part, "%s%s.part", folder, name);
            snprintf(whole, sizeof whole, "%s%s", folder, name);
            int copy = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
            if (copy < 0) abort();
            off_t place = 0;
            while ((count = pread(file, buffer, sizeof buffer, place)) > 0) {
                if (write(copy, buffer, count) != count) abort();
                place += count;
            }
            close(copy);
            if (rename(part, whole)) abort();
        }

        int fsync(int file) {
            int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
            int result = next(file);
            if (!result) keep(file);
            return result;
        }

        int fdatasync(int file) {
            int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
            int result = next(file);
            if (!result) keep(file);
            return result;
        }

        """
}
