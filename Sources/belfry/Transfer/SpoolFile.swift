// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// A nameless temporary file for data from or to a pipe, because the agent accepts regular files only.
struct SpoolFile {
    let descriptor: Int32

    /// - Throws: ``Failure`` if no temporary file can be created.
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

    /// Creates a file with mode 0600 and six random characters at the end of its name; negative on failure.
    static func make(_ template: inout [CChar]) -> Int32 {
        let descriptor = mkstemp(&template)
        // No program is started in between.
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// Returns the created file's name.
    static func text(of template: [CChar]) -> String {
        String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Copies all data from a descriptor to another.
    ///
    /// - Throws: ``Failure`` if reading fails.
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
