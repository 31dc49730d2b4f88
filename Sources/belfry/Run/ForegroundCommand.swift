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

    /// Signals that are always passed on to the command, and signals that are passed on only if a process has sent
    /// them. Keys of the terminal, such as Ctrl-C, already send SIGINT, SIGQUIT and SIGTSTP to the command, too.
    private static let passedOn = [SIGTERM, SIGHUP]
    private static let left = [SIGINT, SIGQUIT, SIGTSTP, SIGUSR1, SIGUSR2]
    /// Signals that this process handles itself. With SIGPIPE blocked, a write to a closed pipe fails with an error.
    private static let handled = [SIGCHLD, SIGWINCH, SIGPIPE]

    /// Runs a command and waits for its end. Signals are passed on to the command, and its output is passed through.
    ///
    /// If the command stops, as after Ctrl-Z, this process writes the command's output and stops too, until a shell
    /// continues this process. ``CommandOutput/handOver()`` passes on the output that the command's background
    /// processes write after its end.
    ///
    /// - Throws: ``Failure`` if the command can't be started: status 127 if it doesn't exist, else 126, as in a shell.
    static func run(_ words: [String], through output: inout CommandOutput) throws -> End {
        // The signals are blocked before the command starts, so even a signal that arrives at once is noticed.
        let signals = try BlockedSignals(passedOn + left + handled)
        // A process that ignores SIGCHLD gets no exit status of its children, and may inherit this from its parent.
        signal(SIGCHLD, SIG_DFL)
        let process = try start(words, with: signals.former, output)
        output.commandHasStarted()
        var end: End?
        while true {
            var conditions = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)] + output.conditions
            poll(&conditions, nfds_t(conditions.count), -1)
            output.pass(conditions.dropFirst())
            while let signal = signals.next() {
                if signal.number == SIGWINCH { tellSize(output) }
                if passedOn.contains(signal.number) || left.contains(signal.number) && signal.isFromProcess {
                    // The command has ended, but its output can't be written now.
                    if let end { return end }
                    kill(process, signal.number)
                }
            }
            if end == nil {
                switch change(of: process) {
                case .end(let newEnd): end = newEnd
                case .stop: stop(process, signals, &output)
                case nil: break
                }
            }
            if let end, output.passRest() {
                output.fitModes(isContinued: false)
                // Writing the remaining output may have caused SIGPIPE, which must not end this process.
                while signals.next() != nil {}
                return end
            }
        }
    }

    /// Stops this process after the command has stopped, and continues the command once this process is continued.
    private static func stop(_ process: Int32, _ signals: borrowing BlockedSignals, _ output: inout CommandOutput) {
        _ = output.passRest()
        output.fitModes(isContinued: false)
        signals.stop(by: SIGTSTP)
        kill(process, SIGCONT)
        output.fitModes(isContinued: true)
        tellSize(output)
    }

    /// Tells the programs in the foreground that the size of their terminal has changed. The programs have already
    /// received SIGWINCH, but may have read the size too early.
    private static func tellSize(_ output: CommandOutput) {
        // This process gets SIGWINCH, too; the size has then not changed, so the signal is not sent again.
        if output.fitSize() { kill(0, SIGWINCH) }
    }

    private enum Change {
        case end(End)
        /// SIGTSTP stopped the command. Other signals don't count: SIGTTIN and SIGTTOU stop this process, too; SIGSTOP
        /// is for one process.
        case stop
    }

    /// Returns what happened to the command since the last call; nil if it neither ended nor was stopped by SIGTSTP.
    private static func change(of process: Int32) -> Change? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG | WUNTRACED) == process else { return nil }
        let (low, high) = (status & 0x7f, status >> 8 & 0xff)
        // waitpid(2) reports a stop with these low bits.
        if low == 0x7f { return high == SIGTSTP ? .stop : nil }
        return .end(low == 0 ? .exited(high) : .killed(signal: low))
    }

    private static func start(_ words: [String], with mask: sigset_t, _ output: CommandOutput) throws -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        output.connect(&actions)
        var process: Int32 = 0
        let code = spawn(&process, words, &actions, &attributes)
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
