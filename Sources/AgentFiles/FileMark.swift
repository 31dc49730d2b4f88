// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A fingerprint of a file: it changes when the file is written, replaced or removed.
package struct FileMark: Hashable, Sendable {
    private let inode: UInt64?
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Reads the file's present fingerprint; a missing file has a fingerprint too.
    package init(_ path: String) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        inode = isThere ? UInt64(status.st_ino) : nil
        size = isThere ? Int(status.st_size) : 0
        seconds = isThere ? status.st_mtim.tv_sec : 0
        nanoseconds = isThere ? status.st_mtim.tv_nsec : 0
    }

    package var isThere: Bool { inode != nil }
}
