// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import CLinux
import Glibc

// The agent may be killed at any moment, and so may the helper process that starts programs for a confined agent; in
// that case an extension must end, too, with all processes that it has started. So each run has a process of its own,
// the guard, that does nothing else. Its standard input is a socket, whose other end only the agent has: the kernel
// closes that end when the agent dies. The guard is the subreaper of the extension, whose processes therefore can't
// escape: an orphan becomes the guard's child. If the guard itself is killed, the kernel kills the extension's first
// process, and bubblewrap kills all others, too. Without bubblewrap, a process can escape if it kills the guard, or if
// it asks another program, such as systemd, to start a process.

/// A guard process: a belfryd that starts one extension, and kills all the extension's processes once the agent ends.
///
/// It copies the agent's bytes from the socket to the extension's standard input, and sends ``GuardReport``s to the
/// agent. Its standard output and standard error are the extension's. It has one thread, because it forks.
package struct ExtensionGuard {
    /// The first argument of a guard process; ``GuardCall/arguments`` has all arguments.
    package static let option = "--guard-extension"

    /// The guard's end of the socket to the agent.
    private let agent: Int32
    /// The pipe to the extension's standard input; -1 once the extension has closed it.
    private var input: Int32
    private let extensionProcess: Int32
    /// A descriptor that can be read once the extension's first process has ended.
    private let end: Int32
    /// Bytes from the agent that the pipe has not taken yet.
    private var pending: [UInt8] = []

    /// Starts the extension that the program's arguments name, and guards it until its end.
    package static func run(_ arguments: [String]) -> Never {
        for signal in 1..<Int32(65) where !kept.contains(signal) { Glibc.signal(signal, SIG_IGN) }
        Glibc.signal(SIGCHLD, SIG_DFL)
        let agent = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard let call = GuardCall(arguments), agent >= 0, nothing >= 0, fcntl(agent, F_SETFL, O_NONBLOCK) == 0,
            belfry_adopt_descendants() == 0
        else { _exit(2) }
        var pipe: [Int32] = [-1, -1]
        // Neither end of the pipe may have the number of a standard stream.
        guard dup2(nothing, STDIN_FILENO) >= 0, belfry_pipe(&pipe) == 0, fcntl(pipe[0], F_SETFL, 0) == 0,
            fcntl(pipe[1], F_SETFL, O_NONBLOCK) == 0
        else { _exit(2) }
        // The agent may have checked the executable from within a sandbox, where files of root and of strangers look
        // alike. A missing executable is not checked, because its start fails anyway.
        let isMissing = access(call.executable, F_OK) != 0
        let isTrusted = isMissing || (try? TrustedProgram.check(call.executable)) != nil
        let process = isTrusted ? start(call, input: pipe[0]) : -1
        let number = isTrusted ? errno : EACCES
        // From now on only the extension's processes can keep its output open.
        for stream in [STDOUT_FILENO, STDERR_FILENO] { dup2(nothing, stream) }
        close(pipe[0])
        let end = process >= 0 ? belfry_open_pidfd(process) : -1
        guard end >= 0 else {
            ProcessTree.killAll()
            tell(.failed(process >= 0 ? errno : number), on: agent)
            _exit(0)
        }
        var watch = ExtensionGuard(agent: agent, input: pipe[1], extensionProcess: process, end: end)
        tell(.started(hasControlGroup: ControlGroup.isLimited()), on: agent)
        let ownStatus = watch.wait()
        // The end of bubblewrap ends all processes in the sandbox, which is faster than looking for them.
        if ownStatus == nil { kill(process, SIGKILL) }
        ProcessTree.killAll()
        // An extension that has not ended by itself was killed.
        let status = ownStatus ?? SIGKILL
        let signal = status & 0x7f
        tell(signal == 0 ? .exited(status >> 8 & 0xff) : .signaled(signal), on: agent)
        _exit(0)
    }

    /// The signals that the guard doesn't ignore: they can't be ignored, or report a fault of the guard itself.
    private static let kept = [SIGKILL, SIGSTOP, SIGCHLD, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

    private static func start(_ call: GuardCall, input: Int32) -> Int32 {
        let words: [UnsafeMutablePointer<CChar>?] = call.words.map { strdup($0) } + [nil]
        let environment: [UnsafeMutablePointer<CChar>?] =
            call.environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        var limits = call.limits.forKernel(load: ControlGroup.text("/proc/loadavg"))
        let process = belfry_start_limited(
            words, environment, input, call.folder, &limits, call.mayGainPrivileges ? 1 : 0)
        let number = errno
        for pointer in words + environment { free(pointer) }
        errno = number
        return process
    }

    private static func tell(_ report: GuardReport, on socket: Int32) {
        let bytes = Array(report.line.utf8)
        // If the agent is gone, nobody waits for the report.
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Relays standard input until the extension's first process has ended, or the agent is gone.
    ///
    /// - Returns: The status of the process as `waitpid` reports it; nil if the agent is gone.
    private mutating func wait() -> Int32? {
        let closed = Int16(BELFRY_POLLRDHUP)
        while true {
            var events = [
                // Bytes stay in the socket until the pipe to the extension has taken the previous bytes.
                pollfd(fd: agent, events: pending.isEmpty ? Int16(POLLIN) | closed : closed, revents: 0),
                pollfd(fd: end, events: Int16(POLLIN), revents: 0),
                // The pipe is not polled without need: a pipe without a reader reports an error all the time.
                pollfd(fd: pending.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            ]
            let count = poll(&events, nfds_t(events.count), -1)
            if count < 0, errno == EINTR { continue }
            // If poll fails, such as for lack of memory, the extension is killed: nothing would guard it any more.
            if count < 0 || events[0].revents & (Int16(POLLHUP | POLLERR) | closed) != 0 { return nil }
            if events[1].revents != 0 { return status() }
            if events[0].revents != 0, !receive() { return nil }
            if events[2].revents != 0 { write() }
        }
    }

    private func status() -> Int32 {
        var status: Int32 = 0
        while waitpid(extensionProcess, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Reads bytes for the extension from the agent; returns false once the agent has ended.
    private mutating func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(agent, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        guard input >= 0 else { return true }
        pending = Array(buffer[..<count])
        write()
        return true
    }

    private mutating func write() {
        let count = Glibc.write(input, pending, pending.count)
        if count >= 0 {
            pending.removeFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            // The extension has closed its standard input.
            close(input)
            input = -1
            pending = []
        }
    }
}

/// The control group of this process.
enum ControlGroup {
    /// Returns whether this control group limits memory and processes as ``ExtensionLimits`` demands. Limits of its
    /// parent groups don't count.
    static func isLimited() -> Bool {
        // "0::/user.slice/...": the line of the only hierarchy of version 2.
        let lines = text("/proc/self/cgroup").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("0::/") }) else { return false }
        let folder = "/sys/fs/cgroup\(line.dropFirst(3))"
        func limit(_ name: String) -> UInt64? { UInt64(text("\(folder)/\(name)").filter { $0 != "\n" }) }
        guard let memory = limit("memory.max"), let tasks = limit("pids.max") else { return false }
        return memory <= ExtensionLimits.groupMemory && tasks <= ExtensionLimits.groupTasks
    }

    /// Reads at most a page from the beginning of a file of the kernel; empty if the file can't be read.
    static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }
}
