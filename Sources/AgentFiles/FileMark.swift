// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Tells a file from what it was before: one that was written, replaced or removed has another mark.
package struct FileMark: Hashable, Sendable {
    private let inode: UInt64?
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// The file at a path, as it is now; one that is missing has a mark, too.
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
