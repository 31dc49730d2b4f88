// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A process that a test starts, kills and waits for.
package final class AgentProcess: Sendable {
    /// The way in which a process ended.
    package enum Ending: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// A process could not be started, or ended too early.
    package struct Failure: Error, CustomStringConvertible {
        package let what: String

        package init(what: String) { self.what = what }

        package var description: String { what }
    }

    package let id: Int32
    private let ending = Mailbox<Ending>()
    private let isRunning = Mutex(true)

    /// Starts a program; its output is appended to a file.
    package init(_ arguments: [String], environment: [String: String], log: String) throws {
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for descriptor in [input, output] { close(descriptor) } }
        id = try spawn(
            arguments, descriptors: [0: input, 1: output, 2: output], environment: environment,
            inheritsEnvironment: false)
        wait()
    }

    /// Starts a thread for the blocking call: Dispatch has few threads, and creates new ones more slowly.
    private func wait() {
        var thread = pthread_t()
        let pointer = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { pointer in
                if let pointer { Unmanaged<AgentProcess>.fromOpaque(pointer).takeRetainedValue().reap() }
                return nil
            }, pointer)
        pthread_detach(thread)
    }

    private func reap() {
        var information = siginfo_t()
        // The process stays a zombie until `isRunning` reports its end, so its number is not reused meanwhile.
        waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT)
        isRunning.withLock { isRunning in
            var status: Int32 = 0
            waitpid(id, &status, 0)
            isRunning = false
            let signal = status & 0x7f
            ending.put(signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal))
        }
    }

    package var isAlive: Bool { isRunning.withLock { $0 } }

    /// Sends a signal; does nothing if the process has ended.
    package func send(_ signal: Int32) {
        isRunning.withLock { if $0 { Glibc.kill(id, signal) } }
    }

    /// Waits for its end; throws at the deadline.
    @discardableResult
    package func end(seconds: Double = 20, file: String = #fileID, line: Int = #line) async throws -> Ending {
        let result = try await ending.next(seconds: seconds, file: file, line: line)
        ending.put(result)
        return result
    }
}
