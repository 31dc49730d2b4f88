// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that was started, and that ends with the benchmark at the latest.
///
/// Its end is noticed by that of its standard output, which is a pipe: this way the wait has a limit, and costs
/// every program the same.
final class ChildProcess: Sendable {
    let id: Int32
    private let output: Int32

    /// Starts a program; nothing is left of it when that fails.
    ///
    /// - Parameters:
    ///   - arguments: The program, sought on the `PATH`, and its arguments.
    ///   - environment: Added to ours.
    ///   - errorLog: The file that takes the standard error; nil is nowhere.
    /// - Throws: ``MeasurementError`` if it can't be started.
    init(_ arguments: [String], environment: [String: String] = [:], errorLog: String? = nil) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw MeasurementError("pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        defer { close(ends[1]) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, errorLog ?? "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0o600)

        // Swift's threads block signals; a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        let words = arguments.map { strdup($0) } + [nil]
        let variables = Self.variables(adding: environment).map { strdup($0) } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var process: Int32 = 0
        let status = posix_spawnp(&process, arguments[0], &actions, &attributes, words, variables)
        id = process
        guard status == 0 else {
            close(output)
            throw MeasurementError("\(arguments[0]) can't be started: \(String(cString: strerror(status)))")
        }
        Interruption.add(process)
    }

    /// Waits until it has ended, and collects it; only once.
    ///
    /// - Returns: Its exit status, 128 and more for a signal, and what it wrote to its standard output.
    /// - Throws: ``MeasurementError`` if that takes too long; it is killed then.
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

    /// Asks it to end, and waits for that.
    func end() throws {
        kill(id, SIGTERM)
        try wait(seconds: 10)
    }

    private static func variables(adding added: [String: String]) -> [String] {
        var variables: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if added[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
            next += 1
        }
        return variables + added.map { "\($0.key)=\($0.value)" }
    }
}
