// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import NotificationModel

extension AttachmentStore {
    /// Tells whether a path is that of a regular file, not of a link, that begins like a PNG, JPEG, GIF or WebP picture
    /// and is at most ``NotificationModel/Limits/attachmentBytes`` large. Blocks the thread.
    package static func isPlainPicture(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= Limits.attachmentBytes,
            let bytes = MediaFile.beginning(of: path, atMost: 12)
        else { return false }
        func has(_ text: String, at start: Int = 0) -> Bool { bytes.dropFirst(start).starts(with: text.utf8) }
        return has("PNG\r\n", at: 1) || bytes.starts(with: [0xff, 0xd8, 0xff]) || has("GIF8")
            || has("RIFF") && has("WEBP", at: 8)
    }
}
