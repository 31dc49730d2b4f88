// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Checks that only the person and root can change or replace a file.
package enum TrustedProgram {
    /// Reason why a file can't be trusted, worded as the end of a sentence that begins with the file's path.
    package struct Problem: Error, Hashable, Sendable {
        package let text: String

        package init(text: String) { self.text = text }
    }

    /// Maximum number of symbolic links in one path, the same as the kernel's.
    private static let mostLinks = 40
    /// The owner that the kernel shows for users who have no number in this user name space.
    private static let unmappedUser: uid_t = 65_534

    /// Checks that an executable file is regular and belongs to the person or root, and that nobody else can write to
    /// the file or to a folder on its path. A folder with the sticky bit, such as `/tmp`, may be writable by all.
    ///
    /// In the sandbox of the agent's systemd unit, root's files have the owner `unmappedUser`; there, files of this
    /// owner count as root's. The process that starts the program is outside the sandbox and checks the file again.
    ///
    /// - Parameters:
    ///   - path: An absolute path. Links in it are followed, and the folders of each link are checked too.
    ///   - person: The person's user number.
    /// - Returns: The path without links.
    /// - Throws: ``Problem``.
    package static func check(_ path: String, person: UInt32 = getuid()) throws(Problem) -> String {
        let resolved = try walk(path, person: person) { status throws(Problem) in
            guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(text: "is not a regular file") }
            guard status.st_mode & 0o111 != 0 else { throw Problem(text: "is not executable") }
        }
        guard access(resolved, X_OK) == 0 else { throw Problem(text: "is not executable") }
        return resolved
    }

    /// Checks a file that a program only reads: its owner and its folders must obey the rules of ``check(_:person:)``.
    package static func checkReadable(_ path: String, person: UInt32 = getuid()) throws(Problem) {
        _ = try walk(path, person: person) { status throws(Problem) in
            guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(text: "is not a regular file") }
        }
    }

    /// Follows a path from the root folder, checks each folder and link on the way, and returns the path without links.
    private static func walk(
        _ path: String, person: UInt32, checkingFile check: (stat) throws(Problem) -> Void
    ) throws(Problem) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else { throw Problem(text: "is not an absolute path") }
        var owners: Set<uid_t> = [0, person]
        if try status(of: "/", path).st_uid == unmappedUser { owners.insert(unmappedUser) }
        var (folder, rest, links) = ("", parts(of: path), 0)
        try checkMode(try status(of: "/", path), "/", path)
        while let part = rest.popLast() {
            if part == ".." {
                folder = folder.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(folder[..<$0]) } ?? ""
                continue
            }
            let place = "\(folder)/\(part)"
            let found = try status(of: place, path)
            guard owners.contains(found.st_uid) else {
                throw Problem(text: "belongs to another user\(inside(place, path))")
            }
            switch found.st_mode & S_IFMT {
            case S_IFLNK:
                links += 1
                guard links <= mostLinks, let target = target(of: place) else {
                    throw Problem(text: "has a symbolic link that leads nowhere\(inside(place, path))")
                }
                if target.utf8.first == UInt8(ascii: "/") { folder = "" }
                rest += parts(of: target)
            case S_IFDIR where !rest.isEmpty:
                try checkMode(found, place, path)
                folder = place
            case _ where rest.isEmpty:
                try check(found)
                try checkMode(found, place, path)
                return place
            default: throw Problem(text: "doesn't exist")
            }
        }
        throw Problem(text: "is not a regular file")
    }

    /// Returns the parts of a path, the last one first. The path is divided at slash bytes, as in the kernel: a slash
    /// before a combining accent is another character in Swift.
    private static func parts(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }.reversed()
    }

    private static func status(of place: String, _ path: String) throws(Problem) -> stat {
        var status = stat()
        guard lstat(place, &status) == 0 else {
            throw Problem(text: errno == ENOENT ? "doesn't exist" : "can't be read\(inside(place, path))")
        }
        return status
    }

    /// Refuses a file or folder that others may write to, except for a folder with the sticky bit, whose entries only
    /// their owners can replace.
    private static func checkMode(_ status: stat, _ place: String, _ path: String) throws(Problem) {
        let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & 0o1000 != 0
        guard status.st_mode & 0o022 == 0 || isSticky else {
            throw Problem(text: "can be changed by other users\(inside(place, path)) (chmod go-w \(place) prevents it)")
        }
    }

    private static func inside(_ place: String, _ path: String) -> String { place == path ? "" : ": \(place)" }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        return count > 0 ? String(validating: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
