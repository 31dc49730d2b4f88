// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Glibc

/// The requests of the list last printed in this terminal; `%1` is its first request, `%2` its second.
///
/// `$XDG_RUNTIME_DIR/belfry/lists/` has a file for each terminal session. The file has the application and the
/// identifier of each line, each followed by NUL. Lists printed into a pipe or a file are not stored. Storing a list
/// deletes the files of ended sessions, and the end of the login deletes all files.
enum LastList {
    struct Line {
        /// Application of the request; empty if the printed list didn't name the application.
        let app: String
        let identifier: String
    }

    private static var folder: String? { Environment.value("XDG_RUNTIME_DIR").map { $0 + "/belfry" } }

    /// Stores a list that was printed in this terminal. An error is ignored, because the list itself was printed.
    static func keep(_ rows: [RowPrinter.Row]) {
        guard Console.isTerminal, let folder, let session = TerminalSession() else { return }
        mkdir(folder, 0o700)
        let lists = folder + "/lists"
        mkdir(lists, 0o700)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: lists)) ?? []
        where !TerminalSession.exists(name) {
            unlink(lists + "/" + name)
        }
        let text = rows.map { "\($0.dictionary["app"]?.string ?? "")\0\($0.identifier)\0" }.joined()
        try? Data(text.utf8).write(to: URL(filePath: lists + "/" + session.name), options: .atomic)
    }

    /// Returns the number of a text such as `%1`; nil for other texts.
    static func ordinal(_ text: String) -> Int? { text.hasPrefix("%") ? Int(text.dropFirst()) : nil }

    /// Returns a line of the stored list, counted from 1.
    ///
    /// - Throws: ``Failure`` with exit status 3 without a terminal, a stored list or such a line.
    static func line(_ number: Int) throws -> Line {
        guard let session = TerminalSession() else {
            throw Failure(.noMatch, "%\(number) needs a terminal in which \"belfry list\" was run; use the identifier")
        }
        let data = folder.flatMap { try? Data(contentsOf: URL(filePath: "\($0)/lists/\(session.name)")) }
        guard let data else {
            throw Failure(.noMatch, "%\(number): this terminal has shown no list; see \"belfry list\"")
        }
        let words = String(decoding: data, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
        let count = words.count / 2
        guard (1...max(1, count)).contains(number), count > 0 else {
            throw Failure(.noMatch, "%\(number): the last list has \(count) lines")
        }
        return Line(app: String(words[number * 2 - 2]), identifier: String(words[number * 2 - 1]))
    }
}

/// A session on the controlling terminal of this process, such as a tab, a pane or an SSH login.
struct TerminalSession {
    /// Name that no other terminal session has or had.
    let name: String
    /// Name of this process, which no other process of the session has or had.
    let command: String

    /// The options of a call that `belfry undo` can take back in this terminal; empty without a terminal.
    static let mark: [String: Value] =
        TerminalSession().map { ["terminal": .string($0.name), "command": .string($0.command)] } ?? [:]

    /// Finds this process's session; nil without a terminal, as in cron jobs, systemd units and hooks.
    init?() {
        guard let own = Self.fields(of: getpid()), own.terminal != 0,
            let leader = Self.fields(of: own.session)
        else { return nil }
        name = "\(own.terminal)-\(own.session)-\(leader.start)"
        command = "\(getpid())-\(own.start)"
    }

    static func exists(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        guard parts.count == 3, let session = Int32(parts[1]), let leader = fields(of: session) else { return false }
        return leader.start == parts[2]
    }

    /// Reads a process's session, controlling terminal and start time from `/proc/PID/stat`; nil for a missing process.
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
