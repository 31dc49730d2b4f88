// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport

@testable import AgentExtensions

/// A folder with a desktop file and programs, which the test removes.
struct DesktopFileFixture {
    let folder: String

    init() throws { folder = try temporaryFolder("extension") }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Writes an executable script, and returns its path.
    @discardableResult
    func program(_ name: String = "service", mode: mode_t = 0o755) throws -> String {
        let path = "\(folder)/\(name)"
        try "#!/bin/sh\n".write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, mode)
        return path
    }

    /// Writes the desktop file of `org.example.Chat` with these groups, and returns its path.
    func write(_ groups: String) throws -> String {
        let path = "\(folder)/org.example.Chat.desktop"
        let entry = "[Desktop Entry]\nType=Application\nName=Chat\nExec=chat %U\n\n"
        try (entry + groups).write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    func declarations(_ groups: String) throws -> ExtensionDeclarations {
        try ExtensionDeclarations(file: write(groups))
    }

    /// Reads a service extension with this value of `Exec` and further lines.
    func service(_ exec: String, _ lines: String...) throws -> ExtensionDeclaration {
        let group = ["[X-Belfry Service Extension]", "Exec=\(exec)"] + lines
        return try declarations(group.joined(separator: "\n") + "\n").extensions[0]
    }
}
