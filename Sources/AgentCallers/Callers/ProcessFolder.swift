// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The folder of a process in `/proc`, opened once.
///
/// The kernel ties the open folder to the process, not to the PID: after the process has ended nothing can be read in
/// it, even if another process has that PID.
struct ProcessFolder: ~Copyable {
    private let descriptor: Int32

    /// The reason why a file of a process could not be read.
    enum Absence: Error {
        case missing, unreadable
        /// This process, or the system, can open no more files.
        case exhausted
        /// The process's root folder can't be opened: the process has ended, or is hidden.
        case closed
    }

    /// Whether the last file could not be opened for lack of file descriptors or memory.
    static var isExhausted: Bool { errno == EMFILE || errno == ENFILE || errno == ENOMEM }

    /// Opens the folder; nil if there is no such process, if it is hidden, or if ``isExhausted``.
    init?(_ processID: Int32) {
        descriptor = belfry_open_process(processID)
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether the process still runs.
    var isAlive: Bool {
        // The state follows the process name in parentheses, which may contain any character.
        guard let text = try? text(of: "stat", limit: 4096), let end = text.lastIndex(of: ")") else { return false }
        let state = text[text.index(after: end)...].first { $0 != " " }
        return state.map { !"ZXx".contains($0) } ?? false
    }

    /// Reads a file in the process's own root folder.
    ///
    /// The root is opened first, and then the file in it without following links, so that nobody can redirect the path.
    /// Only a regular file is read.
    ///
    /// - Throws: ``Absence/missing`` if the root has no such entry; ``Absence/closed`` if the root can't be opened;
    ///   ``Absence/exhausted``; ``Absence/unreadable`` for other errors.
    func textInRoot(_ name: String, limit: Int) throws(Absence) -> String {
        let root = belfry_open_folder(descriptor, "root")
        guard root >= 0 else { throw Self.isExhausted ? .exhausted : .closed }
        defer { close(root) }
        return try Self.text(of: name, in: root, limit: limit)
    }

    /// Reads a file of this folder or below it, such as `cgroup` or `attr/current`.
    func text(of name: String, limit: Int) throws(Absence) -> String {
        try Self.text(of: name, in: descriptor, limit: limit)
    }

    /// Reads the target of a link in the folder, such as `exe`; nil if it can't be read.
    func link(_ name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(descriptor, name, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func text(of name: String, in folder: Int32, limit: Int) throws(Absence) -> String {
        // A pipe must not block the agent, and a terminal must not become the agent's controlling terminal.
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { throw Self.isExhausted ? .exhausted : errno == ENOENT ? .missing : .unreadable }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            guard count > 0, bytes.count + count <= limit else { throw .unreadable }
            bytes += buffer[..<count]
        }
    }
}
