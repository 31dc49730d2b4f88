// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Glibc

/// Tells when an agent notes on which bus it is, for as long as it is kept. On the loop only.
final class WhereaboutsWatch {
    private let watch: FolderWatch?
    /// Whether it is the note's folder that is watched; else that is missing, and one above it is, until it is made.
    let isInPlace: Bool

    /// - Parameters:
    ///   - path: The note's.
    ///   - loop: Where the handler is called.
    ///   - handler: Called when the note has changed, or, out of place, when it is time for another watch.
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
            // A folder that was made before it was watched for is told by nobody.
            guard watch != nil, child != path, access(child, F_OK) == 0 else { break }
        }
        self.watch = watch
        isInPlace = child == path
    }

    /// A folder may be there and yet not be watched, where it may not be read.
    private static let tries = 8
}
