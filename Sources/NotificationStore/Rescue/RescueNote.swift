// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The report of a rescue, which is on disk until the person was told of the rescue. If the agent is killed before
/// that, the next agent tells the person.
///
/// The note is about the new file that the rescue made, which the note identifies by its inode number. If this file is
/// neither the store nor the store's future replacement, the rescue was not completed, and the note is ignored.
struct RescueNote: Codable {
    let report: RescueReport
    private let number: UInt64

    /// - Parameters:
    ///   - report: The report of the rescue.
    ///   - file: The path of the new file that the rescue made.
    /// - Throws: ``StoreError`` if there is no such file.
    init(_ report: RescueReport, about file: String) throws {
        guard let number = Self.number(of: file) else {
            throw StoreError("\(file) can't be found: \(String(cString: strerror(errno)))")
        }
        self.report = report
        self.number = number
    }

    /// Reads the note about the rescue of a store; nil if there is no readable note.
    init?(of store: String) {
        guard let data = try? Data(contentsOf: URL(filePath: Self.path(store))),
            let note = try? JSONDecoder().decode(Self.self, from: data)
        else { return nil }
        self = note
    }

    /// Tells whether the note is about the file at this path.
    func isAbout(_ file: String) -> Bool { Self.number(of: file) == number }

    /// Writes the note, which replaces an earlier one, and waits until it is on disk.
    ///
    /// - Parameter store: The path of the store.
    /// - Throws: ``StoreError`` if the note can't be written; an earlier note then remains.
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
