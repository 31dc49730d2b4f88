// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// Where an export goes: a file that appears when it is whole, or the standard output.
struct TransferTarget {
    private let descriptor: Int32
    private let path: String?
    private let unfinished: String

    /// - Parameter path: Nil, or a dash, is the standard output.
    /// - Throws: ``Failure``.
    init(_ path: String?) throws {
        guard let path, path != "-" else {
            (self.path, unfinished) = (nil, "")
            descriptor = try SpoolFile().descriptor
            return
        }
        var template = Array("\(path).XXXXXX".utf8CString)
        descriptor = SpoolFile.make(&template)
        guard descriptor >= 0 else {
            throw Failure(.notWritten, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
        self.path = path
        unfinished = SpoolFile.text(of: template)
    }

    /// For the agent. Where it fails the unfinished file goes.
    func handle() throws -> FileDescriptorHandle { try FileDescriptorHandle(duplicating: descriptor) }

    /// Removes what is unfinished.
    func abandon() {
        if path != nil { unlink(unfinished) }
    }

    /// Gives the file its name, or copies it to the standard output.
    ///
    /// - Throws: ``Failure``.
    func finish() throws {
        defer { close(descriptor) }
        guard let path else {
            lseek(descriptor, 0, SEEK_SET)
            return try SpoolFile.copy(from: descriptor, to: STDOUT_FILENO)
        }
        guard fsync(descriptor) == 0, rename(unfinished, path) == 0 else {
            let reason = String(cString: strerror(errno))
            abandon()
            throw Failure(.notWritten, "cannot write \(path): \(reason)")
        }
    }
}
