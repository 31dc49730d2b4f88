// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A folder of zone files; a file is read at its first use, and again after it was replaced.
package final class ZoneFolder: Sendable {
    package let path: String

    private struct Kept {
        let mark: FileMark
        let rules: ZoneRules
    }

    private let kept = Mutex<[String: Kept]>([:])
    /// Maximum number of cached zones, of 2 KB each.
    private static let mostKept = 64

    /// Creates a folder from an absolute path, which need not exist.
    package init(_ path: String) { self.path = path }

    /// The system's folder: `TZDIR`, as in glibc, or else the first of the usual folders that exists.
    package static let system: ZoneFolder = {
        if let folder = getenv("TZDIR"), folder.pointee == UInt8(ascii: "/") {
            return ZoneFolder(String(cString: folder))
        }
        let usual = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"]
        return ZoneFolder(usual.first { access($0, R_OK | X_OK) == 0 } ?? usual[0])
    }()

    /// Returns the rules of the zone with this name, such as `Europe/Berlin`; nil if there is no such file.
    ///
    /// A former name without a file stands for the zone's current name. Case matters.
    package func rules(named name: String) -> ZoneRules? {
        guard Self.isName(name) else { return nil }
        if let rules = rules(at: "\(path)/\(name)", keptAs: name) { return rules }
        guard let newer = ZoneAliases.newerName(of: name) else { return nil }
        return rules(at: "\(path)/\(newer)", keptAs: newer)
    }

    /// Returns the rules in a file at any path; nil if there are none.
    package static func rules(inFile path: String) -> ZoneRules? { contents(of: path).flatMap(ZoneFile.init)?.rules }

    /// Returns whether a text may be a zone's name: words of letters, digits, `+`, `-` and `_`, separated by slashes.
    ///
    /// `posixrules` and `localtime` are not names: they refer to the machine's configuration.
    package static func isName(_ name: String) -> Bool {
        guard (1...255).contains(name.utf8.count), !["posixrules", "localtime"].contains(name),
            !name.hasPrefix("posix/"), !name.hasPrefix("right/")
        else { return false }
        return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.allSatisfy { byte in
                    (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte)
                        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
        }
    }

    private func rules(at path: String, keptAs name: String) -> ZoneRules? {
        guard let mark = FileMark(of: path) else { return nil }
        if let rules = kept.withLock({ $0[name].flatMap { $0.mark == mark ? $0.rules : nil } }) { return rules }
        // The fingerprint is taken before the file is read: a file replaced meanwhile is read again at its next use.
        guard let rules = Self.rules(inFile: path) else { return nil }
        kept.withLock { kept in
            if kept.count >= Self.mostKept { kept = [:] }
            kept[name] = Kept(mark: mark, rules: rules)
        }
        return rules
    }

    /// The paths of a zone folder and its subfolders, and a fingerprint of these folders.
    package struct Listing: Sendable {
        package let folders: [String]
        fileprivate let hash: UInt64
        package var mark: String { String(hash, radix: 16) }
    }

    private let listed = Mutex<Listing?>(nil)
    private static let mostFolders = 100

    /// The listing of this folder and its subfolders, without `posix` and `right`, which repeat the same zones.
    ///
    /// The folders are read again only if their fingerprint changes: a new subfolder changes its parent's fingerprint.
    package var listing: Listing {
        listed.withLock { listed in
            if let listed, listed.folders.reduce(into: Self.emptyHash, Self.add) == listed.hash { return listed }
            var folders = [path]
            var hash = Self.emptyHash
            var next = 0
            while next < folders.count, folders.count < Self.mostFolders {
                // The folder is hashed before its entries are read: a change in between is noticed at the next use.
                let folder = folders[next]
                Self.add(&hash, folder)
                for (name, isFolder) in Self.entries(of: folder) where isFolder {
                    if folder != path || name != "posix" && name != "right" { folders.append("\(folder)/\(name)") }
                }
                next += 1
            }
            for folder in folders[next...] { Self.add(&hash, folder) }
            let listing = Listing(folders: folders, hash: hash)
            listed = listing
            return listing
        }
    }

    /// Fingerprint of this folder tree, which changes when a file is added, removed or replaced by renaming.
    ///
    /// The fingerprint doesn't change when a file is overwritten in place, which packages never do.
    package var mark: String { listing.mark }

    private static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func add(_ hash: inout UInt64, _ folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0 else { return }
        for number in [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] {
            hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01b3
        }
    }

    /// The names of the files in this folder and its subfolders, those without a slash first. A file whose name has the
    /// form of a zone's name need not be a zone file.
    package var names: [String] {
        listing.folders.flatMap { folder in
            Self.entries(of: folder).filter { !$0.isFolder }
                .map { String("\(folder)/\($0.name)".dropFirst(path.utf8.count + 1)) }
                .filter(Self.isName)
        }
    }

    /// Returns the name of the zone whose file has these contents; nil if there is none.
    package func name(ofContents bytes: [UInt8]) -> String? {
        names.first { zone in
            let path = "\(path)/\(zone)"
            var status = stat()
            return stat(path, &status) == 0 && Int(status.st_size) == bytes.count && Self.contents(of: path) == bytes
        }
    }

    /// Returns the visible entries of a folder, sorted by name.
    ///
    /// The system has over a thousand zone files: the type in an entry identifies a folder without another system call,
    /// except on file systems that have no types.
    private static func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var entries: [(name: String, isFolder: Bool)] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            var isFolder = Int(entry.pointee.d_type) == Int(DT_DIR)
            if Int(entry.pointee.d_type) == Int(DT_UNKNOWN) {
                var status = stat()
                isFolder = lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            }
            entries.append((name, isFolder))
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Returns a regular file's bytes; nil if it can't be read or is too long.
    package static func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (44...ZoneFile.longest).contains(Int(status.st_size))
        else { return nil }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let base = buffer.baseAddress,
                case let read = Glibc.read(descriptor, base + count, size - count), read > 0
            {
                count += read
            }
        }
        return bytes.count == size ? bytes : nil
    }
}

/// Fingerprint of a file, which differs from that of a file that replaces it.
struct FileMark: Hashable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Creates the mark of the file at a path; nil if there is no file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
        // The change time is used, because packages preserve the modification time of their files.
        (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}
