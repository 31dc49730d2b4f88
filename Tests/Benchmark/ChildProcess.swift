// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport

/// A started program, which is killed when the benchmark is interrupted.
///
/// The end of its standard output, a pipe, tells that it has ended. So waiting can have a time limit and costs the same
/// for every program.
final class ChildProcess: Sendable {
    let id: Int32
    private let output: Int32

    /// Starts a program; on failure nothing is left behind.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in `PATH`, and its arguments.
    ///   - environment: Variables added to those of this process.
    ///   - errorLog: File for the standard error; nil discards it.
    /// - Throws: ``MeasurementError`` if it can't be started.
    init(_ arguments: [String], environment: [String: String] = [:], errorLog: String? = nil) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw MeasurementError("pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        defer { close(ends[1]) }

        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let errors = open(errorLog ?? "/dev/null", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for descriptor in [input, errors] { close(descriptor) } }
        do {
            id = try spawn(arguments, descriptors: [0: input, 1: ends[1], 2: errors], environment: environment)
        } catch {
            close(output)
            throw MeasurementError("\(error)")
        }
        Interruption.add(id)
    }

    /// Waits for the program's end and reaps it; may be called once.
    ///
    /// - Returns: The exit status, 128 and more for a signal, and the standard output.
    /// - Throws: ``MeasurementError`` if the time limit is exceeded; the program is then killed.
    @discardableResult
    func wait(seconds limit: Double) throws -> (status: Int32, output: String) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        let deadline = ContinuousClock.now.advanced(by: .seconds(limit))
        var isLate = false
        while true {
            let left = Stopwatch.seconds(ContinuousClock.now.duration(to: deadline))
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&descriptor, 1, Int32(max(0, left) * 1000))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else {
                isLate = true
                break
            }
            let count = read(output, &chunk, chunk.count)
            if count <= 0 { break }
            bytes += chunk.prefix(count)
        }
        if isLate { kill(id, SIGKILL) }
        var status: Int32 = 0
        waitpid(id, &status, 0)
        Interruption.remove(id)
        close(output)
        if isLate { throw MeasurementError("process \(id) did not end within \(limit) s") }
        let signal = status & 0x7f
        return (signal == 0 ? (status >> 8) & 0xff : 128 + signal, String(decoding: bytes, as: UTF8.self))
    }

    /// Sends SIGTERM and waits for the program's end.
    func end() throws {
        kill(id, SIGTERM)
        try wait(seconds: 10)
    }
}
