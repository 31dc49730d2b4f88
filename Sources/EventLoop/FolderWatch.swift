// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Inotify watch that reports when files in folders are replaced, written or relinked.
///
/// Folders are watched instead of files, because programs often replace a file by renaming another, and a watch of the
/// file would stay on the old file.
package final class FolderWatch {
    private let descriptor: Int32
    private var source: FileDescriptorSource?

    /// Starts watching one folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, watched as long as this object exists.
    ///   - names: The names of the files whose changes are reported.
    ///   - loop: The loop on which the handler is called.
    ///   - handler: Called once for several changes in quick succession.
    /// - Throws: ``EventLoopError`` if the folder can't be watched.
    package convenience init(
        _ folder: String, names: Set<String>, on loop: EventLoop, handler: @escaping @Sendable () -> Void
    ) throws {
        try self.init([folder], names: names, on: loop, handler: handler)
    }

    /// Starts watching several folders.
    ///
    /// - Parameters:
    ///   - folders: The folders, without their subfolders, watched as long as this object exists.
    ///   - names: The names of the files whose changes are reported; nil means all files.
    ///   - loop: The loop on which the handler is called.
    ///   - handler: Called once for several changes in quick succession.
    /// - Throws: ``EventLoopError`` if one of the folders can't be watched.
    package init(
        _ folders: [String], names: Set<String>?, on loop: EventLoop, handler: @escaping @Sendable () -> Void
    ) throws {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw EventLoopError.systemCall("inotify_init1", errno: errno) }
        let changes = IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_ATTRIB
        for folder in folders where inotify_add_watch(descriptor, folder, UInt32(changes)) < 0 {
            let number = errno
            close(descriptor)
            throw EventLoopError.systemCall("inotify_add_watch", errno: number)
        }
        // The property is assigned last: if `init` threw an error later, `deinit` would close the descriptor again.
        self.descriptor = descriptor
        source = FileDescriptorSource(descriptor, .readable, on: loop) { [descriptor] _ in
            let changed = Self.read(descriptor)
            if names.map({ !changed.isDisjoint(with: $0) }) ?? !changed.isEmpty { handler() }
        }
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }

    /// Returns the names of the files that have changed since the last call.
    private static func read(_ descriptor: Int32) -> Set<String> {
        var names: Set<String> = []
        let header = MemoryLayout<inotify_event>.size
        let size = 4096
        withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            guard let base = buffer.baseAddress else { return }
            while case let count = Glibc.read(descriptor, base, size), count > 0 {
                var offset = 0
                while offset + header <= count {
                    let length = Int(buffer.load(fromByteOffset: offset, as: inotify_event.self).len)
                    let bytes = buffer[(offset + header)..<min(offset + header + length, count)].prefix { $0 != 0 }
                    names.insert(String(decoding: bytes, as: UTF8.self))
                    offset += header + length
                }
            }
        }
        return names
    }
}
