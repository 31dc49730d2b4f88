// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// The folders that one agent of a test lives in: its HOME and XDG folders, and what it says.
package struct AgentFolders: Sendable {
    /// Everything below is in here.
    package let path: String

    /// `$XDG_STATE_HOME`.
    package var state: String { path + "/state" }
    /// `$XDG_DATA_HOME`.
    package var data: String { path + "/data" }
    /// Where GIO finds the desktop files of the test.
    package var applications: String { data + "/applications" }
    /// Where the private bus finds activation files, if the test gives it this folder.
    package var services: String { path + "/services" }
    /// The agent's settings; written with ``configure(_:)``.
    package var configuration: String { path + "/config/belfry/config.toml" }
    /// What the agent writes on standard error, of all its lives.
    package var log: String { path + "/belfryd.log" }

    /// New folders under the temporary one; or in memory, where no write waits for a disk, if there is such a place.
    package init(inMemory: Bool = false) throws {
        let place = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        path = try temporaryFolder("agent", in: place)
        for folder in [applications, services, path + "/home", path + "/config/belfry", path + "/files"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// The environment of an agent in these folders; nothing of the test's own but `PATH`, and what a sanitizer is told.
    package func environment(bus: String) -> [String: String] {
        var variables = [
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "HOME": path + "/home",
            "XDG_STATE_HOME": state, "XDG_DATA_HOME": data, "XDG_CONFIG_HOME": path + "/config",
            "XDG_CACHE_HOME": path + "/cache", "DBUS_SESSION_BUS_ADDRESS": bus,
            // No test makes a noise: a player is a file that a test puts there.
            "BELFRY_SOUND_PATH": path + "/players", "LC_ALL": "C.UTF-8", "TZ": "UTC",
        ]
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] { variables[name] = getenv(name).map { String(cString: $0) } }
        return variables
    }

    /// Writes `config.toml`; the agent reads it at its start and at SIGHUP.
    package func configure(_ toml: String) throws { try write(toml, to: configuration) }

    /// Writes a file of the test's and returns its absolute path; `mode` is 0700 for a script.
    @discardableResult
    package func file(_ name: String, _ bytes: some Sequence<UInt8>, mode: Int = 0o600) throws -> String {
        let file = "\(path)/files/\(name)"
        // Not Foundation's way: a program that another test starts meanwhile would have it open for writing as long as it runs, and
        // what is written can't be started until then.
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let bytes = Array(bytes)
        guard descriptor >= 0, fchmod(descriptor, mode_t(mode)) == 0,
            Glibc.write(descriptor, bytes, bytes.count) == bytes.count
        else { throw AgentProcess.Failure(what: "\(file): \(errno)") }
        return file
    }

    /// Writes a text file, such as a `.desktop` or a `.service` one.
    package func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    }

    /// A file as text; nil when there is none.
    package func text(of file: String) -> String? {
        (try? Data(contentsOf: URL(filePath: file))).map { String(decoding: $0, as: UTF8.self) }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
