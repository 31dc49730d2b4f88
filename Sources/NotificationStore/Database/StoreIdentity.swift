// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Identity of the files that a store has open, by which it notices that they were deleted or replaced.
///
/// SQLite continues to write into a deleted file, whose content is lost when the agent ends.
struct StoreIdentity: Sendable {
    private struct File: Hashable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    private let path: String
    private let files: [File?]

    /// Records the files of an open database. Its write-ahead log must exist, so something must have been written.
    init(path: String) {
        self.path = path
        files = Self.files(path)
    }

    private static func files(_ path: String) -> [File?] { [path, path + "-wal"].map(File.init) }

    /// Whether the paths still lead to the open files; costs two system calls.
    var holds: Bool { Self.files(path) == files }
}
