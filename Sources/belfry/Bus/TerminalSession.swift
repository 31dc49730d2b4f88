// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The controlling terminal of this process and its session, such as a tab, a pane or an SSH login.
struct TerminalSession {
    /// Name that is unique among all terminals and sessions, including earlier ones.
    let name: String

    /// Finds the session; nil without a terminal, as in cron, units and hooks.
    init?() {
        guard let own = Self.fields(of: getpid()), own.terminal != 0,
            let leader = Self.fields(of: own.session)
        else { return nil }
        name = "\(own.terminal)-\(own.session)-\(leader.start)"
    }

    /// Returns true if the session of a name still exists.
    static func exists(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        guard parts.count == 3, let session = Int32(parts[1]), let leader = fields(of: session) else { return false }
        return leader.start == parts[2]
    }

    /// Reads session, controlling terminal and start time from `/proc/PID/stat`.
    private static func fields(of process: Int32) -> (session: Int32, terminal: Int, start: String)? {
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat")) else { return nil }
        // The program's name is in parentheses and may contain any characters.
        let text = String(decoding: data, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let words = text[text.index(after: end)...].split(separator: " ")
        guard words.count > 19, let session = Int32(words[3]), let terminal = Int(words[4]) else { return nil }
        return (session, terminal, String(words[19]))
    }
}
