// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import NotificationModel

/// A request's icon file, which the notification server will read.
enum IconFile {
    /// Returns whether the icon is a theme's name, or a regular file that can be read. Blocking.
    ///
    /// Some servers wait for a pipe for ever, and read a device without end. A missing file harms none of them, and
    /// notify-send passes it on; `mayBeMissing` allows it.
    static func isShowable(_ icon: String, mayBeMissing: Bool = false) -> Bool {
        guard icon.contains("/") else { return true }
        // The agent can't resolve a relative path; notify-send passes it on.
        guard let path = try? LocalFile.path(of: icon) else { return mayBeMissing && !icon.contains(":") }
        let file = belfry_open_file(path)
        guard file >= 0 else { return mayBeMissing && errno == ENOENT }
        defer { close(file) }
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
