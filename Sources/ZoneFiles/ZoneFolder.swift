// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A folder of zone files, such as the system's; each file is read when it is asked for, and again when it is another.
package final class ZoneFolder: Sendable {
    /// Its path.
    package let path: String

    private struct Kept {
        let mark: FileMark
        let rules: ZoneRules
    }

    private let kept = Mutex<[String: Kept]>([:])
    /// So many zones are kept, some 2 KB each.
    private static let mostKept = 64

    /// - Parameter path: An absolute path; that there is such a folder isn't checked.
    package init(_ path: String) { self.path = path }

    /// The system's: the folder in `TZDIR`, as glibc has it, else the first that there is of the usual ones.
    package static let system: ZoneFolder = {
        if let folder = getenv("TZDIR"), folder.pointee == UInt8(ascii: "/") {
            return ZoneFolder(String(cString: folder))
        }
        let usual = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"]
        return ZoneFolder(usual.first { access($0, R_OK | X_OK) == 0 } ?? usual[0])
    }()

    /// The rules of the zone with this name, such as `Europe/Berlin`; nil where there is no such file.
    ///
    /// A name of old without a file is that of the zone it stands for. Capital letters count.
    package func rules(named name: String) -> ZoneRules? {
        guard Self.isName(name) else { return nil }
        if let rules = rules(at: "\(path)/\(name)", keptAs: name) { return rules }
        guard let newer = ZoneAliases.newerName(of: name) else { return nil }
        return rules(at: "\(path)/\(newer)", keptAs: newer)
    }

    /// The rules in a file, wherever it is; nil where there is none.
    package static func rules(inFile path: String) -> ZoneRules? {
        contents(of: path).flatMap(ZoneFile.init)?.rules
    }

    /// Whether a text may be a zone's name: words of letters, digits, `+`, `-` and `_` with slashes between.
    ///
    /// Not among the names: `posixrules` and `localtime`, which stand for what the machine's owner chose.
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
        // The mark is older than what is read: a file that is replaced in between is read once more.
        guard let rules = Self.rules(inFile: path) else { return nil }
        kept.withLock { kept in
            if kept.count >= Self.mostKept { kept = [:] }
            kept[name] = Kept(mark: mark, rules: rules)
        }
        return rules
    }

    /// This folder and those below it that have zones; `posix` and `right` have the same zones once more.
    package var folders: [String] {
        var folders = [path]
        var next = 0
        while next < folders.count, folders.count < Self.mostFolders {
            let folder = folders[next]
            next += 1
            for name in Self.names(in: folder, onlyFolders: true).sorted()
            where !(next == 1 && ["posix", "right"].contains(name)) {
                folders.append("\(folder)/\(name)")
            }
        }
        return folders
    }

    private static let mostFolders = 100

    /// Names the folders as they are: another mark once a file has been added, removed or renamed over another.
    ///
    /// Not once a file is overwritten in its place, which packages never do.
    package var mark: String { Self.mark(of: folders) }

    /// The mark of these ``folders``, for a caller who needs both.
    package static func mark(of folders: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for folder in folders {
            var status = stat()
            guard stat(folder, &status) == 0 else { continue }
            for number in [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] {
                hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01b3
            }
        }
        return String(hash, radix: 16)
    }

    /// The name of the zone whose file has these contents; nil where none has.
    package func name(ofContents bytes: [UInt8]) -> String? {
        for folder in folders {
            for name in Self.names(in: folder).sorted() {
                let path = "\(folder)/\(name)"
                let zone = String(path.dropFirst(self.path.utf8.count + 1))
                var status = stat()
                guard Self.isName(zone), stat(path, &status) == 0, Int(status.st_size) == bytes.count,
                    Self.contents(of: path) == bytes
                else { continue }
                return zone
            }
        }
        return nil
    }

    /// The names in a folder, or of the folders in it alone; hidden ones are left out.
    ///
    /// The system has more than a thousand zone files: telling that one is no folder takes neither a look at it nor its name.
    private static func names(in folder: String, onlyFolders: Bool = false) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let type = Int(entry.pointee.d_type)
            if onlyFolders, type != Int(DT_DIR), type != Int(DT_UNKNOWN) { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") || onlyFolders && !isFolder("\(folder)/\(name)", type) { continue }
            names.append(name)
        }
        return names
    }

    /// Whether an entry of a folder is a folder; some file systems don't say.
    private static func isFolder(_ path: String, _ type: Int) -> Bool {
        guard type == Int(DT_UNKNOWN) else { return type == Int(DT_DIR) }
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A regular file's bytes; nil where it can't be read, or is far too long.
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

/// What tells one file from the one that takes its place.
struct FileMark: Hashable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// The mark of the file that a path leads to; nil where there is none.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
        // Of the file's last change, be it only of its name: a package keeps the time of the contents.
        (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}
