// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Glibc

/// The requests of the last list that was printed, so that `%1` means its first line.
///
/// In `$XDG_RUNTIME_DIR/belfry/last-list`, as application and identifier by turns, each ended by NUL; without that
/// folder, `%1` is not to be had.
enum LastList {
    /// One line of the list.
    struct Line {
        /// Whose it is; empty where that was not said.
        let app: String
        let identifier: String
    }

    private static var folder: String? { Environment.value("XDG_RUNTIME_DIR").map { $0 + "/belfry" } }

    /// Keeps a list. Nobody is told when that fails: the list itself was printed.
    static func keep(_ rows: [RowPrinter.Row]) {
        guard let folder else { return }
        mkdir(folder, 0o700)
        let text = rows.map { "\($0.dictionary["app"]?.string ?? "")\0\($0.identifier)\0" }.joined()
        try? Data(text.utf8).write(to: URL(filePath: folder + "/last-list"), options: .atomic)
    }

    /// The number in `%1`; nil for anything else.
    static func ordinal(_ text: String) -> Int? { text.hasPrefix("%") ? Int(text.dropFirst()) : nil }

    /// Line `number`, from 1.
    ///
    /// - Throws: ``Failure`` with exit status 3 when there is none.
    static func line(_ number: Int) throws -> Line {
        let data = folder.flatMap { try? Data(contentsOf: URL(filePath: $0 + "/last-list")) }
        guard let data else { throw Failure(.noMatch, "%\(number): there is no last list; see \"belfry list\"") }
        let words = String(decoding: data, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
        let count = words.count / 2
        guard (1...max(1, count)).contains(number), count > 0 else {
            throw Failure(.noMatch, "%\(number): the last list has \(count) lines")
        }
        return Line(app: String(words[number * 2 - 2]), identifier: String(words[number * 2 - 1]))
    }
}
