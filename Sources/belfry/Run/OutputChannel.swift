// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The way of a command's output to a descriptor of this process: a pipe, or a pty in front of the real terminal.
///
/// Bytes pass unchanged, as soon as they come. The channel never waits: it reads and writes only what `poll` reports.
struct OutputChannel {
    /// End of the channel from which this process reads, without blocking.
    private(set) var source: Int32
    /// End of the channel to which the command writes.
    private(set) var commandEnd: Int32
    /// This process's own descriptor, to which the output goes.
    let target: Int32
    private let isTerminal: Bool
    /// The first modes of the command's terminal, and the modes last given to the real terminal; nil for a pipe.
    private let firstModes: TerminalModes?
    private var lastModes: TerminalModes?
    /// Bytes that were read and are not yet written.
    private var waiting: ArraySlice<UInt8> = []

    /// Most bytes in one write: a pipe that `poll` reports as writable takes that number of bytes without blocking.
    private static let portion = 4096

    /// Opens a channel to `target`; nil if the output can't be written there, or the system has no more descriptors.
    init?(to target: Int32) {
        let flags = fcntl(target, F_GETFL)
        guard flags >= 0, flags & O_ACCMODE != O_RDONLY else { return nil }
        self.target = target
        isTerminal = isatty(target) == 1
        guard let ends = isTerminal ? Self.terminal(like: target) : Self.pipe() else { return nil }
        (source, commandEnd) = ends
        firstModes = isTerminal ? TerminalModes(of: source) : nil
        lastModes = firstModes
        fitSize()
    }

    private static func pipe() -> (source: Int32, commandEnd: Int32)? {
        var ends: [Int32] = [-1, -1]
        return belfry_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }

    /// Opens a pty(7) with the modes of the real terminal.
    ///
    /// The pty doesn't change the output, because the real terminal does. The pty becomes nobody's controlling
    /// terminal, so the command keeps the real terminal with its keys, signals and jobs.
    private static func terminal(like target: Int32) -> (source: Int32, commandEnd: Int32)? {
        let source = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else { return nil }
        var isLocked: Int32 = 0
        guard ioctl(source, setLock, &isLocked) == 0 else {
            close(source)
            return nil
        }
        let commandEnd = ioctl(source, openPeer, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard commandEnd >= 0 else {
            close(source)
            return nil
        }
        TerminalModes(of: target)?.set(withoutOutputProcessingOn: commandEnd)
        return (source, commandEnd)
    }

    private static let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
    private static let openPeer: UInt = 0x5441  // TIOCGPTPEER

    /// Whether the command may still write to the channel.
    var isOpen: Bool { source >= 0 }
    /// Whether bytes that were read are not yet written to ``target``.
    var isWaiting: Bool { !waiting.isEmpty }

    /// The condition to give to `poll` before ``pass(into:)``.
    var condition: pollfd {
        isWaiting
            ? pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
            : pollfd(fd: source, events: Int16(POLLIN), revents: 0)
    }

    /// Closes this process's copy of ``commandEnd``, once the command has that end.
    mutating func commandHasStarted() {
        close(commandEnd)
        commandEnd = -1
    }

    /// Reads or writes once, after `poll` has reported ``condition``.
    ///
    /// - Throws: ``Failure`` if the output can't be written, except to a reader that has ended. The channel is then
    ///   closed, so that the command gets SIGPIPE or an error.
    mutating func pass(into tail: inout OutputTail) throws { if isWaiting { try write() } else { read(into: &tail) } }

    /// Reads output of the command; returns false if there is none now.
    @discardableResult
    mutating func read(into tail: inout OutputTail) -> Bool {
        var (count, reason): (Int, Int32) = (0, 0)
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.portion) { [source] buffer, initializedCount in
            count = Glibc.read(source, buffer.baseAddress, Self.portion)
            reason = errno
            initializedCount = max(0, count)
        }
        if count > 0 {
            fitModes()
            tail.append(bytes)
            waiting = bytes[...]
            return true
        }
        // A terminal that nobody has open any more reports EIO.
        fitModes()
        if count == 0 || reason != EAGAIN && reason != EINTR { end() }
        return false
    }

    private mutating func write() throws {
        let count = waiting.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
        if count >= 0 {
            waiting = waiting.dropFirst(count)
        } else if errno != EAGAIN && errno != EINTR {
            let reason = errno
            waiting = []
            end()
            // If the target's reader has ended, the command gets SIGPIPE or an error, because the channel is closed.
            guard reason != EPIPE else { return }
            let file = target == STDERR_FILENO ? "error" : "output"
            throw Failure(.notWritten, "cannot write to the standard \(file): \(String(cString: strerror(reason)))")
        }
    }

    /// Gives the command's terminal the size of the real terminal; returns whether the size has changed.
    @discardableResult
    func fitSize() -> Bool {
        var (size, former) = (winsize(), winsize())
        guard isTerminal, isOpen, ioctl(target, UInt(TIOCGWINSZ), &size) == 0,
            ioctl(source, UInt(TIOCGWINSZ), &former) == 0,
            (size.ws_row, size.ws_col) != (former.ws_row, former.ws_col)
        else { return false }
        return ioctl(source, UInt(TIOCSWINSZ), &size) == 0
    }

    /// Gives the real terminal the modes that the command, such as a full-screen program, has set on its own terminal,
    /// because the keys come from the real terminal.
    ///
    /// - Parameter isContinued: True if this process was stopped, while the shell has set its own modes.
    mutating func fitModes(isContinued: Bool = false) {
        guard isTerminal, isOpen, let modes = TerminalModes(of: source) else { return }
        guard modes != lastModes || isContinued && modes != firstModes else { return }
        // A background process can't set the modes; the next output causes another attempt.
        if modes.set(onTerminal: target) { lastModes = modes }
    }

    /// Hands the channel over to a new process, which copies output until the last process that writes has ended.
    ///
    /// A background server that the command started may still write; the end of this process must not end that server.
    mutating func handOver() {
        guard isOpen else { return }
        _ = fcntl(source, F_SETFL, fcntl(source, F_GETFL) & ~O_NONBLOCK)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, target, STDOUT_FILENO)
        // cat(1) reports the end of a pty's output as an error.
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var process: Int32 = 0
        _ = ForegroundCommand.spawn(&process, ["cat"], &actions, nil)
        end()
    }

    private mutating func end() {
        close(source)
        source = -1
    }
}
