// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import SystemPackage

/// The folder of a test's dunst: its HOME, its configuration and the menu that a test answers.
struct DunstFolder: Sendable {
    let path: FilePath

    /// Makes a folder in the temporary folder.
    init() throws {
        path = FilePath(try temporaryFolder("dunst"))
        for name in ["home", "run"] { mkdir(path.appending(name).string, 0o700) }
        // No idle threshold: nothing moves a pointer here, and an idle person's notifications would not expire.
        try write(
            "dunstrc",
            """
            [global]
                monitor = 0
                follow = none
                font = Monospace 10
                idle_threshold = 0
                history_length = 20
                dmenu = \(path.appending("choose").string)
            [urgency_low]
                timeout = 10
            [urgency_normal]
                timeout = 10
            [urgency_critical]
                timeout = 0
            """)
        try write("choice", "")
        // dunst passes the actions to its menu as lines "#Label (title) [2,key]" and reads one of them back.
        try write(
            "choose",
            """
            #!/bin/sh
            exec grep -F -m 1 -e "$(cat "\(path.appending("choice").string)")"
            """, mode: 0o700)
    }

    /// Sets the menu's choice from now on: the line that contains this text.
    func choose(_ part: String) throws { try write("choice", part) }

    /// Deletes the folder with its contents.
    func remove() {
        try? FileManager.default.removeItem(atPath: path.string)
    }

    private func write(_ name: String, _ text: String, mode: FilePermissions.RawValue = 0o600) throws {
        let file = try FileDescriptor.open(
            path.appending(name), .writeOnly, options: [.create, .truncate],
            permissions: FilePermissions(rawValue: mode))
        try file.closeAfter { _ = try file.writeAll(text.utf8) }
    }
}
