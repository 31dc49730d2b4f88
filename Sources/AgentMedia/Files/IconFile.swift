// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import NotificationModel

/// The icon of a request that is a file, which the notification server will read.
enum IconFile {
    /// Whether it is a name, or an ordinary file that can be read. Blocking.
    ///
    /// Some servers wait for a pipe for ever, and read a device without end. What is not there harms none of them: notify-send
    /// hands it over, so `mayBeMissing` lets it pass.
    static func isShowable(_ icon: String, mayBeMissing: Bool = false) -> Bool {
        guard icon.contains("/") else { return true }
        // A path that does not begin at the root is nobody's here; notify-send hands it over.
        guard let path = try? LocalFile.path(of: icon) else { return mayBeMissing && !icon.contains(":") }
        let file = belfry_open_file(path)
        guard file >= 0 else { return mayBeMissing && errno == ENOENT }
        defer { close(file) }
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
