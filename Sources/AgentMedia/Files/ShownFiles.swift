// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import NotificationModel

/// Files that the notification server opens for a request: its icon, the files of some hints, and pictures in the body.
package enum ShownFiles {
    private static let hints = ["image-path", "image_path", "sound-file"]

    package static func areNamed(in request: Request) -> Bool {
        let display = request.display
        return display.icon?.contains("/") == true || !pictures(in: request).isEmpty
            || display.isAsGiven && hints.contains { path(display.hints[$0]) != nil }
    }

    /// Removes from a request the pipes, devices, folders and unreadable files, because the notification server may
    /// block on such files. Blocks the thread.
    ///
    /// - Returns: The request, and the names of the removed parts for the outcome's key `degraded`.
    package static func checked(_ request: Request) -> (request: Request, degraded: [String]) {
        var result = request
        var degraded: [String] = []
        let isAsGiven = request.display.isAsGiven
        if let icon = request.display.icon, !IconFile.isShowable(icon, mayBeMissing: isAsGiven) {
            result.display.icon = nil
            degraded.append("icon")
        }
        // For requests not shown as given, the agent sends these hints to the server as names only, or not at all.
        for name in hints where isAsGiven {
            guard let path = path(request.display.hints[name]),
                !IconFile.isShowable(path, mayBeMissing: true)
            else { continue }
            result.display.hints[name] = nil
            result.display.hintTypes[name] = nil
            degraded.append("hint:\(name)")
        }
        let unshowable = Set(pictures(in: request).filter { !IconFile.isShowable($0, mayBeMissing: true) })
        if !unshowable.isEmpty {
            result.content.body = BodyMarkup(request.content.body).withoutPictures(unshowable)
            degraded.append("img")
        }
        return (result, degraded)
    }

    private static func path(_ hint: PropertyListValue?) -> String? {
        guard case .string(let text)? = hint, text.contains("/") else { return nil }
        return text
    }

    private static func pictures(in request: Request) -> [String] {
        guard request.display.isMarkup else { return [] }
        return BodyMarkup(request.content.body).pieces.compactMap { piece in
            guard case .image(let source, _) = piece, source.contains("/") else { return nil }
            return source
        }
    }
}

/// A request's icon file, which the notification server will read.
enum IconFile {
    /// Returns whether the icon is a theme's name, or a regular file that can be read. Blocks the thread.
    ///
    /// Some servers wait for a pipe for ever, and read a device without end. A missing file harms no server, and
    /// notify-send passes the file's name on to the server; `mayBeMissing` allows such a file.
    static func isShowable(_ icon: String, mayBeMissing: Bool = false) -> Bool {
        guard icon.contains("/") else { return true }
        // The agent can't resolve a relative path; notify-send passes such a path on to the server.
        guard let path = try? LocalFile.path(of: icon) else { return mayBeMissing && !icon.contains(":") }
        let file = belfry_open_file(path)
        guard file >= 0 else { return mayBeMissing && errno == ENOENT }
        defer { close(file) }
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
