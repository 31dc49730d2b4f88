// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// An unnamed temporary file for data that is read from or written to a pipe; the agent accepts regular files only.
struct SpoolFile {
    let descriptor: Int32

    /// Creates an empty file in `TMPDIR`, by default `/tmp`.
    ///
    /// - Throws: ``Failure`` if the file can't be created.
    init() throws {
        let folder = Environment.value("TMPDIR") ?? "/tmp"
        var template = Array("\(folder)/belfry-XXXXXX".utf8CString)
        descriptor = Self.make(&template)
        guard descriptor >= 0 else {
            throw Failure(
                .failure, "there is no room for a temporary file in \(folder): \(String(cString: strerror(errno)))")
        }
        unlink(template)
    }

    /// Creates a file with mode 0600 and returns its descriptor; negative on failure.
    ///
    /// The last six characters of `template` are replaced by random ones.
    static func make(_ template: inout [CChar]) -> Int32 {
        let descriptor = mkstemp(&template)
        // The close-on-exec flag is set only after the file is opened, which is safe: no program is started in between.
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// Creates a file with mode 0600 and a name of its own beside `path`; the descriptor is negative on failure.
    static func make(beside path: String) -> (descriptor: Int32, name: String) {
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = make(&template)
        return (descriptor, String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Copies all data from one descriptor to another.
    ///
    /// - Throws: ``Failure`` if reading fails. A failure to write ends the process.
    static func copy(from source: Int32, to target: Int32) throws {
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(.badData, "cannot read: \(String(cString: strerror(errno)))") }
            buffer.withUnsafeBufferPointer { Console.write(UnsafeBufferPointer(rebasing: $0[..<count]), to: target) }
        }
    }
}

/// The source of an import: a file or the standard input.
enum TransferSource {
    /// Opens a file for the agent; nil or a dash is the standard input. Data of a pipe is copied to a temporary file.
    ///
    /// - Throws: ``Failure`` with exit status 65 for a folder or a file that can't be read.
    static func open(_ path: String?) throws -> FileDescriptorHandle {
        var source = STDIN_FILENO
        if let path, path != "-" {
            source = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard source >= 0 else {
                throw Failure(.badData, "\(path) can't be read: \(String(cString: strerror(errno)))")
            }
        }
        var status = stat()
        guard fstat(source, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw Failure(.badData, "\(path ?? "the standard input") is a folder")
        }
        guard status.st_mode & S_IFMT != S_IFREG else { return try FileDescriptorHandle(duplicating: source) }
        let spool = try SpoolFile()
        try SpoolFile.copy(from: source, to: spool.descriptor)
        lseek(spool.descriptor, 0, SEEK_SET)
        return FileDescriptorHandle(owning: spool.descriptor)
    }
}

extension TransferSource {
    /// Largest size of a file that is copied; the agent takes no larger file of reminders.
    private static let mostBytes = 16 << 20

    /// Copies a regular file, from its beginning, to a temporary file that nobody else can change.
    ///
    /// - Throws: ``Failure`` if the file is too large or can't be read.
    static func copy(of source: FileDescriptorHandle) throws -> FileDescriptorHandle {
        var status = stat()
        guard fstat(source.rawValue, &status) == 0, status.st_size <= mostBytes else {
            throw Failure(.badData, "the file is over \(mostBytes >> 20) MiB")
        }
        let spool = try SpoolFile()
        lseek(source.rawValue, 0, SEEK_SET)
        try SpoolFile.copy(from: source.rawValue, to: spool.descriptor)
        return FileDescriptorHandle(owning: spool.descriptor)
    }
}

/// The target of an export: the standard output, or a file that gets its name only when it is complete.
struct TransferTarget {
    private let descriptor: Int32
    private let path: String?
    private let unfinished: String

    /// Creates a temporary file for the export.
    ///
    /// - Parameter path: The path of the export; nil or a dash is the standard output.
    /// - Throws: ``Failure`` if the file can't be created.
    init(_ path: String?) throws {
        guard let path, path != "-" else {
            (self.path, unfinished) = (nil, "")
            descriptor = try SpoolFile().descriptor
            return
        }
        (descriptor, unfinished) = SpoolFile.make(beside: path)
        guard descriptor >= 0 else {
            throw Failure(.notWritten, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
        self.path = path
    }

    /// Returns a copy of the temporary file's descriptor for the agent.
    func handle() throws -> FileDescriptorHandle { try FileDescriptorHandle(duplicating: descriptor) }

    /// Deletes the incomplete file; the standard output has no file to delete.
    func abandon() { if path != nil { unlink(unfinished) } }

    /// Completes the export: renames the temporary file, or copies it to the standard output.
    ///
    /// - Throws: ``Failure`` if writing fails.
    func finish() throws {
        defer { close(descriptor) }
        guard let path else {
            lseek(descriptor, 0, SEEK_SET)
            return try SpoolFile.copy(from: descriptor, to: STDOUT_FILENO)
        }
        guard fsync(descriptor) == 0, rename(unfinished, path) == 0 else {
            let reason = String(cString: strerror(errno))
            abandon()
            throw Failure(.notWritten, "cannot write \(path): \(reason)")
        }
    }
}
