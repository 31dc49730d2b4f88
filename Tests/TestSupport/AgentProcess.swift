// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A process that a test starts, kills and waits for.
package final class AgentProcess: Sendable {
    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// A process could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package let what: String
        package var description: String { what }
    }

    package let id: Int32
    private let ending = Mailbox<Ending>()
    private let isRunning = Mutex(true)

    /// Starts a program; what it prints goes to the end of a file.
    package init(_ arguments: [String], environment: [String: String], log: String) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A test runs on a concurrency thread, which blocks signals; the program must not.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var process: Int32 = 0
        let status = posix_spawnp(&process, arguments[0], &actions, &attributes, words, variables)
        guard status == 0 else { throw Failure(what: "\(arguments[0]) cannot be started: \(status)") }
        id = process
        wait()
    }

    /// A thread of its own for the one call that waits: Dispatch has few, and makes more slowly.
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
        // The process stays a zombie until `isRunning` says so: its number is nobody else's meanwhile.
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

    /// Sends a signal; nothing happens when it has ended.
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
