// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import EventLoop
import FoundationEssentials
import Glibc
import SystemPackage

/// The folder that has a subfolder for the files of each run of an extension.
struct RunFolder: Sendable {
    /// The absolute path of the folder.
    let path: String

    /// Makes the folder of a run, and returns its path; the call blocks.
    ///
    /// - Throws: `Errno`.
    func make() throws(Errno) -> String {
        let home = "\(path)/\(UUID().uuidString)"
        // The folder need not survive a power cut, so it is not synced to disk.
        if mkdir(home, 0o700) == 0 { return home }
        try PrivateFolder.make(path)
        guard mkdir(home, 0o700) == 0 else { throw Errno(rawValue: errno) }
        return home
    }

    /// Makes the folder of a run, calls a body with its path, and removes the folder afterwards.
    ///
    /// - Throws: `Errno` if the folder can't be made, and the errors of the body.
    func lend<Value>(to body: (String) async throws -> Value) async throws -> Value {
        let home = try await offLoop { try make() }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(home))
        } catch {
            result = .failure(error)
        }
        await offLoop { remove(home) }
        return try result.get()
    }

    /// Removes the folder of a run; the call blocks.
    func remove(_ home: String) { try? FileManager.default.removeItem(atPath: home) }

    /// Removes the folders of all runs; the call blocks.
    func removeAll() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] { remove("\(path)/\(name)") }
    }
}
