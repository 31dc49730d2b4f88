// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// A file without a name, for what comes or goes by a pipe: the agent waits for nobody, and takes regular files only.
struct SpoolFile {
    let descriptor: Int32

    /// - Throws: ``Failure`` where there is no room for temporary files.
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

    /// A new file, 0600, whose name ends in six characters that nobody has chosen; negative where that fails.
    static func make(_ template: inout [CChar]) -> Int32 {
        let descriptor = mkstemp(&template)
        // Nothing is started meanwhile.
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// The name that was made.
    static func text(of template: [CChar]) -> String {
        String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Copies all of one descriptor to another.
    ///
    /// - Throws: ``Failure``.
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
