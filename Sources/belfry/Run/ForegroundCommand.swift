// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A command that runs in the foreground, with this process's terminal and environment.
enum ForegroundCommand {
    /// The way in which the command ended.
    enum End: CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        var succeeded: Bool { if case .exited(0) = self { true } else { false } }

        /// The exit status that a shell would report: 128 plus the signal number for a killed command.
        var status: Int32 {
            switch self {
            case .exited(let status): status
            case .killed(let signal): 128 + signal
            }
        }

        var description: String {
            switch self {
            case .exited(let status): "Exit status \(status)"
            case .killed(let signal): "Killed by signal \(signal) (\(String(cString: strsignal(signal))))"
            }
        }
    }

    /// Signals that this process passes on to the command, and signals that it only ignores, because the terminal sends
    /// Ctrl-C to both processes.
    private static let passedOn = [SIGTERM, SIGHUP]
    private static let left = [SIGINT, SIGQUIT]

    /// Runs a command, waits for its end, and passes SIGTERM and SIGHUP on to it.
    ///
    /// - Throws: ``Failure`` if the command can't be started: status 127 if it doesn't exist, else 126, as in a shell.
    static func run(_ words: [String]) throws -> End {
        var waited = sigset_t()
        var former = sigset_t()
        sigemptyset(&waited)
        for signal in passedOn + left + [SIGCHLD] { sigaddset(&waited, signal) }
        // The signals are blocked before the command starts, so `sigwait` gets even a signal that arrives at once.
        pthread_sigmask(SIG_BLOCK, &waited, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        let process = try start(words, with: former)
        while true {
            var signal: Int32 = 0
            sigwait(&waited, &signal)
            if passedOn.contains(signal) { kill(process, signal) }
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: status & 0x7f)
            }
        }
    }

    private static func start(_ words: [String], with mask: sigset_t) throws -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process: Int32 = 0
        let code = spawn(&process, words, nil, &attributes)
        guard code == 0 else {
            let reason = String(cString: strerror(code))
            throw Failure(code == ENOENT ? .noCommand : .notExecutable, "cannot run \"\(words[0])\": \(reason)")
        }
        return process
    }

    /// Starts a program as `posix_spawnp` does, with this process's environment.
    static func spawn(
        _ process: inout Int32, _ words: [String], _ actions: UnsafePointer<posix_spawn_file_actions_t>?,
        _ attributes: UnsafePointer<posix_spawnattr_t>?
    ) -> Int32 {
        let pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return posix_spawnp(&process, words[0], actions, attributes, pointers, environ)
    }
}
