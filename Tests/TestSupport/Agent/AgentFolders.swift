// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// The folders of one agent in a test: its HOME and XDG folders, and its log.
package struct AgentFolders: Sendable {
    /// The folder that contains all others.
    package let path: String

    /// `$XDG_STATE_HOME`.
    package var state: String { path + "/state" }
    /// `$XDG_DATA_HOME`.
    package var data: String { path + "/data" }
    /// The folder in which GIO finds the desktop files of the test.
    package var applications: String { data + "/applications" }
    /// The folder in which the private bus finds activation files, if the test passes it to the bus.
    package var services: String { path + "/services" }
    /// The agent's settings; written with ``configure(_:)``.
    package var configuration: String { path + "/config/belfry/config.toml" }
    /// The agent's standard error, over all its starts.
    package var log: String { path + "/belfryd.log" }

    /// Makes folders in the temporary folder; or in memory, if possible, where no write waits for a disk.
    package init(inMemory: Bool = false) throws {
        let place = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        path = try temporaryFolder("agent", in: place)
        for folder in [applications, services, path + "/home", path + "/config/belfry", path + "/files"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// The environment of an agent; from the test's own environment it has only `PATH` and the sanitizer's options.
    package func environment(bus: String) -> [String: String] {
        let variables = [
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "HOME": path + "/home",
            "XDG_STATE_HOME": state, "XDG_DATA_HOME": data, "XDG_CONFIG_HOME": path + "/config",
            "XDG_CACHE_HOME": path + "/cache", "DBUS_SESSION_BUS_ADDRESS": bus,
            // Tests make no noise: the only players are files that a test writes there.
            "BELFRY_SOUND_PATH": path + "/players", "LC_ALL": "C.UTF-8", "TZ": "UTC",
        ]
        return variables.merging(Sanitizer.options) { $1 }
    }

    /// Writes `config.toml`; the agent reads it at its start and at SIGHUP.
    package func configure(_ toml: String) throws { try write(toml, to: configuration) }

    /// Writes a file and returns its absolute path; `mode` is 0700 for a script.
    @discardableResult
    package func file(_ name: String, _ bytes: some Sequence<UInt8>, mode: Int = 0o600) throws -> String {
        let file = "\(path)/files/\(name)"
        // Not with Foundation: a program that another test starts meanwhile would inherit the file open for writing,
        // and the file could not be executed until that program ends.
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

    /// Reads a file as text; nil if there is none.
    package func text(of file: String) -> String? {
        (try? Data(contentsOf: URL(filePath: file))).map { String(decoding: $0, as: UTF8.self) }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
