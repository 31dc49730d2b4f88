// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// The source of an import: a file, or the standard input.
struct TransferSource {
    private let descriptor: Int32

    /// - Parameter path: The file; nil or a dash is the standard input.
    /// - Throws: ``Failure`` with exit status 65 for a file that can't be read.
    init(_ path: String?) throws {
        let source: Int32
        if let path, path != "-" {
            source = open(path, O_RDONLY | O_CLOEXEC)
            guard source >= 0 else {
                throw Failure(.badData, "\(path) can't be read: \(String(cString: strerror(errno)))")
            }
        } else {
            source = STDIN_FILENO
        }
        var status = stat()
        guard fstat(source, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw Failure(.badData, "\(path ?? "the standard input") is a folder")
        }
        if status.st_mode & S_IFMT == S_IFREG {
            descriptor = source
        } else {
            let spool = try SpoolFile()
            try SpoolFile.copy(from: source, to: spool.descriptor)
            lseek(spool.descriptor, 0, SEEK_SET)
            descriptor = spool.descriptor
        }
    }

    /// Returns the descriptor for the agent.
    func handle() throws -> FileDescriptorHandle { try FileDescriptorHandle(duplicating: descriptor) }
}
