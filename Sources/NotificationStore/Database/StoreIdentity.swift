// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files that a store has open, to notice when they are deleted or replaced.
///
/// SQLite goes on writing into a file that was deleted, and nothing of that would be there after the agent's end.
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

    /// Notes the files of a database that is open and has been written, so that its write-ahead log exists.
    init(path: String) {
        self.path = path
        files = Self.files(path)
    }

    private static func files(_ path: String) -> [File?] { [path, path + "-wal"].map(File.init) }

    /// Whether the names still lead to the files that are open; two quick questions to the kernel.
    var holds: Bool { Self.files(path) == files }
}
