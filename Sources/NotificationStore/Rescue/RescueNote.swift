// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A report of a rescue, on disk until the person was told of it: an agent that is killed leaves it to the next.
///
/// The note is about one file, whatever its name. A note about a file that is neither the store nor to become it is of
/// a rescue that came to nothing.
struct RescueNote: Codable {
    let report: RescueReport
    private let number: UInt64

    /// - Parameters:
    ///   - report: The report of the rescue.
    ///   - file: The path of the file that was made.
    /// - Throws: ``StoreError`` where there is no such file.
    init(_ report: RescueReport, about file: String) throws {
        guard let number = Self.number(of: file) else {
            throw StoreError("\(file) can't be found: \(String(cString: strerror(errno)))")
        }
        self.report = report
        self.number = number
    }

    /// The one of a store; nil where there is none that can be read.
    init?(of store: String) {
        guard let data = try? Data(contentsOf: URL(filePath: Self.path(store))),
            let note = try? JSONDecoder().decode(Self.self, from: data)
        else { return nil }
        self = note
    }

    /// Whether it is about the file of this path.
    func isAbout(_ file: String) -> Bool { Self.number(of: file) == number }

    /// Writes it in the place of an earlier one, and waits until it is on disk.
    ///
    /// - Parameter store: The path of the store that it is about.
    /// - Throws: ``StoreError``; an earlier one is still there then.
    func write(beside store: String) throws {
        let new = Self.path(store) + ".new"
        unlink(new)
        let file = try SyncedFile.make(new)
        defer { close(file) }
        let data = try JSONEncoder().encode(self)
        let count = data.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        guard count == data.count, fchmod(file, 0o600) == 0, fsync(file) == 0, rename(new, Self.path(store)) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(new)
            throw StoreError("\(new) can't be written: \(reason)")
        }
    }

    static func remove(of store: String) { unlink(path(store)) }

    private static func path(_ store: String) -> String { store + ".rescue" }

    private static func number(of file: String) -> UInt64? {
        var status = stat()
        return stat(file, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}
