// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import CLinux
import FoundationEssentials
import Glibc
import NotificationModel
package import SystemPackage
import Triggers

/// Copies the callers' files, one by one.
extension AttachmentStore {
    static func size(of file: Int32) -> Int {
        var status = stat()
        return fstat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Opens a caller's file once, so that the checked file is also the file that is copied.
    ///
    /// Links are followed, except those in `/proc` to this process's open files, such as `/dev/stdin`: the caller
    /// means its own standard input, not the agent's.
    static func open(_ url: String, _ kind: Attachment.Kind, _ key: String) throws -> Int32 {
        func refuse(_ reason: String) -> Refusal { Refusal.invalidAttachment("\(key) \"\(url)\" \(reason)") }
        let path: String
        do throws(LocalFile.Problem) { path = try LocalFile.path(of: url) } catch { throw refuse(error.text) }
        let file = belfry_open_file(path)
        guard file >= 0 else { throw refuse("can't be opened: \(String(cString: strerror(errno)))") }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            close(file)
            throw refuse("can't be read")
        }
        let problem: String? =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: "is a directory"
            case S_IFREG where status.st_size > kind.largestSize:
                "is \(status.st_size) bytes; the limit is \(kind.largestSize)"
            case S_IFREG: nil
            default: "is not a regular file"
            }
        if let problem {
            close(file)
            throw refuse(problem)
        }
        return file
    }

    /// Returns the end of a sentence that tells why a folder or file could not be made.
    package static func reason(for error: any Error) -> String {
        (error as? Errno).map { ": \(String(cString: strerror($0.rawValue)))" } ?? ""
    }

    /// Copies the file's present contents; a file that grows beyond the limit while it is copied is refused.
    ///
    /// - Throws: ``NotificationModel/Refusal``; its text begins with `what`.
    static func copy(
        _ source: Int32, to path: String, atMost limit: Int, in room: inout AttachmentReservation, _ what: String
    ) throws {
        let target = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw Refusal(.storeUnavailable, "\(path) can't be written") }
        defer { close(target) }
        // The umask may have removed permissions that the agent needs.
        _ = fchmod(target, 0o600)
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var total = 0
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { break }
            guard count > 0 else {
                throw Refusal.invalidAttachment("\(what) can't be read: \(String(cString: strerror(errno)))")
            }
            total += count
            guard total <= limit else {
                throw Refusal.invalidAttachment("\(what) has grown; the limit is \(limit) bytes")
            }
            try room.use(count)
            guard write(target, buffer, count) == count else {
                throw Refusal(.storeUnavailable, "\(path) can't be written in full")
            }
        }
        guard fsync(target) == 0 else { throw Refusal(.storeUnavailable, "\(path) can't be written to disk") }
    }

    /// Syncs the entries of these folders and of their files to disk, because the stored request refers to them.
    ///
    /// Blocks; call it off the event loop.
    ///
    /// - Throws: `Errno`.
    package func settle(_ names: some Collection<String>) throws(Errno) {
        guard !names.isEmpty else { return }
        for name in names { try PrivateFolder.sync("\(folder)/\(name)") }
        // Several folders of an import may be in one parent folder.
        for place in Set(names.compactMap { $0.split(separator: "/").first }) {
            try PrivateFolder.sync("\(folder)/\(place)")
        }
        try PrivateFolder.sync(folder)
    }
}
