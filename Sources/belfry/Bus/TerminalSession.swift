// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The terminal that this process is controlled from, and the session of it: a tab, a pane, a login by ssh.
struct TerminalSession {
    /// Unlike that of any other terminal and of any other session, earlier ones too.
    let name: String

    /// Nil without a terminal, as in cron, in units and in hooks.
    init?() {
        guard let own = Self.fields(of: getpid()), own.terminal != 0,
            let leader = Self.fields(of: own.session)
        else { return nil }
        name = "\(own.terminal)-\(own.session)-\(leader.start)"
    }

    /// Whether a session of this name is still there.
    static func exists(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        guard parts.count == 3, let session = Int32(parts[1]), let leader = fields(of: session) else { return false }
        return leader.start == parts[2]
    }

    /// Of `/proc/PID/stat`: the session, the controlling terminal and the start time.
    private static func fields(of process: Int32) -> (session: Int32, terminal: Int, start: String)? {
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat")) else { return nil }
        // The name of the program is in brackets, and may hold anything.
        let text = String(decoding: data, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let words = text[text.index(after: end)...].split(separator: " ")
        guard words.count > 19, let session = Int32(words[3]), let terminal = Int(words[4]) else { return nil }
        return (session, terminal, String(words[19]))
    }
}
