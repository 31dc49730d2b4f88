// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A file in memory only, for readers that need a path.
enum MemoryFile {
    // Reused, because creating a file takes longer than most readers do.
    private static let idle = Mutex<[Int32]>([])
    /// `O_TMPFILE`, which Swift does not import.
    private static let nameless: Int32 = 0o20200000

    /// Calls `body` with the path of a file that contains these bytes.
    static func with<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let descriptor = try idle.withLock { $0.popLast() } ?? make()
        defer { idle.withLock { $0.append(descriptor) } }
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw failure()
        }
        return try body("/proc/self/fd/\(descriptor)")
    }

    private static func make() throws -> Int32 {
        let descriptor = open("/dev/shm", O_RDWR | nameless | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        return descriptor
    }

    private static func failure() -> Finding { Finding("no file in memory: \(String(cString: strerror(errno)))") }
}
