// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// A program that ran to its end, for tests against strangers.
package struct Program: Sendable {
    /// Its exit status; 128 and the signal's number when a signal ended it.
    package let status: Int32
    /// What it wrote to its standard output, with the last line's end.
    package let output: String
    /// What it wrote to its standard error.
    package let errors: String

    /// Runs a program found on the path, and waits for it without blocking the tests' threads.
    ///
    /// The environment is added to this process's. A program that lasts longer than `seconds` is killed.
    package static func run(
        _ arguments: [String], environment: [String: String] = [:], seconds: Int = 60
    ) async throws -> Program {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try runNow(arguments, environment, seconds) })
            }
        }
    }

    private static func runNow(_ arguments: [String], _ environment: [String: String], _ seconds: Int) throws
        -> Program
    {
        let output = try TemporaryFile()
        let errors = try TemporaryFile()
        let limited = ["timeout", "--kill-after=1", "\(seconds)"] + arguments
        let process = try spawn(
            limited, descriptors: [1: output.descriptor, 2: errors.descriptor], environment: environment)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return Program(
            status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: output.text(), errors: errors.text())
    }

    /// A file without a name: a pipe would need a reader while the program runs.
    private struct TemporaryFile: ~Copyable {
        let descriptor: Int32

        init() throws {
            var template = Array("/tmp/belfry-test-XXXXXX".utf8CString)
            descriptor = mkstemp(&template)
            guard descriptor >= 0 else { throw PrivateBusError(what: "mkstemp: \(errno)") }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            unlink(template)
        }

        deinit { close(descriptor) }

        func text() -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            lseek(descriptor, 0, SEEK_SET)
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
