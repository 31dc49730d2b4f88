// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The identifiers of the last list that was printed, so that `%1` means its first line.
///
/// In `$XDG_RUNTIME_DIR/belfry/last-list`, parted by NUL; without that folder, `%1` is not to be had.
enum LastList {
    private static var folder: String? { Environment.value("XDG_RUNTIME_DIR").map { $0 + "/belfry" } }

    /// Keeps a list. Nobody is told when that fails: the list itself was printed.
    static func keep(_ identifiers: [String]) {
        guard let folder else { return }
        mkdir(folder, 0o700)
        try? Data(identifiers.joined(separator: "\0").utf8).write(
            to: URL(filePath: folder + "/last-list"), options: .atomic)
    }

    /// The identifier on line `number`, from 1.
    ///
    /// - Throws: ``Failure`` with exit status 3 when there is none.
    static func identifier(_ number: Int) throws -> String {
        let data = folder.flatMap { try? Data(contentsOf: URL(filePath: $0 + "/last-list")) }
        guard let data else { throw Failure(.noMatch, "%\(number): there is no last list; see \"belfry list\"") }
        let identifiers = String(decoding: data, as: UTF8.self).split(separator: "\0")
        guard identifiers.indices.contains(number - 1) else {
            throw Failure(.noMatch, "%\(number): the last list has \(identifiers.count) lines")
        }
        return String(identifiers[number - 1])
    }
}
