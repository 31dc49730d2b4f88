// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
package import SystemPackage

/// Makes and reads unnamed files in memory.
package enum MemoryFile {
    /// Creates a file with these bytes, for another process to read.
    ///
    /// A pipe would not do: if the other process closes the pipe unread, SIGPIPE ends this process.
    ///
    /// - Returns: The file, positioned at its beginning; the caller closes it.
    /// - Throws: `Errno`.
    package static func make(_ bytes: [UInt8]) throws -> FileDescriptor {
        let name = "/belfry-\(UUID().uuidString)"
        let number = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw Errno(rawValue: errno) }
        shm_unlink(name)
        let file = FileDescriptor(rawValue: number)
        do {
            try file.writeAll(bytes)
            try file.seek(offset: 0, from: .start)
        } catch {
            try? file.close()
            throw error
        }
        return file
    }

    /// Reads a whole file from its beginning; nil if it can't be read or is longer than `limit` bytes.
    package static func contents(of file: Int32, limit: Int) -> [UInt8]? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (0...limit).contains(Int(status.st_size))
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var read = 0
        while read < bytes.count {
            let count = bytes[read...].withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(read)) }
            guard count > 0 else { return nil }
            read += count
        }
        return bytes
    }
}
