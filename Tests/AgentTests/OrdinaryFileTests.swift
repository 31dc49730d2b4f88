// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMedia
@testable import AgentPrograms
@testable import AgentRules
import FoundationEssentials
import Glibc
import SettingsFile
import TestSupport
import Testing

/// Pipes, devices and unreadable files in place of ordinary files.
@Suite struct OrdinaryFileTests {
    @Test func `R5: an icon that is no ordinary file is not sent to the server`() throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let file = try folders.file("a b.png", [1])
        mkfifo(folders.path + "/pipe", 0o600)
        for icon in ["dialog-information", "", file, "file://" + file.replacing(" ", with: "%20")] {
            #expect(IconFile.isShowable(icon), "\(icon)")
        }
        for icon in [
            folders.path + "/pipe", "/dev/zero", folders.path, "/nowhere.png", "file://otherhost" + file,
            "file:///etc/passwd%00.png", "a/b", "/proc/self/fd/0",
        ] {
            #expect(!IconFile.isShowable(icon), "\(icon)")
        }
    }

    @Test func `R6: a configuration file that is a pipe is refused at once`() throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        mkfifo(folders.path + "/config.toml", 0o600)
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(contentsOf: folders.path + "/config.toml")
        }
        #expect(error?.reason == "can't be read: it is not an ordinary file")
    }

    @Test func `R4: variables that fit into no environment are left out and named`() {
        let long = String(repeating: "x", count: 128 << 10)
        let fitting = VariableLimit.fitting(["A": "b", "TEXT": long, "B": long, "EDGE": String(long.dropLast(6))])
        #expect(fitting.keys.sorted() == ["A", "BELFRY_OMITTED", "EDGE"])
        #expect(fitting["BELFRY_OMITTED"] == "B TEXT")
        #expect(VariableLimit.fitting(["A": "b"]) == ["A": "b"])
    }
}
