// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// The target of an export: a file that appears when it is complete, or the standard output.
struct TransferTarget {
    private let descriptor: Int32
    private let path: String?
    private let unfinished: String

    /// - Parameter path: The file; nil or a dash is the standard output.
    /// - Throws: ``Failure`` if the file can't be created.
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

    /// Returns the descriptor for the agent.
    func handle() throws -> FileDescriptorHandle { try FileDescriptorHandle(duplicating: descriptor) }

    /// Deletes the incomplete file.
    func abandon() {
        if path != nil { unlink(unfinished) }
    }

    /// Gives the file its name, or copies it to the standard output.
    ///
    /// - Throws: ``Failure`` if writing fails.
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
