// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Glibc

/// The requests of the last list shown in this terminal, to which `%1`, `%2` ... refer.
///
/// `$XDG_RUNTIME_DIR/belfry/lists/` has a file for each terminal session, with application and identifier alternately,
/// each ended by NUL. Lists printed into a pipe or a file are not stored. Storing a list deletes the files of ended
/// sessions, and the end of the login deletes all.
enum LastList {
    /// A line of the list.
    struct Line {
        /// Application of the request; empty if the list didn't contain it.
        let app: String
        let identifier: String
    }

    private static var folder: String? { Environment.value("XDG_RUNTIME_DIR").map { $0 + "/belfry" } }

    /// Stores a list that was shown in this terminal; a failure is ignored, because the list was printed.
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

    /// Returns the number in `%1`; nil for other texts.
    static func ordinal(_ text: String) -> Int? { text.hasPrefix("%") ? Int(text.dropFirst()) : nil }

    /// Returns a line, counted from 1.
    ///
    /// - Throws: ``Failure`` with exit status 3 if there is no such line.
    static func line(_ number: Int) throws -> Line {
        guard let session = TerminalSession() else {
            throw Failure(
                .noMatch, "%\(number) is a line of the last list in a terminal, and this is none; give the identifier")
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
