// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import NotificationStore
import Triggers

/// A caller's file, which is read or written line by line.
///
/// Only a regular file is accepted, as a pipe could keep the agent waiting. One task at a time may use the stream.
struct TransferStream {
    private let file: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private(set) var lines = 0

    private static let chunk = 256 * 1024

    /// - Parameters:
    ///   - file: The descriptor of an open file.
    ///   - writes: Whether the file is to be written rather than read.
    /// - Throws: ``NotificationModel/Refusal`` for a pipe, a device, a folder, or a file not open as `writes` requires.
    init(_ file: Int32, writes: Bool) throws(Refusal) {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .invalidRequest("file is not a regular file; pipes and devices are not accepted")
        }
        let access = fcntl(file, F_GETFL) & O_ACCMODE
        guard access == O_RDWR || access == (writes ? O_WRONLY : O_RDONLY) else {
            throw .invalidRequest("file is not open for \(writes ? "writing" : "reading")")
        }
        self.file = file
    }

    // MARK: - Writing

    /// Adds a line to the file, perhaps only in memory until ``flush()``.
    ///
    /// - Throws: ``NotificationModel/Refusal`` if the disk is full.
    mutating func write(_ line: TransferLine) throws {
        buffer += try line.encoded()
        buffer.append(UInt8(ascii: "\n"))
        lines += 1
        if buffer.count >= Self.chunk { try flush() }
    }

    /// Writes the lines that are still in memory.
    mutating func flush() throws(Refusal) {
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else {
                throw Refusal(.storeUnavailable, "file can't be written: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(max(0, count))
        }
        buffer.removeAll(keepingCapacity: true)
    }

    // MARK: - Reading

    /// Returns the next line without its newline; nil at the end of the file.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for a line that is too long, or has no newline.
    mutating func next() throws(Refusal) -> Data? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                lines += 1
                let line = Data(buffer[start..<end])
                start = end + 1
                return line
            }
            searched = buffer.count
            guard searched - start <= TransferLine.longest else {
                lines += 1
                throw .contentTooLarge("it is longer than \(TransferLine.longest) bytes")
            }
            let dropped = start
            guard try fill() else {
                guard start < buffer.count else { return nil }
                lines += 1
                throw .invalidRequest("the line is cut off: it has no newline")
            }
            searched -= dropped
        }
    }

    /// Reads more of the file into `buffer`; returns false at the end of the file.
    private mutating func fill() throws(Refusal) -> Bool {
        buffer.removeSubrange(..<start)
        start = 0
        var (count, number): (Int, Int32) = (-1, 0)
        buffer += [UInt8](unsafeUninitializedCapacity: Self.chunk) { place, filled in
            repeat { count = Glibc.read(file, place.baseAddress, Self.chunk) } while count < 0 && errno == EINTR
            number = errno
            filled = max(0, count)
        }
        guard count >= 0 else {
            throw Refusal(.storeUnavailable, "file can't be read: \(String(cString: strerror(number)))")
        }
        return count > 0
    }
}
