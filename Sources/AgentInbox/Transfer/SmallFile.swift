// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Triggers

/// A caller's file that is read into memory as a whole.
enum SmallFile {
    /// Reads a regular file from its beginning; blocks its thread.
    ///
    /// - Throws: ``Triggers/Refusal`` for a pipe, a device or a folder, for a file that is over the limit, and for one
    ///   that can't be read.
    static func bytes(of file: Int32, atMost limit: Int) throws(Refusal) -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .invalidRequest("file is not a regular file; pipes and devices are not accepted")
        }
        guard status.st_size <= limit else {
            throw Refusal(.contentTooLarge, "the file has \(status.st_size) bytes; the limit is \(limit)")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        // The file may grow while it is read.
        while bytes.count <= limit {
            let count = pread(file, &buffer, buffer.count, off_t(bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw .invalidRequest("the file can't be read: \(String(cString: strerror(errno)))")
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw Refusal(.contentTooLarge, "the file has more than \(limit) bytes")
    }

    /// Name of the account that the agent runs as; empty if the account has no name.
    static var userName: String {
        var (entry, result): (passwd, UnsafeMutablePointer<passwd>?) = (passwd(), nil)
        var buffer = [CChar](repeating: 0, count: 16_384)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                getpwuid_r(getuid(), &entry, base, buffer.count, &result) == 0, result != nil
            else { return "" }
            return entry.pw_name.map { String(cString: $0) } ?? ""
        }
    }
}
