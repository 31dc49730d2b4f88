// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// All descendants of this process, which is their subreaper: an orphaned descendant becomes its child, and isn't lost.
enum ProcessTree {
    /// The smallest number of descendants at which all are stopped before any is killed.
    private static let crowd = 32

    /// Kills all descendants, and waits until none is left.
    ///
    /// A process with a pending SIGKILL can't fork any more. Descendants that the kernel doesn't let this process kill,
    /// such as ones with more privileges, are waited for.
    static func killAll() {
        guard hasChildren() else { return }
        var found = descendants(of: getpid())
        if found.count >= crowd { found = stopped(found) }
        var pause: Int32 = 1
        while true {
            for process in found { kill(process, SIGKILL) }
            guard hasChildren() else { return }
            // The killed processes need the processor in order to end.
            poll(nil, 0, pause)
            guard hasChildren() else { return }
            pause = min(pause * 2, 32)
            found = descendants(of: getpid())
        }
    }

    /// Stops processes and their new children, and returns all of them.
    ///
    /// A stopped fork bomb can't grow, and stopped processes start no others in place of killed ones.
    private static func stopped(_ processes: [Int32]) -> [Int32] {
        var all = Set(processes)
        var new = processes
        for _ in 0..<20 where !new.isEmpty {
            for process in new { kill(process, SIGSTOP) }
            new = descendants(of: getpid()).filter { all.insert($0).inserted }
        }
        return Array(all)
    }

    /// Reaps ended children; returns whether children are left. All descendants stem from these children.
    private static func hasChildren() -> Bool {
        while true {
            let process = waitpid(-1, nil, WNOHANG)
            if process == 0 { return true }
            if process < 0, errno != EINTR { return false }
        }
    }

    /// Returns the descendants of a process that `/proc` lists, zombies included.
    ///
    /// The kernel reuses a process number only after assigning all others, which takes longer than reading `/proc`.
    static func descendants(of ancestor: Int32) -> [Int32] {
        var children: [Int32: [Int32]] = [:]
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let process = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                name.first == 0 ? nil : number(name.prefix { $0 != 0 })
            }
            guard let process, let parent = parent(of: process) else { continue }
            children[parent, default: []].append(process)
        }
        var found = children[ancestor] ?? []
        var next = 0
        while next < found.count {
            found += children[found[next]] ?? []
            next += 1
        }
        return found
    }

    /// Returns the parent of a process; nil if the process has ended.
    private static func parent(of process: Int32) -> Int32? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            // The program's name, in parentheses, may contain anything. After the name come the state and the parent, "
            // S PARENT ". A zombie counts: it may be the first thread of a process whose other threads still run.
            guard count > 0, let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")), end + 4 < count else {
                return nil
            }
            return number(UnsafeRawBufferPointer(buffer)[(end + 4)..<count].prefix { $0 != UInt8(ascii: " ") })
        }
    }

    /// Returns the number that decimal digits make; nil for other text.
    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int32? {
        var number: Int32 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit), number < .max / 10 else { return nil }
            number = number * 10 + Int32(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
