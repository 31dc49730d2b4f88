// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Glibc

/// Watches the address file of an agent on another bus; it is used on the loop only.
final class WhereaboutsWatch {
    private let watch: FolderWatch?
    /// True if the file's folder is watched; otherwise the folder is missing and a parent is watched.
    let isInPlace: Bool

    /// - Parameters:
    ///   - path: Path of the address file.
    ///   - loop: Loop on which the handler is called.
    ///   - handler: Called when the file has changed, or when a missing folder was created and needs a new watch.
    init(of path: String, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        var watch: FolderWatch?
        var child = ""
        for _ in 0..<Self.tries {
            var folder = path
            watch = nil
            while watch == nil, let slash = folder.lastIndex(of: "/") {
                child = folder
                folder = String(folder[..<slash])
                let name = String(child.dropFirst(folder.utf8.count + 1))
                watch = try? FolderWatch(folder.isEmpty ? "/" : folder, names: [name], on: loop, handler: handler)
            }
            // A folder that was created before its parent was watched causes no event, so the search starts again.
            guard watch != nil, child != path, access(child, F_OK) == 0 else { break }
        }
        self.watch = watch
        isInPlace = child == path
    }

    /// Limit for the attempts, because an existing folder without read permission can't be watched.
    private static let tries = 8
}
